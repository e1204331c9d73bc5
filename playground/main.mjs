// The page: brings panel, map and library together, and draws what has changed.

import { Battlefield } from './battlefield.mjs';
import { Controls } from './controls.mjs';
import { drawGround } from './drawing/ground_layer.mjs';
import { drawMarks } from './drawing/marks_layer.mjs';
import { drawOrder } from './drawing/order_layer.mjs';
import { drawUnits } from './drawing/units_layer.mjs';
import { View } from './drawing/view.mjs';
import {
  colouring, tellError, tellLegend, tellNotice, tellPreview, tellResult, tellScale, tellWelcome, tellWorking,
} from './figures.mjs';
import { Gestures } from './gestures.mjs';
import { worldOf } from './ground/worlds.mjs';
import { Library } from './library.mjs';

/** Milliseconds that a slider rests before the army follows it. */
const REST = 180;
const LAYERS = ['ground', 'marks', 'units', 'orders'];
/** The layers that change with what happens on the field. */
const TOUCHED = {
  units: ['units'],
  order: LAYERS.slice(1),
  arrived: ['marks', 'units'],
  preview: ['orders'],
  crossings: ['marks'],
};
const ARMY = new Set(['count', 'exact', 'sizes', 'body', 'ranks']);
const MARKS = ['before', 'after', 'paths', 'crossings', 'rings'];
const PICTURE = new Set(['colour', 'stroke', ...MARKS]);

const library = new Library();
const townText = await fetch('bubenec.town').then((answer) => answer.text());
const view = new View();
const pencils = Object.fromEntries(LAYERS.map((id) => [id, document.getElementById(id).getContext('2d')]));
const stale = new Set(LAYERS);
const drawn = { line: null, cross: null };
let timer;
let version;

const field = new Battlefield(library, (what) => {
  TOUCHED[what]?.forEach((layer) => stale.add(layer));
  if (what === 'order') tellOrder();
  if (what === 'crossings') tellCrossings();
  if (what === 'working') tellWorking();
  if (what === 'error') tellError(field.error);
  if (what === 'preview' && field.preview) {
    const { times } = field.preview;
    if (times.formUp) tellPreview(times.formUp, 'phx_formation_form_up, with each move of the pointer');
    else tellPreview(times.drag + times.places, 'the places alone: phx_formation_drag, slots, validate');
  }
});
const controls = new Controls(changed);
const orders = document.getElementById('orders');
new Gestures(orders, view, {
  isCurve: () => controls.value('stroke') === 'curve',
  moved: () => LAYERS.forEach((layer) => stale.add(layer)),
  crossed: (place) => {
    drawn.cross = place;
    stale.add('orders');
  },
  drawing: (line) => {
    drawn.line = line;
    stale.add('orders');
    if (line) {
      field.isDrawing = true;
      field.foresee(controls.order, raised(line));
    } else field.forget();
  },
  ordered: (line) => {
    document.getElementById('hint').classList.add('done');
    field.command(controls.order, { line: raised(line) });
  },
});

/** Points of a line lie on the ground. */
function raised(line) {
  const points = [];
  for (let at = 0; at < line.length; at += 2) points.push(line[at], line[at + 1], field.world.height(line[at], line[at + 1]));
  return points;
}

function changed(name) {
  if (PICTURE.has(name)) {
    LAYERS.slice(1).forEach((layer) => stale.add(layer));
    tellLegend(controls.value('colour'), field.army, field.order?.result);
    if (name === 'crossings' && field.order) tellCrossings();
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (name === 'ground') enter(controls.value('ground'));
    else if (ARMY.has(name)) musterAgain();
    // Whoever keeps his formation keeps the one that he has when he is ordered the next time.
    else if (name !== 'mode') field.commandAgain(controls.order);
  }, name === 'shape' || name === 'ground' ? 0 : REST);
}

/** A new army in the camp gets the order that stood for the old one. */
function musterAgain() {
  const standing = field.order;
  camp();
  if (standing) field.command(controls.order, standing.place);
}

