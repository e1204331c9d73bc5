// Mouse, pen, finger and keys on the map: lines and clicks that order the army, panning and zooming.

const CLICK = 5; // CSS pixels: who moves less has clicked
const CORNER = 6; // between two points of a curve
const KEY_STEP = 24;
const KEY_LEAP = 120;

export class Gestures {
  #canvas;
  #view;
  #events;
  #line = null;
  #pressed = null;
  #panned = null;
  #cross = null;
  #mark = null;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {View} view
   * @param {Object} events `ordered(line)`, `drawing(line)` (null: nothing any more), `moved()`, `isCurve()`, `crossed(place)`;
   * lines are north, east, north, east, …, of one point for a click
   */
  constructor(canvas, view, events) {
    this.#canvas = canvas;
    this.#view = view;
    this.#events = events;
    canvas.addEventListener('pointerdown', (event) => this.#press(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#release(event));
    canvas.addEventListener('pointercancel', () => this.#forget());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.#zoom(event), { passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('blur', () => this.#hideCross());
  }

  #press(event) {
    this.#canvas.setPointerCapture(event.pointerId);
    this.#hideCross();
    if (event.button !== 0) {
      this.#panned = [event.offsetX, event.offsetY];
      return;
    }
    this.#pressed = [event.offsetX, event.offsetY];
    this.#line = this.#view.toGround(...this.#pressed);
  }

  #move(event) {
    const at = [event.offsetX, event.offsetY];
    if (this.#panned) {
      this.#view.pan(at[0] - this.#panned[0], at[1] - this.#panned[1]);
      this.#panned = at;
      this.#events.moved();
      return;
    }
    if (!this.#pressed || (this.#line.length === 2 && distance(at, this.#pressed) < CLICK)) return;
    const place = this.#view.toGround(...at);
    if (!this.#events.isCurve()) this.#line = [...this.#line.slice(0, 2), ...place];
    else if (distance(at, this.#view.toScreen(...this.#line.slice(-2))) >= CORNER) this.#line.push(...place);
    else return;
    this.#events.drawing(this.#line);
  }

  #release(event) {
    if (this.#panned) {
      this.#panned = null;
      return;
    }
    if (!this.#pressed || event.button !== 0) return;
    const line = this.#line;
    this.#forget();
    this.#events.ordered(line);
  }

  #forget() {
    this.#pressed = null;
    this.#panned = null;
    this.#line = null;
    this.#events.drawing(null);
  }

  #zoom(event) {
    event.preventDefault();
    this.#view.zoom(Math.exp(-event.deltaY * 0.0016), event.offsetX, event.offsetY);
    this.#events.moved();
  }

  #key(event) {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[event.key]) this.#step(steps[event.key].map((part) => part * (event.shiftKey ? KEY_LEAP : KEY_STEP)));
    else if (event.key === 'Enter' && this.#cross) this.#orderAtCross();
    else if (event.key === ' ' && this.#cross) this.#mark = [...this.#cross];
    else if (event.key === '+' || event.key === '=' || event.key === '-') {
      this.#view.zoom(event.key === '-' ? 0.8 : 1.25);
      this.#events.moved();
    } else if (event.key === 'Escape') {
      this.#forget();
      this.#hideCross();
    } else return;
    event.preventDefault();
  }

  #step([dx, dy]) {
    const [width, height] = [this.#view.width, this.#view.height];
    const [x, y] = this.#cross ? this.#view.toScreen(...this.#cross) : [width / 2, height / 2];
    const at = [Math.min(Math.max(x + dx, 0), width), Math.min(Math.max(y + dy, 0), height)];
    this.#cross = this.#view.toGround(...at);
    this.#events.crossed(this.#cross);
    if (this.#mark) this.#events.drawing([...this.#mark, ...this.#cross]);
  }

  #orderAtCross() {
    const line = this.#mark ? [...this.#mark, ...this.#cross] : [...this.#cross];
    this.#mark = null;
    this.#events.drawing(null);
    this.#events.ordered(line);
  }

  #hideCross() {
    this.#cross = null;
    this.#mark = null;
    this.#events.crossed(null);
  }
}

function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}
