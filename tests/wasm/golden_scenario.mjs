// The scenarios of tests/cpp/golden_scenario.h, which says what they are, computed in JavaScript through the module's memory.

import { contextOf } from './module.mjs';

const AGENTS = 160;
const POINTS = 200;

const reform = (name, frame, shape, extras = {}) => ({ name, frame, shape, mode: 'REFORM_THE_LINE', turn: 0, ...extras });
const keep = (name, frame, shape, turn, extras = {}) => ({ name, frame, shape, mode: 'KEEP_FORMATION', turn, ...extras });

export const SCENARIOS = [
  reform('grid_reform', 'UNREAL', 'GRID'),
  keep('grid_keep', 'UNREAL', 'GRID', 0),
  reform('circle_reform', 'UNREAL', 'CIRCLE'),
  keep('circle_keep_turned', 'UNREAL', 'CIRCLE', 30),
  reform('hexagon_reform', 'UNREAL', 'CIRCLE', { segments: 6 }),
  keep('hexagon_keep', 'UNREAL', 'CIRCLE', -90, { segments: 6 }),
  reform('triangle_reform', 'UNREAL', 'TRIANGLE'),
  keep('triangle_keep_turned', 'UNREAL', 'TRIANGLE', 180),
  reform('grid_reform_jittered', 'UNREAL', 'GRID', { offset: 16 }),
  reform('grid_reform_unity', 'UNITY', 'GRID'),
  keep('circle_keep_turned_unity', 'UNITY', 'CIRCLE', 30),
  reform('line_reform_ranked', 'UNREAL', 'LINE', { ranks: true }),
  reform('column_reform_rear_unity', 'UNITY', 'COLUMN', { rear: true }),
  reform('hollow_reform', 'UNREAL', 'HOLLOW'),
  reform('staggered_reform_jittered', 'UNREAL', 'STAGGERED', { offset: 16 }),
  reform('v_reform', 'UNREAL', 'V'),
  reform('echelon_left_reform', 'UNREAL', 'ECHELON_LEFT'),
  reform('echelon_right_reform_unity', 'UNITY', 'ECHELON_RIGHT'),
  reform('points_reform', 'UNREAL', 'POINTS'),
  reform('points_reform_unity', 'UNITY', 'POINTS'),
  reform('grid_reform_ranked_rear', 'UNREAL', 'GRID', { ranks: true, rear: true }),
  reform('circle_reform_ranked', 'UNREAL', 'CIRCLE', { ranks: true }),
  reform('grid_reform_speeds_bound', 'UNREAL', 'GRID', { speeds: true, bound: true }),
  reform('grid_reform_twice', 'UNREAL', 'GRID', { twice: true }),
];

