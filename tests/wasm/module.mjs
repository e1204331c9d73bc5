// What the tests of the WebAssembly module share: the module that PHALANX_WASM names, and the header of this checkout.

import { readFile } from 'node:fs/promises';

import { Phalanx } from '../../playground/phalanx/module.mjs';

const root = new URL('../../', import.meta.url);

export const header = await readFile(new URL('include/phalanx.h', root), 'utf8');
const bytes = await readFile(process.env.PHALANX_WASM);

export const modules = { bytes, load: () => Phalanx.load(bytes, header) };

/** The stored hashes by the names of their scenarios. */
export async function storedHashes() {
  const text = await readFile(new URL('tests/goldens/c_surface.txt', root), 'utf8');
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => line.split(' ')));
}

/** A context with one thread, which is what this build has. */
export function contextOf(phalanx, frame) {
  const settings = phalanx.initialised('PhxContextDesc', 'phx_context_desc_init', [], [frame]);
  settings.set({ thread_count: 1 });
  const handle = phalanx.array(BigUint64Array, 1);
  phalanx.check('phx_context_create', settings.address, handle.address);
  return handle.values[0];
}
