// Gives orders to the library: fills its structs, calls it, takes the results out of its memory, and measures each call.

import { GROUND, NOTHING } from './ground/world.mjs';

/** Preview and layouts never ask for more places than this. */
const MOST_PLACES = 1 << 20;

export class Commander {
  #phalanx;
  #context;
  #raycast;
  #world;
  #margin = 0;
  #asked = { rays: 0, time: 0 };

  constructor(phalanx) {
    this.#phalanx = phalanx;
    phalanx.checkAbi();
    const settings = phalanx.initialised('PhxContextDesc', 'phx_context_desc_init', [], [phalanx.constants.PHX_FRAME_UNREAL]);
    settings.set({ thread_count: 1 });
    const handle = phalanx.array(BigUint64Array, 1);
    phalanx.check('phx_context_create', settings.address, handle.address);
    [this.#context] = handle.values;
    this.#raycast = phalanx.callback('PhxRaycastBatchFn', (user, rays, hits, count) => this.#answer(rays, hits, Number(count)));
  }

  /**
   * Orders an army, by a line that was drawn, a click (a line of one point), or at a given center.
   * @param {{ positions: Float64Array, radii: Float32Array, ranks: Uint8Array }} army
   * @param {Object} order see {@link Commander#describe}
   * @param {?World} world null: stand anywhere
   */
  formUp(army, order, world) {
    const { agents, desc, times, goals, ground } = this.#begin(army, order, world);
    const phalanx = this.#phalanx;
    const count = army.radii.length;
    const out = phalanx.initialised('PhxFormationOut', 'phx_formation_out_init');
    const rings = phalanx.array(Uint32Array, count);
    const outcomes = phalanx.array(Uint8Array, count);
    const places = { ...goals.view(3), scalar: phalanx.constants.PHX_SCALAR_F64 };
    out.set({ goals: places, rings: rings.view(), outcomes: outcomes.view() });
    const report = phalanx.initialised('PhxFormationReport', 'phx_formation_report_init');
    this.#asked = { rays: 0, time: 0 };
    const start = performance.now();
    const status = phalanx.check(
      'phx_formation_form_up', this.#context, agents.address, desc.address, ground, out.address, report.address);
    times.formUp = performance.now() - start;
    times.ground = this.#asked.time;
    return {
      ...this.#place(desc),
      status: phalanx.statusName(status),
      times,
      rays: this.#asked.rays,
      goals: goals.values.slice(),
      rings: rings.values.slice(),
      outcomes: outcomes.values.slice(),
      report: this.#read(report, ['slots_made', 'slots_dropped', 'slots_grown', 'slot_target', 'longest_walk']),
      notes: this.#names('PHX_REPORT_', (bit) => report.get('bits') & bit),
      layout: this.#layout(desc, report.get('slot_target')),
    };
  }

  /** Where the places of an order would be, without saying who goes where: fast enough for every frame of a drag. */
  places(army, order, world) {
    const { agents, desc, times, ground } = this.#begin(army, order, world);
    const phalanx = this.#phalanx;
    const radii = agents.address + phalanx.header.structs.PhxAgents.fields.radii.offset;
    const target = phalanx.array(BigUint64Array, 1);
    const start = performance.now();
    phalanx.check('phx_formation_slot_target', this.#context, desc.address, radii, target.address, 0);
    const layout = this.#layout(desc, target.values[0]);
    const slots = phalanx.array(Float64Array, layout.places);
    const states = phalanx.array(Uint8Array, slots.length / 3);
    const view = phalanx.struct('PhxVec3ViewMut').set({ ...slots.view(3), scalar: phalanx.constants.PHX_SCALAR_F64 });
    phalanx.check('phx_formation_validate', this.#context, desc.address, ground, view.address, states.address, states.length);
    times.places = performance.now() - start;
    return { ...this.#place(desc), times, places: slots.values.slice(), states: states.values.slice() };
  }

  /** The layout of so many agents in a shape, for a picture of it. */
  picture(order, count) {
    this.#phalanx.arena.reset();
    return this.#layout(this.#describe(order, count), count);
  }

  #begin(army, order, world) {
    const phalanx = this.#phalanx;
    phalanx.arena.reset();
    this.#world = world;
    this.#margin = army.radii.reduce((widest, radius) => Math.max(widest, radius), 0);
    const scalar = phalanx.constants.PHX_SCALAR_F64;
    const count = army.radii.length;
    const agents = phalanx.initialised('PhxAgents', 'phx_agents_init').set({
      count,
      locations: { ...phalanx.array(Float64Array, army.positions).view(3), scalar },
      radii: phalanx.array(Float32Array, army.radii).view(),
      ranks: phalanx.array(Uint8Array, army.ranks).view(),
    });
    const times = {};
    let desc = this.#describe(order, count);
    if (order.line) {
      const line = phalanx.array(Float64Array, order.line);
      const view = phalanx.struct('PhxVec3View').set({ ...line.view(3), scalar });
      const start = performance.now();
      let room = 4 * count + 1024;
      for (;;) {
        desc.set({ points: { ...phalanx.array(Float64Array, 3 * room).view(3), scalar } });
        const status = phalanx.check('phx_formation_drag', this.#context, view.address, agents.address, desc.address);
        if (status !== phalanx.constants.PHX_MORE) break;
        room = Number(desc.part('points').get('count'));
        desc = this.#describe(order, count);
      }
      times.drag = performance.now() - start;
      if (desc.get('shape') !== phalanx.constants.PHX_SHAPE_POINTS) desc.set({ points: { data: 0, count: 0 } });
    }
    return { agents, desc, times, goals: phalanx.array(Float64Array, 3 * count), ground: this.#groundOf(world) };
  }

  /**
   * @param {Object} order lengths in centimetres
   * @param {string} order.shape such as GRID
   * @param {string} order.mode REFORM_THE_LINE or KEEP_FORMATION
   * @param {string} order.effort QUICK, GOOD or EXACT
   * @param {number} order.spacing
   * @param {number} order.proportion width to depth
   * @param {number} order.innerRadius
   * @param {number} order.corners of a CIRCLE, 0 for round
   * @param {number} order.turn degrees, KEEP_FORMATION
   * @param {?number[]} order.line three numbers to a point
   * @param {?number[]} order.center and `direction`: where no line is given
   */
  #describe(order, count) {
    const { constants } = this.#phalanx;
    const shape = constants[`PHX_SHAPE_${order.shape}`];
    const desc = this.#phalanx.initialised('PhxFormationDesc', 'phx_formation_desc_init', [this.#context], [shape]);
    const area = Math.max(count, 1) * order.spacing ** 2;
    desc.set({
      mode: constants[`PHX_MODE_${order.mode}`],
      effort: constants[`PHX_EFFORT_${order.effort}`],
      spacing: [order.spacing, order.spacing],
      region: [Math.sqrt(area * order.proportion), Math.sqrt(area / order.proportion)],
      inner_radius: order.innerRadius,
      segments: order.corners,
      keep_rotate_degrees: order.turn,
    });
    if (order.center) desc.set({ center: order.center, direction: order.direction });
    return desc;
  }

  #place(desc) {
    const [shape] = this.#names('PHX_SHAPE_', (number) => number === desc.get('shape'));
    return { shape, center: desc.get('center'), direction: desc.get('direction') };
  }

  /** The header's names for numbers, without what they begin with. */
  #names(beginning, isMeant) {
    const all = Object.entries(this.#phalanx.constants).filter(([name]) => name.startsWith(beginning));
    return all.filter(([, number]) => isMeant(number)).map(([name]) => name.slice(beginning.length));
  }

  #groundOf(world) {
    if (!world) return 0;
    const ground = this.#phalanx.initialised('PhxGround', 'phx_ground_init', [this.#context]);
    // From a roof's height above the army to below the lowest valley.
    return ground.set({ raycast_batch: this.#raycast, range: [-20000, 20000] }).address;
  }

  /** The first layout of an order: its places, and their rings. */
  #layout(desc, wanted) {
    const phalanx = this.#phalanx;
    const target = Math.min(Number(wanted), MOST_PLACES);
    const count = phalanx.array(BigUint64Array, 1);
    const ask = (view, rings) =>
      phalanx.check('phx_formation_slots', this.#context, desc.address, target, view, rings, count.address, 0);
    ask(0, 0);
    const made = Number(count.values[0]);
    const places = phalanx.array(Float64Array, 3 * made);
    const rings = phalanx.array(Uint32Array, made);
    const scalar = phalanx.constants.PHX_SCALAR_F64;
    ask(phalanx.struct('PhxVec3ViewMut').set({ ...places.view(3), scalar }).address, rings.address);
    return { places: places.values.slice(), rings: rings.values.slice() };
  }

  #read(struct, names) {
    return Object.fromEntries(names.map((name) => [name, Number(struct.get(name))]));
  }

  /** The library's rays against the ground. All are straight down. */
  #answer(rays, hits, count) {
    const start = performance.now();
    const { header, memory } = this.#phalanx;
    const { PhxRay, PhxHit } = header.structs;
    const { PHX_HIT_GROUND, PHX_HIT_OBSTACLE } = header.constants;
    const bytes = new DataView(memory.buffer);
    const { point, normal, kind } = PhxHit.fields;
    for (let index = 0; index < count; index += 1) {
      const ray = rays + index * PhxRay.size + PhxRay.fields.origin.offset;
      const hit = hits + index * PhxHit.size;
      const north = bytes.getFloat64(ray, true);
      const east = bytes.getFloat64(ray + 8, true);
      const met = this.#world.kind(north, east, this.#margin);
      if (met === NOTHING) continue;
      if (met !== GROUND) {
        bytes.setUint32(hit + kind.offset, PHX_HIT_OBSTACLE, true);
        continue;
      }
      const [toNorth, toEast] = this.#world.slope(north, east);
      bytes.setUint32(hit + kind.offset, PHX_HIT_GROUND, true);
      bytes.setFloat64(hit + point.offset, north, true);
      bytes.setFloat64(hit + point.offset + 8, east, true);
      bytes.setFloat64(hit + point.offset + 16, this.#world.height(north, east), true);
      bytes.setFloat32(hit + normal.offset, -toNorth, true);
      bytes.setFloat32(hit + normal.offset + 4, -toEast, true);
      bytes.setFloat32(hit + normal.offset + 8, 1, true);
    }
    this.#asked.rays += count;
    this.#asked.time += performance.now() - start;
    return 0;
  }
}
