// Reads `include/phalanx.h`: constants, functions, callbacks, and where each field of a struct lies in 32-bit memory.
// The header is the only source of these numbers; a pointer takes four bytes here.

const POINTER = { size: 4, read: 'getUint32', write: 'setUint32', wasm: 'i32' };

const SCALARS = {
  uint8_t: { size: 1, read: 'getUint8', write: 'setUint8', wasm: 'i32' },
  int32_t: { size: 4, read: 'getInt32', write: 'setInt32', wasm: 'i32' },
  uint32_t: { size: 4, read: 'getUint32', write: 'setUint32', wasm: 'i32' },
  int64_t: { size: 8, read: 'getBigInt64', write: 'setBigInt64', wasm: 'i64' },
  uint64_t: { size: 8, read: 'getBigUint64', write: 'setBigUint64', wasm: 'i64' },
  float: { size: 4, read: 'getFloat32', write: 'setFloat32', wasm: 'f32' },
  double: { size: 8, read: 'getFloat64', write: 'setFloat64', wasm: 'f64' },
};

/**
 * @param {string} text the header
 * @returns {{ constants: Object, structs: Object, functions: Object, callbacks: Object }} by their names. Constants are
 * numbers, or BigInts where a number cannot hold them. A struct has `size`, `align` and `fields`, a field `offset`, `count`
 * (of an array, else 1) and either `scalar` or `struct`. A function or callback has `parameters` and `answer`, WebAssembly
 * types each (`answer` undefined: none).
 */
export function readHeader(text) {
  const code = text.replace(/\/\*[^]*?\*\//g, ' ');
  const header = { constants: {}, structs: {}, functions: {}, callbacks: {} };
  for (const [, name, digits] of code.matchAll(/^#define (PHX_\w+) (-?\d+)\s*$/gm)) {
    header.constants[name] = exact(digits);
  }
  for (const [, body] of code.matchAll(/typedef enum \w+ \{([^}]*)\}/g)) {
    for (const [, name, digits] of body.matchAll(/(PHX_\w+) = (\d+)/g)) header.constants[name] = exact(digits);
  }
  for (const [, answer, name, list] of code.matchAll(/typedef ([\w *]+?)\(\*(\w+)\)\(([^)]*)\);/g)) {
    header.callbacks[name] = signature(header, answer, list);
  }
  for (const [, name, body] of declarations(code)) header.structs[name] = layOut(header, body);
  for (const [, answer, name, list] of code.matchAll(/^([\w *]+?)(phx_\w+)\(([^)]*)\);/gm)) {
    header.functions[name] = signature(header, answer, list);
  }
  return header;
}

/** Structs in an order in which each stands after those that it holds by value. */
function declarations(code) {
  const open = [...code.matchAll(/typedef struct (\w+) \{([^}]*)\} \w+;/g)];
  const ordered = [];
  const done = new Set();
  while (open.length > 0) {
    const ready = open.findIndex(([, , body]) => heldByValue(body).every((name) => done.has(name)));
    if (ready < 0) throw new Error('the structs of the header hold one another');
    const [next] = open.splice(ready, 1);
    done.add(next[1]);
    ordered.push(next);
  }
  return ordered;
}

function heldByValue(body) {
  return [...body.matchAll(/struct (\w+) \w+;/g)].map(([, name]) => name);
}

/** The rule of C: each field at the next multiple of its alignment, the whole a multiple of the widest one's. */
function layOut(header, body) {
  const fields = {};
  let [end, align] = [0, 1];
  for (const line of body.split(';')) {
    const declared = line.trim().match(/^(.*?)(\w+)(?:\[(\d+)\])?$/s);
    if (!declared) continue;
    const [, type, name, length] = declared;
    const field = typeOf(header, type);
    const one = field.struct ?? field.scalar;
    const alignment = field.struct ? field.struct.align : field.scalar.size;
    const count = Number(length ?? 1);
    const offset = Math.ceil(end / alignment) * alignment;
    fields[name] = { ...field, offset, count };
    end = offset + one.size * count;
    align = Math.max(align, alignment);
  }
  return { size: Math.ceil(end / align) * align, align, fields };
}

function typeOf(header, type) {
  const name = type.replace(/\b(const|struct)\b/g, '').trim();
  if (name.endsWith('*') || header.callbacks[name]) return { scalar: POINTER };
  if (SCALARS[name]) return { scalar: SCALARS[name] };
  if (header.structs[name]) return { struct: header.structs[name] };
  throw new Error(`the header has the type ${name}, which nobody here knows`);
}

function signature(header, answer, list) {
  const parameters = list.trim() === 'void' ? [] : list.split(',').map((parameter) => {
    const [, type] = parameter.trim().match(/^(.*?)\w+$/s);
    return typeOf(header, type).scalar.wasm;
  });
  return { parameters, answer: answer.trim() === 'void' ? undefined : typeOf(header, answer).scalar.wasm };
}

function exact(digits) {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
