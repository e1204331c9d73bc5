// Numbers that look random and are the same each time: a 32-bit linear congruence with a mixed output.

/** @returns {() => number} draws from 0 up to 1 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
