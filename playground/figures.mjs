// What the page says in words: the time of the last call, its figures, the legend, the scale and whose data the map is.

import { SIZES as BODIES } from './army/army.mjs';
import { OUTCOMES, RANKS, SIZES, ringColour } from './palette.mjs';

const OUTCOME_NAMES = ['placed', 'relocated', 'overflow', 'overlap', 'stacked', 'ineligible', 'bad position'];
const NO_RING = 0xffffffff;
/** PHX_REPORT bits of the header. */
const NOTES = {
  ANCHOR_INVALID: 'The center cannot be stood on: goals were left where they are.',
  TOO_TIGHT: 'The places are nearer to one another than the bodies are wide.',
};

const element = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString('en-US');
const milliseconds = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ms`;

/** The colours of the agents, and which each has. */
export function colouring(by, army, result) {
  if (by === 'rank') return { colours: RANKS, which: army.ranks };
  if (by === 'outcome' && result) return { colours: OUTCOMES, which: result.outcomes };
  if (by === 'ring' && result) {
    const last = lastRing(result);
    const colours = Array.from({ length: last + 1 }, (_, ring) => ringColour(ring, last));
    colours.push('#808080');
    return { colours, which: result.rings.map((ring) => (ring === NO_RING ? last + 1 : ring)) };
  }
  return { colours: SIZES, which: army.sizes };
}

function lastRing({ rings }) {
  return rings.reduce((last, ring) => (ring === NO_RING ? last : Math.max(last, ring)), 0);
}

/** Says what the last call did, `crossings` undefined while nobody counts them. */
export function tellResult(result, agents, crossings) {
  element('time').value = milliseconds(result.times.formUp);
  element('status').textContent = result.status;
  element('status').className = result.status === 'PHX_OK' ? '' : 'partial';
  element('call').textContent = `phx_formation_form_up, n = ${number(agents)}`;
  const { slots_made: made, slots_dropped: dropped, slots_grown: grown } = result.report;
  const figures = [['of it, ground callback', milliseconds(result.times.ground)], ['rays asked', number(result.rays)]];
  if (result.times.drag !== undefined) figures.push(['phx_formation_drag', milliseconds(result.times.drag)]);
  figures.push(['slots made', number(made)]);
  if (dropped > 0) figures.push(['dropped, grown', `${number(dropped)}, ${number(grown)}`]);
  figures.push(['longest walk', `${(result.report.longest_walk / 100).toFixed(1)} m`]);
  if (crossings !== undefined) figures.push(['crossing walks', crossings === null ? 'counting…' : number(crossings)]);
  const notes = result.notes.filter((note) => NOTES[note]).map((note) => text('p', NOTES[note]));
  element('figures').replaceChildren(...figures.flatMap(([term, value]) => [text('dt', term), text('dd', value)]), ...notes);
}

/** Says what is being tried while the line is drawn. */
export function tellPreview(time, call) {
  element('time').value = milliseconds(time);
  element('status').textContent = 'preview';
  element('status').className = '';
  element('call').textContent = call;
  element('figures').replaceChildren();
}

/** Says that a call is under way for longer than a moment. */
export function tellWorking() {
  element('status').textContent = 'working…';
  element('status').className = '';
}

export function tellError(message) {
  element('status').textContent = 'error';
  element('status').className = 'error';
  element('call').textContent = message;
  element('figures').replaceChildren();
}

export function tellWelcome(version, agents) {
  element('version').textContent = `Version ${version}.`;
  element('time').value = `${number(agents)}`;
  element('status').textContent = '';
  element('call').textContent = agents === 1 ? 'agent waits for an order' : 'agents wait for an order';
  element('figures').replaceChildren();
}

export function tellLegend(by, army, result) {
  const legend = element('legend');
  if (by === 'ring') {
    const last = result ? lastRing(result) : 0;
    const ramp = document.createElement('div');
    ramp.className = 'ramp';
    const stops = Array.from({ length: 11 }, (_, step) => ringColour(step, 10)).join(', ');
    ramp.innerHTML = `ring 0<i class="bar" style="background: linear-gradient(to right, ${stops})"></i>${last}`;
    legend.replaceChildren(ramp);
    return;
  }
  const { colours, which } = colouring(by, army, result);
  const counts = colours.map(() => 0);
  which.forEach((one) => { counts[one] += 1; });
  const names = {
    size: BODIES.map(({ name }) => name),
    rank: colours.map((_, rank) => `rank ${rank}`),
    outcome: OUTCOME_NAMES,
  }[by === 'outcome' && !result ? 'size' : by];
  // All outcomes that a call on this page can have are shown, so that none of them is a surprise.
  const least = by === 'outcome' && result ? 5 : 1;
  const rows = names.map((name, one) => ({ name, one })).filter(({ one }) => counts[one] > 0 || one < least);
  legend.replaceChildren(...rows.map(({ name, one }) => {
    const row = document.createElement('div');
    row.innerHTML = `<i style="background: ${colours[one]}"></i>${name}<b>${number(counts[one])}</b>`;
    return row;
  }));
}

/** A bar of a round length. */
export function tellScale(view) {
  const most = 130 / view.scale / 100;
  const unit = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((step) => step * unit).find((length) => length <= most);
  element('scale').firstElementChild.style.width = `${metres * 100 * view.scale}px`;
  element('scale').lastElementChild.textContent = `${metres} m`;
}

export function tellNotice(world) {
  element('notice').innerHTML = world.notice;
}

function text(tag, content) {
  const made = document.createElement(tag);
  made.textContent = content;
  return made;
}
