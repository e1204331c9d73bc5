// A district of Prague, with a hill and a cliff beside it: the ground of the example `battle`.

import { World } from './world.mjs';

const METRE = 100;
const BOUNDS = { low: [-345 * METRE, -285 * METRE], high: [290 * METRE, 560 * METRE] };

// The hill is a broad bell, cut off on its far side by a scarp along an arc.
const SUMMIT = [30 * METRE, 345 * METRE];
const HILL = { height: 36 * METRE, reach: 135 * METRE };
const SCARP = { middle: [5 * METRE, 275 * METRE], radius: 100 * METRE, width: 26 * METRE };

const NOTICE =
  'Map data © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>, ODbL 1.0, ' +
  'by way of momepy (BSD-3-Clause): Bubeneč, Prague. Hill and cliff are invented.';

/** @param {string} text `bubenec.town`: metres, x east and y north */
export function town(text) {
  const obstacles = [];
  const streets = [];
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[0] === 'B') obstacles.push(turned(fields.slice(2)));
    if (fields[0] === 'R') streets.push({ width: Number(fields[2]) * METRE, points: turned(fields.slice(8)) });
  }
  return new World({
    name: 'Town',
    notice: NOTICE,
    bounds: BOUNDS,
    start: { center: [-48 * METRE, 262 * METRE], width: 290 * METRE },
    camp: [-108 * METRE, 285 * METRE],
    obstacles,
    material: 'building',
    streets,
    height,
    depth: (north, east) => east - cliff(north),
  });
}

/** East and north in metres to north and east in centimetres. */
function turned(fields) {
  const points = [];
  for (let at = 0; at + 1 < fields.length; at += 2) points.push(Number(fields[at + 1]) * METRE, Number(fields[at]) * METRE);
  return points;
}

/** How far east the cliff's edge is. */
function cliff(north) {
  const phase = north / (60 * METRE);
  return (478 + 10 * Math.sin(phase) + 5 * Math.sin(2.7 * phase + 1) + 1.5 * Math.sin(9.1 * phase)) * METRE;
}

function height(north, east) {
  const share = Math.min(Math.hypot(north - SUMMIT[0], east - SUMMIT[1]) / HILL.reach, 1);
  const bell = HILL.height * (0.5 + 0.5 * Math.cos(Math.PI * share));
  const away = Math.hypot(north - SCARP.middle[0], east - SCARP.middle[1]) - SCARP.radius;
  const beyond = Math.min(Math.max(away / SCARP.width + 0.5, 0), 1);
  return bell * (1 - 0.94 * beyond * beyond * (3 - 2 * beyond));
}
