// The thread on which the library works, so that the page stays at hand during long calls. It answers one order at a time.

import { Commander } from './commander.mjs';
import { worldOf } from './ground/worlds.mjs';
import { Phalanx } from './phalanx/module.mjs';

const [module, header, townText] = await Promise.all([
  fetch('phalanx.wasm').then((answer) => answer.arrayBuffer()),
  fetch('phalanx.h').then((answer) => answer.text()),
  fetch('bubenec.town').then((answer) => answer.text()),
]);

let commander;
let version;

async function load() {
  const phalanx = await Phalanx.load(module, header);
  version = phalanx.text(phalanx.call('phx_version_string'));
  commander = new Commander(phalanx);
}

/** The open field is no ground at all to the library. */
function groundOf(name) {
  return name === 'open' ? null : worldOf(name, townText);
}

const TASKS = {
  formUp: ({ army, order, ground }) => commander.formUp(army, order, groundOf(ground)),
  places: ({ army, order, ground }) => commander.places(army, order, groundOf(ground)),
  pictures: ({ orders, count }) => orders.map((order) => commander.picture(order, count)),
};

onmessage = async ({ data: { id, task, ...given } }) => {
  try {
    postMessage({ id, result: TASKS[task](given) });
  } catch (error) {
    postMessage({ id, error: error.message });
    // After a trap the module's memory cannot be trusted.
    if (error instanceof WebAssembly.RuntimeError) await load();
  }
};

await load();
postMessage({ ready: version });
