// What an order means: where the agents stood, their walks and where these cross, their goals, slots and rings.

import { MARKS } from '../palette.mjs';

/** A walk is drawn fainter where there are many. */
const FULL_INK_WALKS = 400;

/** Shapes whose rings go round the center; the rings of the others are rows. */
const ROUND = new Set(['GRID', 'CIRCLE', 'HOLLOW', 'STAGGERED']);

/**
 * @param {?Object} order what was done: `wish`, `result`, `starts`, `radii`, `crossings`
 * @param {Object} shown booleans: before, paths, crossings, rings, after
 */
export function drawMarks(pencil, view, order, shown) {
  pencil.setTransform(1, 0, 0, 1, 0, 0);
  pencil.clearRect(0, 0, view.width * view.ratio, view.height * view.ratio);
  if (!order) return;
  view.useGround(pencil);
  const pixel = 1 / view.scale;
  if (shown.before) circles(pencil, view, order.starts, order.radii, MARKS.start);
  if (shown.paths) drawPaths(pencil, view, order, pixel);
  if (shown.rings) drawRings(pencil, order.result, order.wish.spacing, pixel);
  if (shown.after) circles(pencil, view, order.result.goals, order.radii, MARKS.goal);
  if (shown.crossings && order.crossings) drawCrossings(pencil, view, order.crossings.places);
}

/** Outlines of bodies. */
function circles(pencil, view, places, radii, colour) {
  pencil.strokeStyle = colour;
  pencil.lineWidth = 1 / view.scale;
  const least = 1.1 / view.scale;
  pencil.beginPath();
  for (let agent = 0; agent < radii.length; agent += 1) {
    const [north, east] = [places[3 * agent], places[3 * agent + 1]];
    const radius = Math.max(radii[agent], least);
    pencil.moveTo(east + radius, north);
    pencil.arc(east, north, radius, 0, 2 * Math.PI);
  }
  pencil.stroke();
}

function drawPaths(pencil, view, { starts, result: { goals } }, pixel) {
  pencil.strokeStyle = MARKS.path;
  const walks = goals.length / 3;
  pencil.globalAlpha = Math.min(Math.max(Math.sqrt(FULL_INK_WALKS / walks), 0.35), 1);
  pencil.lineWidth = pixel;
  // In bundles: one path of ten thousand lines takes long.
  for (let first = 0; first < walks; first += 200) {
    pencil.beginPath();
    for (let walk = first; walk < Math.min(first + 200, walks); walk += 1) {
      pencil.moveTo(starts[3 * walk + 1], starts[3 * walk]);
      pencil.lineTo(goals[3 * walk + 1], goals[3 * walk]);
    }
    pencil.stroke();
  }
  pencil.globalAlpha = 1;
}

function drawCrossings(pencil, view, places) {
  view.useScreen(pencil);
  pencil.fillStyle = MARKS.crossing;
  const side = places.length > 4000 ? 1.5 : 3;
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = view.toScreen(places[at], places[at + 1]);
    pencil.fillRect(x - side / 2, y - side / 2, side, side);
  }
  view.useGround(pencil);
}

function drawRings(pencil, { layout, shape, center, direction }, spacing, pixel) {
  const length = Math.hypot(direction[0], direction[1]) || 1;
  const [ahead, right] = [direction[0] / length, direction[1] / length];
  const rings = [];
  for (let slot = 0; slot < layout.rings.length; slot += 1) {
    const [x, y] = [layout.places[3 * slot] - center[0], layout.places[3 * slot + 1] - center[1]];
    const front = x * ahead + y * right;
    const side = y * ahead - x * right;
    const key = ROUND.has(shape) ? Math.atan2(side, front) : side;
    (rings[layout.rings[slot]] ??= []).push({ key, north: layout.places[3 * slot], east: layout.places[3 * slot + 1] });
  }
  pencil.strokeStyle = MARKS.ring;
  pencil.lineWidth = 1.2 * pixel;
  for (const ring of rings) {
    if (!ring) continue;
    ring.sort((left, other) => left.key - other.key);
    pencil.beginPath();
    ring.forEach(({ key, north, east }, index) => {
      // A row with a gap, such as that of a V, is not one line.
      if (!ROUND.has(shape) && index > 0 && key - ring[index - 1].key > 3 * spacing) pencil.moveTo(east, north);
      else pencil.lineTo(east, north);
    });
    if (ROUND.has(shape)) pencil.closePath();
    pencil.stroke();
  }
  pencil.strokeStyle = MARKS.slot;
  pencil.lineWidth = pixel;
  pencil.beginPath();
  const radius = 2.5 * pixel;
  for (const ring of rings) {
    for (const { north, east } of ring ?? []) {
      pencil.moveTo(east + radius, north);
      pencil.arc(east, north, radius, 0, 2 * Math.PI);
    }
  }
  pencil.stroke();
}
