//! Stand-in until the exports exist.
use std::time::Instant;

use glam::{DVec2, DVec3};

use crate::answer::{Answer, Outcome, Slot};
use crate::army::Agent;
use crate::orders::{Mode, Order, Shape};
use crate::terrain::{self, Land};

/// Steepest ground that the orders allow.
pub const MAX_SLOPE_DEGREES: f64 = 45.0;
/// Number of "no slot".
pub const NO_SLOT: u32 = u32::MAX;

pub struct Library;
impl Library {
    pub fn new(_threads: u32) -> Result<Self, String> {
        Ok(Self)
    }
    pub fn form_up(&self, order: &Order, army: &[Agent], land: &Land) -> Result<Answer, String> {
        let t = Instant::now();
        let n = army.len();
        let f = order.direction.normalize();
        let r = DVec2::new(-f.y, f.x);
        let mut goals = vec![DVec2::ZERO; n];
        let mut slots = vec![NO_SLOT; n];
        let mut rings = vec![NO_SLOT; n];
        let mut outcomes = vec![Outcome::Placed; n];
        let mut lattice: Vec<Slot> = vec![];
        if order.mode == Mode::Keep {
            let c = army.iter().map(|a| a.place()).sum::<DVec2>() / n as f64;
            let (s, co) = libm::sincos(order.rotate.to_radians());
            for (i, a) in army.iter().enumerate() {
                let o = a.place() - c;
                goals[i] = order.center + DVec2::new(o.x * co - o.y * s, o.x * s + o.y * co);
            }
            for i in 0..n {
                if army[i].flies() || land.can_stand(goals[i], 45.0) {
                    continue;
                }
                outcomes[i] = Outcome::Relocated;
                'o: for q in 1..300 {
                    let m = 6 * q;
                    for k in 0..m {
                        let (s, c) = libm::sincos(k as f64 * std::f64::consts::TAU / m as f64);
                        let p = goals[i] + DVec2::new(c, s) * (q as f64 * 100.0);
                        if !land.can_stand(p, 45.0) {
                            continue;
                        }
                        let free = (0..n).all(|j| {
                            j == i
                                || army[j].flies()
                                || (outcomes[j] == Outcome::Relocated && j > i)
                                || (outcomes[j] == Outcome::Placed && !land.can_stand(goals[j], 45.0))
                                || goals[j].distance(p) > army[i].radius() + army[j].radius()
                        });
                        if free {
                            goals[i] = p;
                            break 'o;
                        }
                    }
                }
            }
        } else {
            let sp = 100.0;
            let mut taken: [Vec<(DVec2, f64)>; 2] = [vec![], vec![]];
            match order.shape {
                Shape::Grid => {
                    for ring in 0..60i32 {
                        for x in -ring..=ring {
                            for y in -ring..=ring {
                                if x.abs().max(y.abs()) == ring {
                                    lattice.push(Slot {
                                        place: DVec2::new(x as f64, y as f64) * sp,
                                        ring: ring as u32,
                                        usable: true,
                                    });
                                }
                            }
                        }
                    }
                }
                Shape::Wedge => {
                    for row in 0..110 {
                        for i in 0..=row {
                            lattice.push(Slot {
                                place: DVec2::new((i as f64 - row as f64 / 2.0) * sp, (45.0 - row as f64) * sp),
                                ring: row as u32,
                                usable: true,
                            });
                        }
                    }
                }
                Shape::Circle => {
                    for k in 0..60 {
                        let rr = 50.0 + 100.0 * k as f64;
                        let m = (6.0 * rr / sp).max(1.0) as u32;
                        for i in 0..m {
                            let (s, c) = libm::sincos(i as f64 / m as f64 * std::f64::consts::TAU);
                            lattice.push(Slot { place: DVec2::new(s, c) * rr, ring: k, usable: true });
                        }
                    }
                }
                Shape::Polygon(e) => {
                    for k in 0..60 {
                        let a = 50.0 + 100.0 * k as f64;
                        let th = std::f64::consts::PI / e as f64;
                        let cr = a / libm::cos(th);
                        let m = ((2.0 * a * libm::tan(th)) / sp) as u32;
                        for g in 0..e {
                            let v = |g: u32| {
                                let (s, c) = libm::sincos(2.0 * th * g as f64);
                                DVec2::new(s, c) * cr
                            };
                            for i in 0..m {
                                lattice.push(Slot {
                                    place: v(g).lerp(v(g + 1), i as f64 / m as f64),
                                    ring: k,
                                    usable: true,
                                });
                            }
                        }
                    }
                }
            }
            for s in &mut lattice {
                s.place = order.center + r * s.place.x + f * s.place.y;
                s.usable = land.can_stand(s.place, 45.0);
            }
            let mut used = [0usize; 2];
            let mut frees: [Vec<bool>; 2] = [vec![true; lattice.len()], vec![true; lattice.len()]];
            for i in 0..n {
                let l = army[i].flies() as usize;
                let _ = &mut used;
                let mut done = false;
                for (si, s) in lattice.iter().enumerate() {
                    if !frees[l][si] || (!s.usable) {
                        continue;
                    }
                    let rad = army[i].radius();
                    if taken[l].iter().all(|(p, q)| p.distance(s.place) >= q + rad - 1e-3) {
                        taken[l].push((s.place, rad));
                        frees[l][si] = false;
                        goals[i] = s.place;
                        slots[i] = si as u32;
                        rings[i] = s.ring;
                        done = true;
                        break;
                    }
                }
                if !done {
                    goals[i] = order.center;
                    outcomes[i] = Outcome::Overflow;
                }
            }
        }
        let longest = (0..n).map(|i| goals[i].distance(army[i].place())).fold(0.0, f64::max);
        let goals: Vec<DVec3> = goals
            .iter()
            .zip(army)
            .map(|(g, a)| g.extend(if a.flies() { a.location.z } else { terrain::height(*g) }))
            .collect();
        Ok(Answer {
            goals,
            slots,
            rings,
            outcomes,
            slots_made: lattice.len() as u64,
            slots_dropped: lattice.iter().filter(|s| !s.usable).count() as u64,
            lattice,
            slots_grown: 0,
            probes: 0,
            probe_batches: 0,
            cost: 0.0,
            longest_walk: longest,
            time: t.elapsed(),
        })
    }
}