function enter(name) {
  field.order = null;
  field.ground = name;
  field.world = worldOf(name, townText);
  view.show(field.world.start);
  tellNotice(field.world);
  camp();
  LAYERS.forEach((layer) => stale.add(layer));
}

function camp() {
  field.muster(controls.army, field.world, field.ground);
  makeRoom();
  LAYERS.slice(1).forEach((layer) => stale.add(layer));
  tellWelcome(version, controls.army.count);
  tellLegend(controls.value('colour'), field.army, null);
}

/** Shows more of the ground to an army that would fill what is shown. */
function makeRoom() {
  const { camp: [north, east], start, bounds } = field.world;
  const { positions } = field.army;
  let reach = 0;
  for (let at = 0; at < positions.length; at += 3) {
    reach = Math.max(reach, Math.hypot(positions[at] - north, positions[at + 1] - east));
  }
  if (2 * reach * view.scale < 0.62 * Math.min(view.width, view.height)) return;
  view.show({ center: start.center, width: Math.min(4.6 * reach, 1.1 * (bounds.high[1] - bounds.low[1])) });
  LAYERS.forEach((layer) => stale.add(layer));
}

function tellOrder() {
  const { result } = field.order;
  // A line that was drawn makes its own shape.
  if (result.shape === 'LINE' || result.shape === 'POINTS') {
    controls.set('shape', 'LINE');
    field.order.wish.shape = 'LINE';
  }
  tellCrossings();
  tellLegend(controls.value('colour'), field.army, result);
  document.body.dataset.walk = field.isWalking ? 'walking' : 'standing';
  document.body.dataset.orders = Number(document.body.dataset.orders ?? 0) + 1;
}

function tellCrossings() {
  const { result, radii, crossings } = field.order;
  const count = controls.isOn('crossings') ? (crossings?.count ?? null) : undefined;
  tellResult(result, radii.length, count);
}

function fit() {
  const { clientWidth: width, clientHeight: height } = document.getElementById('map');
  const ratio = window.devicePixelRatio;
  for (const { canvas } of Object.values(pencils)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  view.resize(width, height, ratio);
  LAYERS.forEach((layer) => stale.add(layer));
}

function draw() {
  const { army, order, preview } = field;
  const by = controls.value('colour');
  if (stale.has('ground')) {
    drawGround(pencils.ground, view, field.world);
    tellScale(view);
  }
  if (stale.has('marks')) {
    const shown = Object.fromEntries(MARKS.map((name) => [name, controls.isOn(name)]));
    // Who has arrived covers his goal.
    drawMarks(pencils.marks, view, order, { ...shown, after: shown.after && field.isWalking });
  }
  if (stale.has('units')) {
    const { colours, which } = colouring(by, army, order?.result);
    drawUnits(pencils.units, view, army, colours, which);
  }
  if (stale.has('orders')) {
    drawOrder(pencils.orders, view, { ...drawn, preview, front: order?.result, radius: controls.army.body });
  }
  stale.clear();
}

function frame(now) {
  field.moveOn(now, controls.isOn('crossings'));
  document.body.dataset.walk = field.isWalking ? 'walking' : 'standing';
  if (stale.size > 0) draw();
  requestAnimationFrame(frame);
}

document.getElementById('gather').addEventListener('click', camp);
document.getElementById('home').addEventListener('click', () => {
  view.show(field.world.start);
  LAYERS.forEach((layer) => stale.add(layer));
});
document.getElementById('whole').addEventListener('click', () => {
  const { low, high } = field.world.bounds;
  const center = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  view.show({ center, width: Math.max(high[1] - low[1], (high[0] - low[0]) / 0.72) });
  LAYERS.forEach((layer) => stale.add(layer));
});
new ResizeObserver(fit).observe(document.getElementById('map'));

try {
  version = await library.version;
  fit();
  enter(controls.value('ground'));
  await controls.drawShapes(library);
  requestAnimationFrame(frame);
  document.body.dataset.state = 'ready';
} catch (error) {
  tellError(error.message);
  throw error;
}
