// What part of the ground the canvas shows: north is up. Ground in centimetres, screen in CSS pixels.

const NEAREST = 0.25; // pixels to a centimetre
const FARTHEST = 0.004;

export class View {
  #ratio = 1;

  constructor() {
    this.center = [0, 0];
    this.scale = 0.02;
    this.width = 1;
    this.height = 1;
  }

  /** Takes the size of the canvas, and shows the same middle. */
  resize(width, height, ratio) {
    Object.assign(this, { width, height });
    this.#ratio = ratio;
  }

  /** Device pixels to a CSS pixel. */
  get ratio() {
    return this.#ratio;
  }

  show({ center, width }) {
    this.center = [...center];
    this.scale = Math.min(this.width / width, this.height / (width * 0.72));
  }

  toScreen(north, east) {
    return [this.width / 2 + (east - this.center[1]) * this.scale, this.height / 2 - (north - this.center[0]) * this.scale];
  }

  toGround(x, y) {
    return [this.center[0] - (y - this.height / 2) / this.scale, this.center[1] + (x - this.width / 2) / this.scale];
  }

  pan(dx, dy) {
    this.center[0] += dy / this.scale;
    this.center[1] -= dx / this.scale;
  }

  /** Zooms, and leaves what lies under a place of the screen where it is. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const before = this.toGround(x, y);
    this.scale = Math.min(Math.max(this.scale * factor, FARTHEST), NEAREST);
    const after = this.toGround(x, y);
    this.center = [this.center[0] + before[0] - after[0], this.center[1] + before[1] - after[1]];
  }

  /** Lets a drawing use centimetres: x east, y north. Lines are given in centimetres too. */
  useGround(pencil) {
    const s = this.scale * this.#ratio;
    const x = (this.width / 2) * this.#ratio - this.center[1] * s;
    const y = (this.height / 2) * this.#ratio + this.center[0] * s;
    pencil.setTransform(s, 0, 0, -s, x, y);
  }

  /** Lets a drawing use CSS pixels. */
  useScreen(pencil) {
    pencil.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
  }
}
