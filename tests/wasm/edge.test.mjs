// Errors are a status with a text, callbacks go through the table, and a defect traps.

import assert from 'node:assert/strict';
import test from 'node:test';

import { PhalanxError } from '../../playground/phalanx/module.mjs';
import { contextOf, header, modules } from './module.mjs';

const phalanx = await modules.load();
const { constants } = phalanx;
const context = contextOf(phalanx, constants.PHX_FRAME_UNREAL);

/** The structs of one call for some agents in a row. */
function callFor(count) {
  const inRow = Array.from({ length: 3 * count }, (_, index) => (index % 3 === 0 ? 100 * index : 0));
  const places = phalanx.array(Float64Array, inRow);
  const scalar = constants.PHX_SCALAR_F64;
  const locations = { ...places.view(3), scalar };
  const agents = phalanx.initialised('PhxAgents', 'phx_agents_init').set({ count, locations });
  const goals = phalanx.array(Float64Array, 3 * count);
  const out = phalanx.initialised('PhxFormationOut', 'phx_formation_out_init');
  out.set({ goals: { ...goals.view(3), scalar } });
  const order = phalanx.initialised('PhxFormationDesc', 'phx_formation_desc_init', [context], [constants.PHX_SHAPE_GRID]);
  const ground = phalanx.initialised('PhxGround', 'phx_ground_init', [context]);
  const formUp = () =>
    phalanx.check('phx_formation_form_up', context, agents.address, order.address, ground.address, out.address, 0);
  return { agents, goals, out, order, ground, formUp };
}

/** Says that all is level ground. */
function level(user, rays, hits, count) {
  for (let index = 0; index < Number(count); index += 1) {
    const ray = phalanx.structAt('PhxRay', rays + index * phalanx.header.structs.PhxRay.size);
    const hit = phalanx.structAt('PhxHit', hits + index * phalanx.header.structs.PhxHit.size);
    const [x, y] = ray.get('origin');
    hit.set({ kind: constants.PHX_HIT_GROUND, point: [x, y, 0], normal: [0, 0, 1] });
  }
  return 0;
}

test('the module needs nothing from its host and exports exactly the functions of the header', () => {
  const module = new WebAssembly.Module(modules.bytes);
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function').map(({ name }) => name);
  assert.deepEqual(functions.sort(), Object.keys(phalanx.header.functions).sort());
});

test('each struct has the size that the module knows: it takes them all, and none that is one byte larger', () => {
  const sizes = phalanx.checkAbi();
  assert.equal(sizes.length, Object.keys(constants).filter((name) => name.startsWith('PHX_STRUCT_INDEX_')).length);
  for (const [index, size] of sizes.entries()) {
    const given = phalanx.array(Uint32Array, sizes);
    given.values[index] = size + 1;
    const { PHX_ABI_VERSION, PHX_LAYOUT_HASH, PHX_E_ABI } = constants;
    const status = phalanx.call('phx_check_abi', PHX_ABI_VERSION, PHX_LAYOUT_HASH, given.address, sizes.length);
    assert.equal(status, PHX_E_ABI, `struct ${index}`);
  }
});

test('a description has its documented defaults at the places where the header puts its fields', () => {
  const { order, ground } = callFor(1);
  const fields = ['spacing', 'region', 'outer_radius', 'slot_count_margin', 'k_near', 'k_strat', 'effort', 'cost', 'debug_key'];
  assert.deepEqual(fields.map((field) => order.get(field)), [[100, 100], [1000, 500], 500, 1, 16, 8, 2, 1, 0n]);
  assert.deepEqual(['max_slope_degrees', 'range', 'max_search_rings'].map((field) => ground.get(field)), [45, [-1000, 1000], 8]);
});

test('an error is a status, and its text names argument, index and value', () => {
  const { order, out, formUp, ground } = callFor(4);
  ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', level) });
  order.set({ spacing: [100, -7] });
  const saysWhich = ({ status, text }) => status === constants.PHX_E_INVALID_ARGUMENT && /spacing is \[100, -7\]/.test(text);
  assert.throws(formUp, (error) => error instanceof PhalanxError && saysWhich(error));
  order.set({ spacing: [100, 100] });
  out.part('goals').set({ count: 3 });
  assert.throws(formUp, ({ status }) => status === constants.PHX_E_LENGTH_MISMATCH);
  assert.equal(phalanx.call('phx_context_destroy', 12345), constants.PHX_E_BAD_HANDLE);
  out.part('goals').set({ count: 4 });
  assert.equal(formUp(), constants.PHX_OK);
});

test('a ground callback that answers a negative number stops the call with nothing written', () => {
  const { goals, ground, formUp } = callFor(4);
  ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', () => -77) });
  goals.values.fill(5);
  assert.throws(formUp, ({ status, text }) => status === constants.PHX_E_CALLBACK && text.includes('-77'));
  assert.deepEqual([...goals.values], Array(12).fill(5));
});

