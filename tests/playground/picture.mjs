// A PNG as Chromium writes it (eight bits to a channel, not interlaced), and what can be asked of its pixels.

import { inflateSync } from 'node:zlib';

export class Picture {
  /** @param {Buffer} png */
  constructor(png) {
    this.width = png.readUInt32BE(16);
    this.height = png.readUInt32BE(20);
    const [depth, kind, , , interlaced] = png.subarray(24, 29);
    if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) throw new Error('an unexpected kind of PNG');
    this.channels = kind === 6 ? 4 : 3;
    const parts = [];
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
      at += length + 12;
    }
    this.bytes = unfilter(inflateSync(Buffer.concat(parts)), this.width * this.channels, this.height, this.channels);
  }

  /** Red, green, blue as one number. */
  at(x, y) {
    const start = (y * this.width + x) * this.channels;
    return (this.bytes[start] << 16) | (this.bytes[start + 1] << 8) | this.bytes[start + 2];
  }

  /** All pixels of a colour such as #2a78b5 inside a rectangle, as [x, y]. */
  all(colour, rectangle) {
    const wanted = parseInt(colour.slice(1), 16);
    return this.where((red, green, blue) => (red << 16 | green << 8 | blue) === wanted, rectangle);
  }

  /** All pixels inside a rectangle whose red, green and blue a test takes. */
  where(isMeant, { left, top, right, bottom }) {
    const found = [];
    for (let y = Math.max(top, 0); y < Math.min(bottom, this.height); y += 1) {
      for (let x = Math.max(left, 0); x < Math.min(right, this.width); x += 1) {
        const colour = this.at(x, y);
        if (isMeant(colour >> 16, (colour >> 8) & 255, colour & 255)) found.push([x, y]);
      }
    }
    return found;
  }

  /** How many pixels inside a rectangle differ from those of another picture. */
  differences(other, { left, top, right, bottom }) {
    let count = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) if (this.at(x, y) !== other.at(x, y)) count += 1;
    }
    return count;
  }
}

/** The least rectangle around pixels. */
export function box(pixels) {
  const [xs, ys] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)];
  const wider = ([low, high], value) => [Math.min(low, value), Math.max(high, value)];
  const range = (values) => values.reduce(wider, [Infinity, -Infinity]);
  const [[left, right], [top, bottom]] = [range(xs), range(ys)];
  return { left, right, top, bottom, width: right - left + 1, height: bottom - top + 1 };
}

function unfilter(data, stride, rows, channels) {
  const out = Buffer.alloc(stride * rows);
  for (let row = 0; row < rows; row += 1) {
    const filter = data[row * (stride + 1)];
    for (let column = 0; column < stride; column += 1) {
      const here = row * stride + column;
      const left = column >= channels ? out[here - channels] : 0;
      const up = row > 0 ? out[here - stride] : 0;
      const corner = row > 0 && column >= channels ? out[here - stride - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[here] = data[row * (stride + 1) + 1 + column] + predicted;
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
