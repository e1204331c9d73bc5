// The army: where everybody stands, how wide he is, and which rank he has.

import { random } from './random.mjs';

/** Factors on the smallest body, and how many of a hundred have it. */
export const SIZES = [
  { name: 'small', factor: 1, share: 70 },
  { name: 'medium', factor: 2, share: 20 },
  { name: 'large', factor: 4, share: 10 },
];

/** How much room the crowd has, to the area of its bodies. */
const LOOSENESS = 5;
const TRIES = 30;

/**
 * @param {Object} wish
 * @param {number} wish.count
 * @param {number} wish.sizes how many sizes of bodies: 1 to 3
 * @param {number} wish.body radius of the smallest, centimetres
 * @param {number} wish.ranks 1 to 4
 * @param {number} wish.seed
 * @param {World} world
 * @returns {{ positions: Float64Array, radii: Float32Array, ranks: Uint8Array, sizes: Uint8Array }}
 */
export function muster({ count, sizes, body, ranks, seed }, world) {
  const draw = random(seed);
  const army = {
    positions: new Float64Array(3 * count),
    radii: new Float32Array(count),
    ranks: new Uint8Array(count),
    sizes: new Uint8Array(count),
  };
  let area = 0;
  for (let agent = 0; agent < count; agent += 1) {
    army.sizes[agent] = sizeOf(draw() * 100, sizes);
    army.radii[agent] = body * SIZES[army.sizes[agent]].factor;
    army.ranks[agent] = Math.floor(draw() * ranks);
    area += army.radii[agent] ** 2;
  }
  // The large first: they find room while there is some.
  const order = Array.from(army.radii.keys()).sort((left, right) => army.radii[right] - army.radii[left] || left - right);
  const widest = army.radii[order[0]] ?? body;
  const crowd = new Crowd(2 * widest);
  let reach = Math.sqrt(area * LOOSENESS) + 2 * widest;
  for (const agent of order) {
    const radius = army.radii[agent];
    let place;
    for (let tries = 0; !place; tries += 1) {
      const [distance, angle] = [reach * Math.sqrt(draw()), 2 * Math.PI * draw()];
      const [north, east] = [world.camp[0] + distance * Math.cos(angle), world.camp[1] + distance * Math.sin(angle)];
      if (world.isFree(north, east, widest) && (tries > TRIES || crowd.isFree(north, east, radius))) place = [north, east];
      if (tries > 0 && tries % TRIES === 0) reach *= 1.05;
    }
    crowd.add(...place, radius);
    army.positions.set([...place, world.height(...place)], 3 * agent);
  }
  return army;
}

function sizeOf(percent, sizes) {
  if (sizes < 2 || percent < SIZES[0].share) return 0;
  return sizes < 3 || percent < SIZES[0].share + SIZES[1].share ? 1 : 2;
}

/** Bodies by square cells as wide as the widest. */
class Crowd {
  #cells = new Map();

  constructor(cell) {
    this.cell = cell;
  }

  isFree(north, east, radius) {
    const [row, column] = [Math.floor(north / this.cell), Math.floor(east / this.cell)];
    for (let up = -1; up <= 1; up += 1) {
      for (let right = -1; right <= 1; right += 1) {
        for (const body of this.#cells.get(`${row + up},${column + right}`) ?? []) {
          if (Math.hypot(body[0] - north, body[1] - east) < body[2] + radius) return false;
        }
      }
    }
    return true;
  }

  add(north, east, radius) {
    const key = `${Math.floor(north / this.cell)},${Math.floor(east / this.cell)}`;
    if (!this.#cells.has(key)) this.#cells.set(key, []);
    this.#cells.get(key).push([north, east, radius]);
  }
}
