// The panel: what the player wishes, and what depends on it. Lengths are metres on the page and centimetres behind it.

const METRE = 100;

/** Shapes with the width to depth that each begins with, as a power of two; none: it has no proportion. */
const SHAPES = [
  { name: 'GRID', label: 'grid', proportion: 1 },
  { name: 'CIRCLE', label: 'circle' },
  { name: 'TRIANGLE', label: 'wedge' },
  { name: 'LINE', label: 'line', proportion: 3.5 },
  { name: 'COLUMN', label: 'column', proportion: -2 },
  { name: 'HOLLOW', label: 'hollow', proportion: 0.5 },
  { name: 'STAGGERED', label: 'staggered', proportion: 1 },
  { name: 'V', label: 'V' },
  { name: 'ECHELON_LEFT', label: 'left ech.' },
  { name: 'ECHELON_RIGHT', label: 'right ech.' },
];
const AGENTS_IN_PICTURE = 16;
const MOST_AGENTS = 20000;

export class Controls {
  #form = document.querySelector('#controls');
  #proportions = new Map(SHAPES.map(({ name, proportion }) => [name, proportion]));

  /** @param {(name: string) => void} changed is told which control moved */
  constructor(changed) {
    this.#makeShapes();
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('input', ({ target }) => {
      this.#follow(target.name);
      changed(target.name);
    });
    this.set('exact', this.#form.exact.value);
    this.#follow('exact');
    this.#follow('shape');
  }

  /** What an army is mustered from. */
  get army() {
    const { exact, sizes, body, ranks } = this.#form;
    const count = Math.min(Math.max(Math.round(Number(exact.value)) || 1, 1), MOST_AGENTS);
    return { count, sizes: Number(sizes.value), body: Number(body.value) * METRE, ranks: Number(ranks.value) };
  }

  /** What an order is made from, without its place. */
  get order() {
    const { shape, mode, effort, spacing, proportion, inner, corners, turn } = this.#form;
    const is = (kind) => !this.#form.querySelector(`[data-for=${kind}]`).hidden;
    return {
      shape: shape.value,
      mode: mode.value,
      effort: effort.value,
      spacing: Number(spacing.value) * METRE,
      proportion: is('proportion') ? 2 ** Number(proportion.value) : 2,
      innerRadius: is('inner') ? Number(inner.value) * METRE : 0,
      corners: is('corners') && Number(corners.value) > 2 ? Number(corners.value) : 0,
      turn: is('keep') ? Number(turn.value) : 0,
    };
  }

  value(name) {
    return this.#form[name].value;
  }

  isOn(name) {
    return this.#form[name].checked;
  }

  set(name, value) {
    this.#form[name].value = value;
    this.#follow(name);
  }

  /** Draws each shape's button with the slots that the library gives to a few agents. */
  async drawShapes(library) {
    const orders = SHAPES.map(({ name, proportion = 0 }) => ({
      ...this.order, shape: name, spacing: 100, proportion: 2 ** Math.min(proportion, 2), innerRadius: 0, corners: 0,
    }));
    const pictures = await library.ask('pictures', { orders, count: AGENTS_IN_PICTURE });
    document.querySelectorAll('#shapes canvas').forEach((canvas, index) => drawShape(canvas, pictures[index].places));
  }

  #makeShapes() {
    const group = document.querySelector('#shapes');
    for (const { name, label } of SHAPES) {
      const button = document.createElement('label');
      button.innerHTML = `<input type="radio" name="shape" value="${name}"><span><canvas></canvas>${label}</span>`;
      group.append(button);
    }
    this.#form.shape.value = 'GRID';
  }

  /** Lets what hangs on a control follow it. */
  #follow(name) {
    const form = this.#form;
    if (name === 'count') form.exact.value = tidy(MOST_AGENTS ** Number(form.count.value));
    if (name === 'exact') form.count.value = Math.log(Math.max(Number(form.exact.value), 1)) / Math.log(MOST_AGENTS);
    const shape = form.shape.value;
    if (name === 'proportion') this.#proportions.set(shape, Number(form.proportion.value));
    else form.proportion.value = this.#proportions.get(shape) ?? 0;
    const isKept = form.mode.value === 'KEEP_FORMATION';
    const shown = {
      keep: isKept,
      proportion: this.#proportions.get(shape) !== undefined,
      inner: shape === 'CIRCLE' || shape === 'HOLLOW',
      corners: shape === 'CIRCLE',
    };
    for (const [kind, isShown] of Object.entries(shown)) form.querySelector(`[data-for=${kind}]`).hidden = !isShown;
    const texts = {
      turn: `${form.turn.value}°`,
      spacing: `${Number(form.spacing.value).toFixed(1)} m`,
      proportion: ratio(2 ** Number(form.proportion.value)),
      inner: form.inner.value === '0' ? (shape === 'HOLLOW' ? 'half' : 'none') : `${form.inner.value} m`,
      corners: form.corners.value === '2' ? 'round' : form.corners.value,
      body: `${Number(form.body.value).toFixed(2)} m`,
    };
    for (const [slider, text] of Object.entries(texts)) form[slider].parentElement.querySelector('output').value = text;
  }
}

/** Two leading digits. */
function tidy(count) {
  const unit = 10 ** Math.max(Math.floor(Math.log10(count)) - 1, 0);
  return Math.max(Math.round(count / unit) * unit, 1);
}

function ratio(value) {
  const text = (part) => String(Math.round(part * 10) / 10);
  return value >= 1 ? `${text(value)} : 1` : `1 : ${text(1 / value)}`;
}

/** North, the front, is up. */
function drawShape(canvas, places) {
  const scale = Math.max(window.devicePixelRatio, 1) * 2;
  canvas.width = 34 * scale;
  canvas.height = 28 * scale;
  const pencil = canvas.getContext('2d');
  const [north, east] = [0, 1].map((axis) => places.filter((_, index) => index % 3 === axis));
  const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  const span = (values) => Math.max(...values) - Math.min(...values);
  const fit = Math.min((canvas.width * 0.84) / (span(east) + 60), (canvas.height * 0.84) / (span(north) + 60), scale / 16);
  pencil.fillStyle = '#3d5a73';
  for (let slot = 0; slot < north.length; slot += 1) {
    const x = canvas.width / 2 + (east[slot] - middle(east)) * fit;
    const y = canvas.height / 2 - (north[slot] - middle(north)) * fit;
    pencil.beginPath();
    pencil.arc(x, y, Math.max(32 * fit, 0.9 * scale), 0, 2 * Math.PI);
    pencil.fill();
  }
}