test('a call on the same context from its own callback is refused, and the outer call ends well', () => {
  const { ground, formUp } = callFor(4);
  const inner = callFor(2);
  inner.ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', level) });
  const seen = [];
  const nested = (...values) => {
    try {
      inner.formUp();
    } catch (error) {
      seen.push(error.status);
    }
    return level(...values);
  };
  ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', nested) });
  assert.equal(formUp(), constants.PHX_OK);
  assert.ok(seen.length > 0 && seen.every((status) => status === constants.PHX_E_BUSY));
});

test('a job whose rays are answered from outside ends with the goals of the direct call', () => {
  const { agents, goals, out, order, ground, formUp } = callFor(40);
  ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', level) });
  formUp();
  const direct = [...goals.values];
  assert.ok(new Set(direct).size > 8);
  goals.values.fill(0);
  const handle = phalanx.array(BigUint64Array, 1);
  phalanx.check('phx_job_form_up', context, agents.address, order.address, ground.address, handle.address);
  const job = handle.values[0];
  const { PhxRay, PhxHit } = phalanx.header.structs;
  const room = 16;
  const [rays, hits] = [PhxRay, PhxHit].map(({ size }) => phalanx.arena.take(room * size));
  const count = phalanx.array(BigUint64Array, 1);
  let asked = 0;
  while (phalanx.check('phx_job_step', context, job, constants.PHX_NO_LIMIT) === constants.PHX_NEEDS_TRACES) {
    phalanx.check('phx_job_take_rays', context, job, rays, room, count.address);
    const taken = Number(count.values[0]);
    asked += taken;
    level(0, rays, hits, taken);
    for (let index = 0; index < taken; index += 1) {
      const id = phalanx.structAt('PhxRay', rays + index * PhxRay.size).get('id');
      phalanx.structAt('PhxHit', hits + index * PhxHit.size).set({ id });
    }
    phalanx.check('phx_job_submit_hits', context, job, hits, taken);
  }
  assert.equal(phalanx.check('phx_job_finish_form_up', context, job, out.address, 0), constants.PHX_OK);
  assert.ok(asked > room, 'the rays came in several lots');
  assert.deepEqual([...goals.values], direct);
});

test('a context tells its log when a call fails', () => {
  const settings = phalanx.initialised('PhxContextDesc', 'phx_context_desc_init', [], [constants.PHX_FRAME_UNITY]);
  const lines = [];
  const log = phalanx.callback('PhxLogFn', (user, severity, message) => void lines.push([user, severity, phalanx.text(message)]));
  settings.set({ log, log_user: 4321, log_level: constants.PHX_LOG_ERROR });
  const handle = phalanx.array(BigUint64Array, 1);
  phalanx.check('phx_context_create', settings.address, handle.address);
  const [logged] = handle.values;
  const { address, size } = phalanx.struct('PhxFormationDesc');
  assert.equal(phalanx.call('phx_formation_desc_init', logged, address, size, 99), constants.PHX_E_INVALID_ARGUMENT);
  assert.equal(lines.length, 1);
  assert.deepEqual(lines[0].slice(0, 2), [4321, constants.PHX_LOG_ERROR]);
  assert.match(lines[0][2], /shape is 99/);
  phalanx.check('phx_context_destroy', logged);
});

test('the library takes its memory from a hook, and gives all of a context back', async () => {
  const hooked = await modules.load();
  const blocks = new Map();
  const allocate = hooked.callback('PhxAllocFn', (user, size, alignment) => {
    assert.ok(alignment === 16n);
    const address = hooked.arena.take(Number(size));
    blocks.set(address, size);
    return address;
  });
  const release = hooked.callback('PhxFreeFn', (user, address, size) => {
    assert.equal(blocks.get(address), size);
    blocks.delete(address);
  });
  hooked.check('phx_set_allocator', allocate, release, 0);
  const handle = contextOf(hooked, hooked.constants.PHX_FRAME_UNREAL);
  assert.ok(blocks.size > 0);
  hooked.check('phx_context_destroy', handle);
  hooked.check('phx_shutdown');
});

// There is no unwinding on this target. What is a status elsewhere (PHX_E_PANIC) ends the module here: this is the one defect
// that can be brought about from outside, a small block for which there is no memory.
test('a defect traps, which ends this module and no other', async () => {
  const doomed = await modules.load();
  const settings = doomed.initialised('PhxContextDesc', 'phx_context_desc_init', [], [doomed.constants.PHX_FRAME_UNREAL]);
  const handle = doomed.array(BigUint64Array, 1);
  const none = doomed.callback('PhxAllocFn', () => 0);
  const never = doomed.callback('PhxFreeFn', () => {});
  doomed.check('phx_set_allocator', none, never, 0);
  assert.throws(() => doomed.call('phx_context_create', settings.address, handle.address), WebAssembly.RuntimeError);
  const fresh = await modules.load();
  fresh.check('phx_context_destroy', contextOf(fresh, fresh.constants.PHX_FRAME_UNREAL));
});

test('the header is read whole', () => {
  assert.equal(Object.keys(phalanx.header.structs).length, [...header.matchAll(/^typedef struct /gm)].length);
  assert.equal(typeof constants.PHX_LAYOUT_HASH, 'bigint');
  assert.equal(constants.PHX_E_UNSUPPORTED, -15);
});
