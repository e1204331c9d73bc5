// The caller's side of the module's memory: pages of our own for arrays and structs, and structs by the names of
// their fields.

const PAGE = 65536;

/** Hands out memory until it is reset. It takes whole pages from the module, which the library leaves alone. */
export class Arena {
  #memory;
  #blocks = [];
  #block = 0;
  #end = 0;

  constructor(memory) {
    this.#memory = memory;
  }

  /** @returns {number} the address of so many bytes, zeros, at a multiple of 16 */
  take(bytes) {
    while (this.#block < this.#blocks.length) {
      const { start, size } = this.#blocks[this.#block];
      if (this.#end + bytes <= size) {
        const address = start + this.#end;
        this.#end = Math.ceil((this.#end + bytes) / 16) * 16;
        new Uint8Array(this.#memory.buffer, address, bytes).fill(0);
        return address;
      }
      this.#block += 1;
      this.#end = 0;
    }
    const pages = Math.ceil(Math.max(bytes, 16 * PAGE) / PAGE);
    this.#blocks.push({ start: this.#memory.grow(pages) * PAGE, size: pages * PAGE });
    return this.take(bytes);
  }

  /** All that was handed out is free again. */
  reset() {
    this.#block = 0;
    this.#end = 0;
  }
}

/** An array in the memory. It finds the memory anew each time, because any call can make it grow and so move it. */
export class Numbers {
  #memory;

  constructor(memory, Kind, address, length) {
    this.#memory = memory;
    this.Kind = Kind;
    this.address = address;
    this.length = length;
  }

  /** The numbers where they lie: a typed array that is good until the next call. */
  get values() {
    return new this.Kind(this.#memory.buffer, this.address, this.length);
  }

  /** What a struct's view takes of it, `parts` numbers to an element. */
  view(parts = 1) {
    return { data: this.address, count: this.length / parts };
  }
}

/** One struct in the memory. */
export class Struct {
  #memory;
  #layout;

  constructor(memory, layout, address) {
    this.#memory = memory;
    this.#layout = layout;
    this.address = address;
  }

  get size() {
    return this.#layout.size;
  }

  /** A struct that is a field of this one. */
  part(name) {
    const field = this.#field(name);
    return new Struct(this.#memory, field.struct, this.address + field.offset);
  }

  /** @returns {number | bigint | Array} 64-bit integers are BigInts, arrays arrays */
  get(name) {
    const { scalar, count, offset } = this.#field(name);
    const bytes = new DataView(this.#memory.buffer, this.address + offset, scalar.size * count);
    const values = Array.from({ length: count }, (_, index) => bytes[scalar.read](index * scalar.size, true));
    return count === 1 ? values[0] : values;
  }

  /** @param {Object} values a number, or an array of them, by each field's name; for a struct in it an object */
  set(values) {
    for (const [name, value] of Object.entries(values)) {
      const { scalar, count, offset, struct } = this.#field(name);
      if (struct) {
        this.part(name).set(value);
        continue;
      }
      const bytes = new DataView(this.#memory.buffer, this.address + offset, scalar.size * count);
      const all = count === 1 ? [value] : Array.from(value);
      if (all.length !== count) throw new Error(`${name} takes ${count} numbers`);
      all.forEach((one, index) => {
        bytes[scalar.write](index * scalar.size, scalar.write.includes('Big') ? BigInt(one) : one, true);
      });
    }
    return this;
  }

  #field(name) {
    const field = this.#layout.fields[name];
    if (!field) throw new Error(`there is no field ${name}`);
    return field;
  }
}
