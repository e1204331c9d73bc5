// What goes on: an army on a ground, the order that stands, and the walk to its goals.

import { muster } from './army/army.mjs';
import { crossings } from './army/crossings.mjs';
import { Walk } from './army/walk.mjs';

/** A preview calls the whole of the library while that takes no longer, in milliseconds; else it asks for the places alone. */
const WHOLE_PREVIEW = 25;

/** Milliseconds after which a call that goes on is worth a word. */
const PATIENCE = 200;

const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

export class Battlefield {
  #library;
  #changed;
  #walk = null;
  #counting = null;
  #given = 0;
  #wanted = null;
  #isPreviewing = false;

  /** @param {(what: string) => void} changed `units`, `order`, `arrived`, `preview`, `crossings`, `working`, `error` */
  constructor(library, changed) {
    this.#library = library;
    this.#changed = changed;
    this.order = null;
    this.preview = null;
  }

  /** Puts a new army into the camp of a ground, without orders. */
  muster(wish, world, ground) {
    this.#given += 1;
    Object.assign(this, { world, ground, order: null, preview: null, army: muster({ ...wish, seed: 1 }, world) });
    this.#walk = null;
    this.#counting = null;
    this.#changed('units');
  }

  /**
   * Orders the army.
   * @param {Object} wish shape, spacing and so on
   * @param {Object} place `line`, or `center` and `direction`
   * @param {Float64Array} starts where everybody stands, or stood when the order that this one replaces was given
   */
  async command(wish, place, starts = this.army.positions.slice()) {
    this.#given += 1;
    const number = this.#given;
    this.#wanted = null;
    const { radii, ranks } = this.army;
    const timer = setTimeout(() => this.#changed('working'), PATIENCE);
    try {
      const given = { army: { positions: starts, radii, ranks }, order: { ...wish, ...place }, ground: this.ground };
      const result = await this.#library.ask('formUp', given);
      if (number !== this.#given) return;
      this.preview = null;
      this.order = { wish, place, result, starts, radii, crossings: undefined };
      this.#counting = null;
      this.#walk = new Walk(this.army.positions, result.goals, performance.now());
      if (stillness.matches && this.#walk.moveOn(Infinity)) this.#walk = null;
      this.#changed('order');
    } catch (error) {
      this.error = error.message;
      this.#changed('error');
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives the order again with other wishes, as if these had been meant from the beginning. */
  async commandAgain(wish) {
    if (!this.order) return;
    const { place, result, starts } = this.order;
    const isOther = wish.shape !== this.order.wish.shape;
    const { center, direction } = result;
    await this.command(wish, isOther ? { center, direction } : place, starts);
  }

  /** Shows where the army would stand; of several wishes in a short time the last counts. */
  async foresee(wish, line) {
    this.#wanted = { wish, line };
    if (this.#isPreviewing) return;
    this.#isPreviewing = true;
    while (this.#wanted) {
      const { wish: order, line: points } = this.#wanted;
      this.#wanted = null;
      const { positions, radii, ranks } = this.army;
      const isWhole = (this.order?.result.times.formUp ?? radii.length / 20) < WHOLE_PREVIEW;
      const given = { army: { positions, radii, ranks }, order: { ...order, line: points }, ground: this.ground };
      const number = this.#given;
      const preview = await this.#library.ask(isWhole ? 'formUp' : 'places', given).catch(() => null);
      if (number !== this.#given || !this.isDrawing) continue;
      this.preview = preview;
      this.#changed('preview');
    }
    this.#isPreviewing = false;
  }

  /** Ends the preview. */
  forget() {
    this.isDrawing = false;
    this.#wanted = null;
    this.preview = null;
  }

  get isWalking() {
    return this.#walk !== null;
  }

  /** Moves everything on to this moment, and counts crossings for a few milliseconds if they are asked for. */
  moveOn(now, isCounting) {
    if (this.#walk) {
      const isOver = this.#walk.moveOn(now);
      if (isOver) this.#walk = null;
      this.#changed(isOver ? 'arrived' : 'units');
    }
    if (!isCounting || !this.order || this.order.crossings) return;
    this.order.crossings ??= null;
    this.#counting ??= crossings(this.order.starts, this.order.result.goals);
    const { done, value } = this.#counting.next();
    if (done) this.order.crossings = value;
    this.#changed('crossings');
  }
}
