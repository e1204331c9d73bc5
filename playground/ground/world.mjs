// A ground: obstacles, heights and voids, and what a vertical ray meets. Centimetres, north and east; heights up.

import { Clearance } from './clearance.mjs';

/** What a ray meets. */
export const NOTHING = 0;
export const GROUND = 1;
export const OBSTACLE = 2;

export class World {
  #clearance;

  /**
   * @param {Object} land
   * @param {string} land.name
   * @param {string} land.notice whose data it is, as HTML; may be empty
   * @param {{ low: number[], high: number[] }} land.bounds
   * @param {{ center: number[], width: number }} land.start what is shown first
   * @param {number[]} land.camp where the army stands first
   * @param {number[][]} land.obstacles outlines, each as north, east, …
   * @param {string} land.material of the obstacles: 'building' or 'rock'
   * @param {{ points: number[], width: number }[]} land.streets middle lines
   * @param {(north: number, east: number) => number} land.height
   * @param {(north: number, east: number) => number} land.depth above 0: there is nothing to stand on
   */
  constructor(land) {
    Object.assign(this, land);
    this.#clearance = new Clearance(land.obstacles, land.bounds);
  }

  /**
   * What a ray down on a place meets: GROUND, OBSTACLE or NOTHING. Obstacles are wider by `margin`, as on a navigation mesh
   * that was baked for bodies of this radius.
   */
  kind(north, east, margin) {
    if (this.isOutside(north, east) || this.depth(north, east) > 0) return NOTHING;
    return this.#clearance.at(north, east) < margin ? OBSTACLE : GROUND;
  }

  isOutside(north, east) {
    const { low, high } = this.bounds;
    return !(north >= low[0] && north <= high[0] && east >= low[1] && east <= high[1]);
  }

  /** How steeply the ground rises to the north and to the east. */
  slope(north, east) {
    const step = 10;
    return [
      (this.height(north + step, east) - this.height(north - step, east)) / (2 * step),
      (this.height(north, east + step) - this.height(north, east - step)) / (2 * step),
    ];
  }

  /** Whether somebody may stand there, by the rule of the library's default: up to 45 degrees. */
  isFree(north, east, margin) {
    return this.kind(north, east, margin) === GROUND && Math.hypot(...this.slope(north, east)) <= 1;
  }
}
