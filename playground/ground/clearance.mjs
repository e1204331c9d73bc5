// How far a place is from the obstacles: a grid over the outlines, so that a ray costs no more than a look at four cells.

/** Side of a cell, and how far the grid knows distances; centimetres. */
const CELL = 50;
const REACH = 300;

export class Clearance {
  #low;
  #rows;
  #columns;
  #cells;

  /**
   * @param {number[][]} outlines polygons, each as north, east, north, east, …
   * @param {{ low: number[], high: number[] }} bounds
   */
  constructor(outlines, { low, high }) {
    this.#low = low;
    this.#rows = Math.ceil((high[0] - low[0]) / CELL) + 1;
    this.#columns = Math.ceil((high[1] - low[1]) / CELL) + 1;
    this.#cells = new Float32Array(this.#rows * this.#columns).fill(REACH);
    for (const outline of outlines) this.#fill(outline);
    for (const outline of outlines) this.#edge(outline);
  }

  /** Centimetres to the nearest outline, at most 300; negative inside. */
  at(north, east) {
    const row = (north - this.#low[0]) / CELL;
    const column = (east - this.#low[1]) / CELL;
    if (!(row >= 0 && column >= 0 && row < this.#rows - 1 && column < this.#columns - 1)) return REACH;
    const first = Math.floor(row) * this.#columns + Math.floor(column);
    const [up, right] = [row % 1, column % 1];
    const cells = this.#cells;
    const near = cells[first] + (cells[first + 1] - cells[first]) * right;
    const next = first + this.#columns;
    const far = cells[next] + (cells[next + 1] - cells[next]) * right;
    return near + (far - near) * up;
  }

  /** Marks what lies inside, row by row, by the even-odd rule. */
  #fill(outline) {
    const [first, last] = this.#span(outline, 0, this.#rows);
    for (let row = first; row <= last; row += 1) {
      const north = this.#low[0] + row * CELL;
      const crossings = [];
      eachEdge(outline, (x0, y0, x1, y1) => {
        if (x0 > north !== x1 > north) crossings.push(y0 + ((north - x0) / (x1 - x0)) * (y1 - y0));
      });
      crossings.sort((left, right) => left - right);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        const from = Math.max(Math.ceil((crossings[pair] - this.#low[1]) / CELL), 0);
        const to = Math.min(Math.floor((crossings[pair + 1] - this.#low[1]) / CELL), this.#columns - 1);
        this.#cells.fill(-REACH, row * this.#columns + from, row * this.#columns + Math.max(to + 1, from));
      }
    }
  }

  /** Brings the cells near the edges to their distance. */
  #edge(outline) {
    eachEdge(outline, (x0, y0, x1, y1) => {
      const [top, bottom] = this.#span([x0, 0, x1, 0], 0, this.#rows);
      const [left, right] = this.#span([0, y0, 0, y1], 1, this.#columns);
      const [dx, dy] = [x1 - x0, y1 - y0];
      const square = dx * dx + dy * dy || 1;
      for (let row = top; row <= bottom; row += 1) {
        const x = this.#low[0] + row * CELL - x0;
        for (let column = left; column <= right; column += 1) {
          const y = this.#low[1] + column * CELL - y0;
          const share = Math.min(Math.max((x * dx + y * dy) / square, 0), 1);
          const distance = Math.hypot(x - share * dx, y - share * dy);
          const cell = row * this.#columns + column;
          const known = this.#cells[cell];
          if (distance < Math.abs(known)) this.#cells[cell] = known < 0 ? -distance : distance;
        }
      }
    });
  }

  /** First and last row (axis 0) or column (axis 1) that an outline comes near. */
  #span(outline, axis, cells) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < outline.length; at += 2) {
      low = Math.min(low, outline[at]);
      high = Math.max(high, outline[at]);
    }
    const first = Math.floor((low - REACH - this.#low[axis]) / CELL);
    const last = Math.ceil((high + REACH - this.#low[axis]) / CELL);
    return [Math.max(first, 0), Math.min(last, cells - 1)];
  }
}

function eachEdge(outline, visit) {
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    visit(outline[at], outline[at + 1], outline[next], outline[next + 1]);
  }
}
