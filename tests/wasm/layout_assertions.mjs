// Writes a C file that holds the header's reader to a C compiler's word: size and offsets of every struct in 32-bit memory.

import { header as text } from './module.mjs';
import { readHeader } from '../../playground/phalanx/header.mjs';

const { structs } = readHeader(text);
const lines = ['#include <stddef.h>', '#include "phalanx.h"'];
for (const [name, { size, align, fields }] of Object.entries(structs)) {
  lines.push(`_Static_assert(sizeof(${name}) == ${size}, "size of ${name}");`);
  lines.push(`_Static_assert(_Alignof(${name}) == ${align}, "alignment of ${name}");`);
  for (const [field, { offset, count, scalar, struct }] of Object.entries(fields)) {
    const bytes = count * (scalar ?? struct).size;
    lines.push(`_Static_assert(offsetof(${name}, ${field}) == ${offset}, "offset of ${name}.${field}");`);
    lines.push(`_Static_assert(sizeof(((${name}*)0)->${field}) == ${bytes}, "size of ${name}.${field}");`);
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
