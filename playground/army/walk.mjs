// Everybody walks straight to his goal, all at the same speed: finding a way round is the host's business, not the library's.

/** Seconds that the longest walk takes. */
const LONGEST = 2.6;

export class Walk {
  #start;
  #begin;
  #longest = 0;

  /**
   * @param {Float64Array} positions where everybody stands; moved on by {@link Walk#moveOn}
   * @param {Float64Array} goals
   * @param {number} now milliseconds
   */
  constructor(positions, goals, now) {
    this.positions = positions;
    this.goals = goals;
    this.#start = positions.slice();
    this.#begin = now;
    for (let at = 0; at < goals.length; at += 3) {
      const distance = Math.hypot(goals[at] - positions[at], goals[at + 1] - positions[at + 1]);
      this.#longest = Math.max(this.#longest, distance);
    }
  }

  /** @returns {boolean} whether all have arrived */
  moveOn(now) {
    const share = Math.min((now - this.#begin) / (1000 * LONGEST), 1);
    // Slow at the beginning and at the end.
    const walked = this.#longest * share * share * (3 - 2 * share);
    for (let at = 0; at < this.goals.length; at += 3) {
      const [x, y] = [this.goals[at] - this.#start[at], this.goals[at + 1] - this.#start[at + 1]];
      const distance = Math.hypot(x, y);
      const part = share === 1 || distance <= walked ? 1 : walked / distance;
      for (let axis = at; axis < at + 3; axis += 1) {
        this.positions[axis] = this.#start[axis] + (this.goals[axis] - this.#start[axis]) * part;
      }
    }
    if (share === 1) this.positions.set(this.goals);
    return share === 1;
  }
}
