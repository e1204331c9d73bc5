// An open field: the library is given no ground, and anybody can stand anywhere.

import { World } from './world.mjs';

const REACH = 40000;

export function open() {
  return new World({
    name: 'Open field',
    notice: '',
    bounds: { low: [-REACH, -REACH], high: [REACH, REACH] },
    start: { center: [0, 0], width: 29000 },
    camp: [-6000, -5000],
    obstacles: [],
    material: 'rock',
    streets: [],
    height: () => 0,
    depth: () => -1,
  });
}
