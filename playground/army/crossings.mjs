// Which straight walks cross: counted in slices of time, so that ten thousand walks don't hold up the page.

/** Milliseconds of a slice, and how many crossings are kept to be drawn. */
const SLICE = 6;
const KEPT = 20000;

/**
 * @param {Float64Array} starts three numbers each
 * @param {Float64Array} goals
 * @yields after each slice
 * @returns {{ count: number, places: number[] }} places: north, east of the first ones
 */
export function* crossings(starts, goals) {
  const walks = starts.length / 3;
  const order = Array.from({ length: walks }, (_, walk) => walk);
  const low = (walk) => Math.min(starts[3 * walk], goals[3 * walk]);
  const lows = Float64Array.from(order, low);
  order.sort((left, right) => lows[left] - lows[right]);
  let count = 0;
  const places = [];
  let end = performance.now() + SLICE;
  for (let first = 0; first < walks; first += 1) {
    const a = 3 * order[first];
    const high = Math.max(starts[a], goals[a]);
    const [x, y, dx, dy] = [starts[a], starts[a + 1], goals[a] - starts[a], goals[a + 1] - starts[a + 1]];
    const [west, east] = [Math.min(y, y + dy), Math.max(y, y + dy)];
    for (let second = first + 1; second < walks && lows[order[second]] <= high; second += 1) {
      const b = 3 * order[second];
      const [u, v] = [starts[b], starts[b + 1]];
      const [w, z] = [goals[b], goals[b + 1]];
      if ((v < west && z < west) || (v > east && z > east)) continue;
      const [du, dv] = [w - u, z - v];
      const turn = dx * dv - dy * du;
      if (turn === 0) continue;
      const along = ((u - x) * dv - (v - y) * du) / turn;
      const across = ((u - x) * dy - (v - y) * dx) / turn;
      if (along <= 0 || along >= 1 || across <= 0 || across >= 1) continue;
      count += 1;
      if (places.length < 2 * KEPT) places.push(x + along * dx, y + along * dy);
    }
    if (performance.now() >= end) {
      yield;
      end = performance.now() + SLICE;
    }
  }
  return { count, places };
}
