// The map: shaded heights, what is too steep, where there is nothing, streets and obstacles.

import { loopsAbove } from '../ground/contours.mjs';
import { GROUND } from '../palette.mjs';

/** Side of a pixel of the shading, of the squares of outlines, and between lines of equal height; centimetres. */
const SHADE = 200;
const SQUARE = 200;
const HEIGHT_STEP = 400;

const sheets = new WeakMap();

/** Draws a world. What does not depend on the view is prepared once. */
export function drawGround(pencil, view, world) {
  if (!sheets.has(world)) sheets.set(world, prepare(world));
  const sheet = sheets.get(world);
  const { low, high } = world.bounds;
  view.useScreen(pencil);
  pencil.fillStyle = GROUND.nothing;
  pencil.fillRect(0, 0, view.width, view.height);
  view.useGround(pencil);
  pencil.save();
  pencil.beginPath();
  pencil.rect(low[1], low[0], high[1] - low[1], high[0] - low[0]);
  pencil.clip();
  pencil.fillStyle = GROUND.paper;
  pencil.fillRect(low[1], low[0], high[1] - low[1], high[0] - low[0]);
  if (sheet.shades) {
    pencil.imageSmoothingQuality = 'high';
    pencil.drawImage(sheet.shades, low[1], low[0], sheet.shades.width * SHADE, sheet.shades.height * SHADE);
  }
  const pixel = 1 / view.scale;
  pencil.strokeStyle = GROUND.contour;
  pencil.lineWidth = pixel;
  pencil.stroke(sheet.contours);
  pencil.lineJoin = 'round';
  pencil.lineCap = 'round';
  pencil.strokeStyle = GROUND.street;
  for (const { path, width } of sheet.streets) {
    pencil.lineWidth = width;
    pencil.stroke(path);
  }
  drawSteep(pencil, view, sheet.steep);
  pencil.fillStyle = GROUND.nothing;
  pencil.fill(sheet.nothing);
  pencil.strokeStyle = GROUND.shore;
  pencil.lineWidth = 2 * pixel;
  pencil.stroke(sheet.nothing);
  drawObstacles(pencil, sheet.obstacles, world.material, pixel);
  pencil.restore();
}

function drawObstacles(pencil, obstacles, material, pixel) {
  pencil.save();
  pencil.translate(90, -90);
  pencil.fillStyle = 'rgba(92, 80, 62, 0.20)';
  pencil.fill(obstacles);
  pencil.restore();
  pencil.fillStyle = GROUND[material];
  pencil.fill(obstacles);
  pencil.strokeStyle = GROUND.edge;
  pencil.lineWidth = pixel;
  pencil.stroke(obstacles);
}

function drawSteep(pencil, view, steep) {
  pencil.fillStyle = GROUND.steep;
  pencil.fill(steep);
  const stripes = hatching(view.ratio);
  pencil.save();
  pencil.clip(steep);
  // The stripes keep their distance on the screen.
  pencil.setTransform(1, 0, 0, 1, 0, 0);
  pencil.fillStyle = pencil.createPattern(stripes, 'repeat');
  pencil.fillRect(0, 0, view.width * view.ratio, view.height * view.ratio);
  pencil.restore();
}

function hatching(ratio) {
  const side = Math.round(7 * ratio);
  const tile = new OffscreenCanvas(side, side);
  const pencil = tile.getContext('2d');
  pencil.strokeStyle = GROUND.hatch;
  pencil.lineWidth = ratio;
  pencil.beginPath();
  for (const shift of [-side, 0, side]) {
    pencil.moveTo(shift - 1, side + 1);
    pencil.lineTo(shift + side + 1, -1);
  }
  pencil.stroke();
  return tile;
}

function prepare(world) {
  const steepness = (north, east) => Math.hypot(...world.slope(north, east));
  const contours = new Path2D();
  const isLevel = highest(world) === 0;
  if (!isLevel) {
    for (let level = HEIGHT_STEP / 2; level < highest(world); level += HEIGHT_STEP) {
      trace(contours, loopsAbove(world.height, world.bounds, SQUARE, level));
    }
  }
  const steep = new Path2D();
  if (!isLevel) trace(steep, loopsAbove(steepness, world.bounds, SQUARE, 1));
  const nothing = new Path2D();
  // A little farther than the map, so that no shore is drawn along its edge.
  const [low, high] = [world.bounds.low.map((side) => side - 2 * SQUARE), world.bounds.high.map((side) => side + 2 * SQUARE)];
  trace(nothing, loopsAbove(world.depth, { low, high }, SQUARE, 0));
  const obstacles = new Path2D();
  trace(obstacles, world.obstacles);
  const streets = world.streets.map(({ points, width }) => {
    const path = new Path2D();
    for (let at = 0; at < points.length; at += 2) path.lineTo(points[at + 1], points[at]);
    return { path, width };
  });
  return { contours, steep, nothing, obstacles, streets, shades: isLevel ? null : shades(world) };
}

function highest(world) {
  const { low, high } = world.bounds;
  let most = 0;
  for (let north = low[0]; north < high[0]; north += 500) {
    for (let east = low[1]; east < high[1]; east += 500) most = Math.max(most, world.height(north, east));
  }
  return most;
}

function trace(path, loops) {
  for (const loop of loops) {
    for (let at = 0; at < loop.length; at += 2) {
      if (at === 0) path.moveTo(loop[1], loop[0]);
      else path.lineTo(loop[at + 1], loop[at]);
    }
    path.closePath();
  }
}

/** Light from the north-west. Row 0 of the picture lies in the south, since a drawing of the ground counts upwards. */
function shades(world) {
  const { low, high } = world.bounds;
  const [width, height] = [Math.ceil((high[1] - low[1]) / SHADE), Math.ceil((high[0] - low[0]) / SHADE)];
  const canvas = new OffscreenCanvas(width, height);
  const pencil = canvas.getContext('2d');
  const image = pencil.createImageData(width, height);
  const [lit, shaded] = [GROUND.lit, GROUND.shaded].map(parts);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [up, right] = world.slope(low[0] + (row + 0.5) * SHADE, low[1] + (column + 0.5) * SHADE);
      const light = (right - up) / Math.SQRT2 / Math.hypot(up, right, 1);
      const to = light > 0 ? lit : shaded;
      image.data.set([...to, Math.min(Math.abs(light) * 1.1, 0.85) * 255], 4 * (row * width + column));
    }
  }
  pencil.putImageData(image, 0, 0);
  return canvas;
}

function parts(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}
