// The library as a WebAssembly module: functions by their names in `include/phalanx.h`, structs by their fields, callbacks.
// A defect of the library (a panic) traps: JavaScript sees a WebAssembly.RuntimeError, and the module must be loaded anew.

import { typed } from './callback.mjs';
import { readHeader } from './header.mjs';
import { Arena, Numbers, Struct } from './memory.mjs';

/** A call that the library refused. */
export class PhalanxError extends Error {
  constructor(call, name, status, text) {
    super(`${call}: ${name}: ${text}`);
    this.status = status;
    this.text = text;
  }
}

export class Phalanx {
  #exports;

  /**
   * @param {BufferSource} bytes the module
   * @param {string} header the text of `include/phalanx.h`, of the same version
   */
  static async load(bytes, header) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Phalanx(instance.exports, readHeader(header));
  }

  constructor(exports, header) {
    this.#exports = exports;
    this.header = header;
    this.memory = exports.memory;
    this.arena = new Arena(exports.memory);
  }

  /** The numbers of the header, such as `PHX_SHAPE_GRID`. */
  get constants() {
    return this.header.constants;
  }

  /** Calls a function as it is. Numbers become BigInts where the header has 64 bits. */
  call(name, ...values) {
    const { parameters } = this.header.functions[name];
    if (values.length !== parameters.length) throw new Error(`${name} takes ${parameters.length} values`);
    return this.#exports[name](...values.map((value, index) => (parameters[index] === 'i64' ? BigInt(value) : value)));
  }

  /** Calls a function that returns a status, and throws a {@link PhalanxError} on an error. */
  check(name, ...values) {
    const status = this.call(name, ...values);
    if (status < 0) throw new PhalanxError(name, this.statusName(status), status, this.lastError());
    return status;
  }

  statusName(status) {
    return this.text(this.call('phx_status_name', status));
  }

  lastError() {
    const address = this.arena.take(1024);
    this.call('phx_last_error', address, 1024);
    return this.text(address);
  }

  /** A text that ends with a zero. */
  text(address) {
    const bytes = new Uint8Array(this.memory.buffer, address);
    // Copied: a decoder does not take memory that can grow from everybody.
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** A struct in new memory, all zero. */
  struct(name) {
    const layout = this.header.structs[name];
    return new Struct(this.memory, layout, this.arena.take(layout.size));
  }

  /** A struct that lies somewhere. */
  structAt(name, address) {
    return new Struct(this.memory, this.header.structs[name], address);
  }

  /** A struct that `init` sets: called with `before`, the struct's address and size, and `after`. */
  initialised(name, init, before = [], after = []) {
    const made = this.struct(name);
    this.check(init, ...before, made.address, made.size, ...after);
    return made;
  }

  /** An array in new memory: of so many zeros, or with this content. `Kind` is a class such as Float32Array. */
  array(Kind, content) {
    const length = typeof content === 'number' ? content : content.length;
    const made = new Numbers(this.memory, Kind, this.arena.take(length * Kind.BYTES_PER_ELEMENT), length);
    if (typeof content !== 'number') made.values.set(content);
    return made;
  }

  /** Lets the library call `action`: the number that stands for it in a struct's field of the callback type `name`. */
  callback(name, action) {
    const table = this.#exports.__indirect_function_table;
    const index = table.grow(1);
    table.set(index, typed(this.header.callbacks[name], action));
    return index;
  }

  /** Checks that header and module agree on every struct. */
  checkAbi() {
    const { constants, structs } = this.header;
    const sizes = [];
    for (const [name, index] of Object.entries(constants)) {
      if (name.startsWith('PHX_STRUCT_INDEX_')) sizes[index] = structs[structName(name)].size;
    }
    const given = this.array(Uint32Array, sizes);
    this.check('phx_check_abi', constants.PHX_ABI_VERSION, constants.PHX_LAYOUT_HASH, given.address, sizes.length);
    return sizes;
  }
}

/** PHX_STRUCT_INDEX_FORMATION_DESC stands for PhxFormationDesc. */
function structName(constant) {
  const words = constant.slice('PHX_STRUCT_INDEX_'.length).toLowerCase().split('_');
  return `Phx${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}`;
}