function army() {
  const radii = [30, 30, 30, 30, 30, 45, 45, 110];
  let state = 1n;
  const draw = (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
  return Array.from({ length: AGENTS }, (_, index) => ({
    place: [draw(16384) * 0.25 - 2048, draw(16384) * 0.25 - 2048, draw(1024) * 0.125],
    radius: radii[draw(8)],
    canFly: draw(8) === 0,
    eligible: draw(32) !== 0,
    zFrozen: draw(16) === 0,
    id: BigInt.asUintN(64, BigInt(index + 1) * 11400714819323198485n),
  }));
}

// From X forward, Y right, Z up in centimetres to a frame's axes and unit, and back.
const toFrame = (frame, [x, y, z]) => (frame === 'UNITY' ? [y, z, x].map((scalar) => scalar * 0.0078125) : [x, y, z]);
const fromFrame = (frame, [a, b, c]) => (frame === 'UNITY' ? [c, a, b].map((scalar) => scalar * 128) : [a, b, c]);

/** The ground, as a batch callback and as one of single rays. */
function groundOf(phalanx, frame) {
  const { constants, structs } = phalanx.header;
  const answer = (rayAddress, hitAddress) => {
    const [ray, hit] = [phalanx.structAt('PhxRay', rayAddress), phalanx.structAt('PhxHit', hitAddress)];
    const [x, y] = fromFrame(frame, ray.get('origin'));
    const kind = (((7 * Math.floor(x / 512) + 13 * Math.floor(y / 512)) % 16) + 16) % 16;
    if (kind < 2) {
      hit.set({ kind: kind === 0 ? constants.PHX_HIT_OBSTACLE : constants.PHX_HIT_NONE });
      return;
    }
    const z = Math.floor(x / 64) * 4 + Math.floor(y / 32) * 2;
    const normal = toFrame(frame, [kind === 2 ? 3 : 0, 0, 1]);
    hit.set({ kind: constants.PHX_HIT_GROUND, point: toFrame(frame, [x, y, z]), normal });
  };
  const batch = (user, rays, hits, count) => {
    for (let index = 0; index < Number(count); index += 1) {
      answer(rays + index * structs.PhxRay.size, hits + index * structs.PhxHit.size);
    }
    return 0;
  };
  const single = (user, ray, hit) => {
    answer(ray, hit);
    return 0;
  };
  return { batch, single };
}

/** Runs a scenario and hashes what comes out; `answered` says by which callback the ground is told. */
export function goldenHash(phalanx, scenario, answered) {
  const { constants } = phalanx;
  const { frame } = scenario;
  const unity = frame === 'UNITY';
  const unit = unity ? 0.0078125 : 1;
  const Place = unity ? Float32Array : Float64Array;
  const scalar = unity ? constants.PHX_SCALAR_F32 : constants.PHX_SCALAR_F64;
  phalanx.arena.reset();
  const context = contextOf(phalanx, constants[`PHX_FRAME_${frame}`]);
  const array = (Kind, content) => phalanx.array(Kind, content);
  const bytes = (each) => array(Uint8Array, members.map(each)).view();
  const members = army();
  const agents = phalanx.initialised('PhxAgents', 'phx_agents_init');
  const blocker = phalanx.struct('PhxCircle');
  blocker.set({ center: toFrame(frame, [3100, -1900, 0]), radius: 60 * unit });
  agents.set({
    count: AGENTS,
    locations: { ...array(Place, members.flatMap(({ place }) => toFrame(frame, place))).view(3), scalar },
    radii: array(Float32Array, members.map(({ radius }) => radius * unit)).view(),
    unique_ids: array(BigUint64Array, members.map(({ id }) => id)).view(),
    can_fly: bytes(({ canFly }) => canFly),
    eligible: bytes(({ eligible }) => eligible),
    z_frozen: bytes(({ zFrozen }) => zFrozen),
    blockers: { data: blocker.address, count: 1 },
  });
  if (scenario.ranks) agents.set({ ranks: bytes((_, index) => index % 3) });
  if (scenario.speeds) agents.set({ speeds: array(Float32Array, members.map((_, index) => 1 + (index % 4) * 0.25)).view() });

  const order = phalanx.initialised(
    'PhxFormationDesc',
    'phx_formation_desc_init',
    [context],
    [constants[`PHX_SHAPE_${scenario.shape}`]],
  );
  order.set({
    center: toFrame(frame, [3000, -2000, 100]),
    direction: toFrame(frame, [3, 1, 0]),
    slot_count_margin: 1.25,
    segments: scenario.segments ?? 0,
    mode: constants[`PHX_MODE_${scenario.mode}`],
    keep_rotate_degrees: scenario.turn,
    offset: (scenario.offset ?? 0) * unit,
    want_bound: scenario.bound ? 1 : 0,
  });
  if (scenario.rear) order.set({ hole_policy: constants.PHX_HOLE_POLICY_REAR_RANK });
  if (scenario.shape === 'POINTS') {
    const places = Array.from({ length: POINTS }, (_, point) =>
      toFrame(frame, [480 - 96 * Math.floor(point / 20), 112 * (point % 20) - 1064, 0]));
    order.set({ points: { ...array(Place, places.flat()).view(3), scalar } });
  }

  const { batch, single } = groundOf(phalanx, frame);
  const ground = phalanx.initialised('PhxGround', 'phx_ground_init', [context]);
  if (answered === 'batch') ground.set({ raycast_batch: phalanx.callback('PhxRaycastBatchFn', batch) });
  else ground.set({ raycast: phalanx.callback('PhxRaycastFn', single) });

  const out = phalanx.initialised('PhxFormationOut', 'phx_formation_out_init');
  const outputs = {
    goals: array(Place, 3 * AGENTS),
    slots: array(Uint32Array, AGENTS),
    rings: array(Uint32Array, AGENTS),
    outcomes: array(Uint8Array, AGENTS),
    flags: array(Uint8Array, AGENTS),
  };
  for (const [name, output] of Object.entries(outputs)) out.set({ [name]: output.view(name === 'goals' ? 3 : 1) });
  out.set({ goals: { scalar } });
  const report = phalanx.initialised('PhxFormationReport', 'phx_formation_report_init');

  const formUp = () =>
    phalanx.check('phx_formation_form_up', context, agents.address, order.address, ground.address, out.address, report.address);
  formUp();
  if (scenario.twice) {
    agents.set({ previous_slots: array(Uint32Array, outputs.slots.values.slice()).view() });
    order.set({ previous_slot_count: report.get('slot_target'), center: toFrame(frame, [3500, -2000, 100]) });
    formUp();
  }
  phalanx.check('phx_context_destroy', context);

  const { fields } = phalanx.header.structs.PhxFormationReport;
  const end = fields.longest_walk.offset + fields.longest_walk.scalar.size;
  const lie = Object.values(outputs).map(({ address, values }) => [address, values.byteLength]);
  lie.push([report.address + fields.bits.offset, end - fields.bits.offset]);
  const hashed = lie.map(([address, length]) => new Uint8Array(phalanx.memory.buffer, address, length));
  return hashed.reduce(fnv, 0xcbf29ce484222325n).toString(16).padStart(16, '0');
}

function fnv(hash, bytes) {
  return bytes.reduce((state, byte) => BigInt.asUintN(64, (state ^ BigInt(byte)) * 0x100000001b3n), hash);
}
