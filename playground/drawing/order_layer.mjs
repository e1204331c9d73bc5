// What the player is about to order, or has ordered: the line, the front, the places of the preview, the keyboard's cross.

import { MARKS } from '../palette.mjs';

/**
 * @param {Object} drawn
 * @param {?number[]} drawn.line north, east, north, east, …
 * @param {?Object} drawn.preview an answer of the library: places with states, or goals; center and direction
 * @param {?Object} drawn.front center and direction of the order that stands
 * @param {?number[]} drawn.cross where the keyboard points
 */
export function drawOrder(pencil, view, { line, preview, front, cross, radius }) {
  pencil.setTransform(1, 0, 0, 1, 0, 0);
  pencil.clearRect(0, 0, view.width * view.ratio, view.height * view.ratio);
  view.useScreen(pencil);
  if (preview) drawPreview(pencil, view, preview, radius);
  if (line) drawLine(pencil, view, line);
  const shown = preview ?? front;
  if (shown) drawFront(pencil, view, shown);
  if (cross) drawCross(pencil, view, cross);
}

function drawPreview(pencil, view, { places, states, goals }, radius) {
  const dots = goals ?? places;
  const size = Math.max(radius * view.scale, 1.2);
  pencil.lineWidth = 1;
  for (const blocked of [false, true]) {
    pencil.strokeStyle = blocked ? MARKS.blocked : MARKS.order;
    pencil.globalAlpha = blocked ? 0.45 : 0.6;
    pencil.beginPath();
    for (let dot = 0; 3 * dot < dots.length; dot += 1) {
      if (Boolean(states?.[dot]) !== blocked) continue;
      const [x, y] = view.toScreen(dots[3 * dot], dots[3 * dot + 1]);
      if (blocked) {
        pencil.moveTo(x - 2, y - 2);
        pencil.lineTo(x + 2, y + 2);
      } else {
        pencil.moveTo(x + size, y);
        pencil.arc(x, y, size, 0, 2 * Math.PI);
      }
    }
    pencil.stroke();
  }
  pencil.globalAlpha = 1;
}

function drawLine(pencil, view, line) {
  pencil.strokeStyle = MARKS.order;
  pencil.lineWidth = 2;
  pencil.lineCap = 'round';
  pencil.lineJoin = 'round';
  pencil.beginPath();
  for (let at = 0; at < line.length; at += 2) pencil.lineTo(...view.toScreen(line[at], line[at + 1]));
  pencil.stroke();
  pencil.fillStyle = MARKS.order;
  for (const at of [0, line.length - 2]) {
    pencil.beginPath();
    pencil.arc(...view.toScreen(line[at], line[at + 1]), 3.5, 0, 2 * Math.PI);
    pencil.fill();
  }
}

/** An arrow from the center to where the front faces. */
function drawFront(pencil, view, { center, direction }) {
  const length = Math.hypot(direction[0], direction[1]);
  if (!(length > 0)) return;
  const [x, y] = view.toScreen(center[0], center[1]);
  const [dx, dy] = [direction[1] / length, -direction[0] / length];
  const at = (along, across) => [x + dx * along - dy * across, y + dy * along + dx * across];
  pencil.strokeStyle = MARKS.order;
  pencil.fillStyle = MARKS.order;
  pencil.lineWidth = 2;
  pencil.beginPath();
  pencil.moveTo(...at(0, 0));
  pencil.lineTo(...at(26, 0));
  pencil.stroke();
  pencil.beginPath();
  pencil.moveTo(...at(36, 0));
  pencil.lineTo(...at(24, 5.5));
  pencil.lineTo(...at(24, -5.5));
  pencil.fill();
  pencil.beginPath();
  pencil.arc(x, y, 3, 0, 2 * Math.PI);
  pencil.fill();
}

function drawCross(pencil, view, cross) {
  const [x, y] = view.toScreen(...cross);
  pencil.strokeStyle = MARKS.order;
  pencil.lineWidth = 1.5;
  pencil.beginPath();
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    pencil.moveTo(x + 4 * dx, y + 4 * dy);
    pencil.lineTo(x + 13 * dx, y + 13 * dy);
  }
  pencil.stroke();
}
