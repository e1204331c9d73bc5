// Generated ground: rocks, two ponds and two hills with a steep side each, always the same.

import { random } from '../army/random.mjs';
import { World } from './world.mjs';

const METRE = 100;
const REACH = 260 * METRE;
const CAMP = [-120 * METRE, -95 * METRE];
const HILLS = [
  { top: [95 * METRE, -60 * METRE], height: 30 * METRE, reach: 95 * METRE, steep: Math.PI * 0.25 },
  { top: [-110 * METRE, 120 * METRE], height: 24 * METRE, reach: 80 * METRE, steep: Math.PI * 1.1 },
];
const PONDS = [
  { middle: [40 * METRE, 110 * METRE], radii: [24 * METRE, 38 * METRE] },
  { middle: [-20 * METRE, -170 * METRE], radii: [30 * METRE, 20 * METRE] },
];
const ROCKS = 90;

export function rocks() {
  return new World({
    name: 'Rocks',
    notice: '',
    bounds: { low: [-REACH, -REACH], high: [REACH, REACH] },
    start: { center: [-50 * METRE, -20 * METRE], width: 290 * METRE },
    camp: CAMP,
    obstacles: scattered(),
    material: 'rock',
    streets: [],
    height,
    depth,
  });
}

function scattered() {
  const draw = random(20);
  const found = [];
  while (found.length < ROCKS) {
    const middle = [(2 * draw() - 1) * REACH, (2 * draw() - 1) * REACH];
    const radius = (2.5 + 12 * draw() ** 3) * METRE;
    const corners = 7 + Math.floor(5 * draw());
    const turn = draw();
    const outline = [];
    for (let corner = 0; corner < corners; corner += 1) {
      const angle = (2 * Math.PI * (corner + turn)) / corners;
      const reach = radius * (0.7 + 0.5 * draw());
      outline.push(middle[0] + reach * Math.cos(angle), middle[1] + reach * Math.sin(angle));
    }
    const away = ([north, east]) => Math.hypot(middle[0] - north, middle[1] - east);
    const isApart = found.every((rock) => away(rock.middle) > 1.3 * (radius + rock.radius));
    if (isApart && away(CAMP) > 60 * METRE && depth(...middle) < 0) found.push({ middle, radius, outline });
  }
  return found.map(({ outline }) => outline);
}

function height(north, east) {
  let sum = 0;
  for (const { top, height: most, reach, steep } of HILLS) {
    const [x, y] = [north - top[0], east - top[1]];
    // On one side the hill ends early.
    const towards = Math.max((x * Math.cos(steep) + y * Math.sin(steep)) / (Math.hypot(x, y) || 1), 0);
    const share = Math.min(Math.hypot(x, y) / (reach * (1 - 0.62 * towards * towards)), 1);
    sum += most * (0.5 + 0.5 * Math.cos(Math.PI * share));
  }
  return sum;
}

/** In units of a pond's size. */
function depth(north, east) {
  const inside = PONDS.map(({ middle, radii }) => {
    const [x, y] = [(north - middle[0]) / radii[0], (east - middle[1]) / radii[1]];
    return 1 + 0.12 * Math.sin(3 * Math.atan2(y, x)) - Math.hypot(x, y);
  });
  return Math.max(...inside);
}
