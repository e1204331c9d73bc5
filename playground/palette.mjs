// Colours, which the page's style, the drawings and the tests share. Those of agents are told apart by colour-blind readers too.

export const GROUND = {
  paper: '#f1ecdf',
  lit: '#fffcf2',
  shaded: '#a89c86',
  street: '#fdfcf8',
  building: '#cdc4b7',
  rock: '#bcb6ad',
  edge: '#a1968a',
  contour: 'rgba(164, 142, 102, 0.42)',
  steep: 'rgba(206, 128, 88, 0.30)',
  hatch: 'rgba(150, 76, 42, 0.42)',
  nothing: '#3a424b',
  shore: '#20262c',
};

/** By size of body. */
export const SIZES = ['#2a78b5', '#e06a1a', '#128a66'];

/** By rank. */
export const RANKS = ['#2a78b5', '#d1495b', '#edae49', '#5b5f97'];

/** By number of the outcome. The first three can be told from one another without colour: the page writes counts beside. */
export const OUTCOMES = ['#2a78b5', '#e3a008', '#9c2fae', '#e00020', '#6b0012', '#808080', '#404040'];

export const MARKS = {
  path: 'rgba(43, 74, 104, 0.20)',
  start: 'rgba(60, 56, 50, 0.34)',
  goal: 'rgba(30, 30, 30, 0.55)',
  crossing: '#c2185b',
  ring: '#6a3d9a',
  slot: 'rgba(106, 61, 154, 0.45)',
  order: '#14110d',
  blocked: '#c2410c',
};

/** Rings from the innermost, dark, to the outermost, light. */
export function ringColour(ring, last) {
  const ramp = [[59, 15, 112], [59, 82, 139], [33, 145, 140], [94, 184, 88], [217, 180, 34], [224, 108, 60]];
  const along = (ring / Math.max(last, 1)) * (ramp.length - 1);
  const step = Math.min(Math.floor(along), ramp.length - 2);
  const mixed = ramp[step].map((from, part) => Math.round(from + (ramp[step + 1][part] - from) * (along - step)));
  return `rgb(${mixed.join(', ')})`;
}
