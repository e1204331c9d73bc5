// The grounds by their names.

import { open } from './open.mjs';
import { rocks } from './rocks.mjs';
import { town } from './town.mjs';

const MAKERS = { town, rocks, open };
const made = new Map();

/** @param {string} name `town`, `rocks` or `open`; `townText` is the file of the town */
export function worldOf(name, townText) {
  if (!made.has(name)) made.set(name, MAKERS[name](townText));
  return made.get(name);
}
