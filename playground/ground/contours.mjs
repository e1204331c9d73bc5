// Outlines of where a field on a grid lies above a level: closed loops, by marching squares. All lengths in centimetres.

/**
 * @param {(north: number, east: number) => number} field
 * @param {{ low: number[], high: number[] }} bounds the rectangle that is looked at; outside counts as below
 * @param {number} step side of a square
 * @param {number} level
 * @returns {number[][]} loops, each as north, east, north, east, …; the first corner is not repeated
 */
export function loopsAbove(field, bounds, step, level) {
  const rows = Math.ceil((bounds.high[0] - bounds.low[0]) / step) + 3;
  const columns = Math.ceil((bounds.high[1] - bounds.low[1]) / step) + 3;
  const north = (row) => bounds.low[0] + (row - 1) * step;
  const east = (column) => bounds.low[1] + (column - 1) * step;
  const heights = new Float64Array(rows * columns).fill(-1);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      heights[row * columns + column] = field(north(row), east(column)) - level;
    }
  }
  return linked(segments(heights, rows, columns), (edge) => {
    // An edge is named by its first corner and its direction: even along a row, odd along a column.
    const corner = edge >> 1;
    const other = corner + (edge & 1 ? columns : 1);
    const share = heights[corner] / (heights[corner] - heights[other]);
    const [row, column] = [Math.floor(corner / columns), corner % columns];
    return edge & 1 ? [north(row + share), east(column)] : [north(row), east(column + share)];
  });
}

/** From edge to edge, with what is above on the left. */
function segments(heights, rows, columns) {
  const next = new Map();
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      const corner = row * columns + column;
      const a = heights[corner] > 0;
      const b = heights[corner + 1] > 0;
      const c = heights[corner + columns + 1] > 0;
      const d = heights[corner + columns] > 0;
      if (a === b && b === c && c === d) continue;
      const edges = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + columns), 2 * corner + 1];
      const above = [a, b, c, d];
      // Going round the square, the line leaves through an edge where it goes from above to below, and came in by the last
      // edge that went from below to above.
      for (let side = 0; side < 4; side += 1) {
        if (!(above[side] && !above[(side + 1) % 4])) continue;
        let entry = side;
        do entry = (entry + 3) % 4;
        while (!(!above[entry] && above[(entry + 1) % 4]));
        next.set(edges[side], edges[entry]);
      }
    }
  }
  return next;
}

function linked(next, place) {
  const loops = [];
  while (next.size > 0) {
    const [start] = next.keys();
    const loop = [];
    for (let edge = start; next.has(edge); ) {
      loop.push(...place(edge));
      const following = next.get(edge);
      next.delete(edge);
      edge = following;
    }
    loops.push(loop);
  }
  return loops;
}
