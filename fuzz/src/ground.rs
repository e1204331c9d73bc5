//! A ground that answers anything: by the fuzzer's bytes, also wrongly. It checks what it is asked.

use std::ffi::c_void;

use arbitrary::Arbitrary;
use phalanx::ffi::{
    PHX_E_BUSY, PHX_HIT_GROUND, PHX_HIT_OBSTACLE, PHX_OK, PhxGround, PhxHit, PhxRay, phx_context_destroy,
    phx_ground_init,
};

use crate::number::Number;
use crate::zeroed_struct;

/// A ground's settings and its answers.
#[derive(Arbitrary, Clone, Debug)]
pub struct AnyGround {
    /// The answer to the ray with id i is decided by byte i modulo their number; none: flat ground everywhere.
    answers: Vec<u8>,
    batched: bool,
    range: Option<[Number; 2]>,
    slope: Option<Number>,
    search_step: Option<Number>,
    search_rings: Option<u8>,
    max_probes: Option<u16>,
    /// Set just before the call.
    #[arbitrary(value = 0)]
    context: u64,
}

impl AnyGround {
    /// The description whose callbacks end in `self`; it must not move while the description is in use.
    pub fn describe(&mut self, context: u64) -> PhxGround {
        self.context = context;
        let mut ground = zeroed_struct::<PhxGround>();
        // SAFETY: the pointer is to a whole value of our own.
        let status = unsafe { phx_ground_init(context, &raw mut ground, size_of::<PhxGround>() as u32) };
        assert_eq!(status, PHX_OK);
        if self.batched {
            ground.raycast_batch = Some(answer_all);
        } else {
            ground.raycast = Some(answer_one);
        }
        ground.user = (&raw mut *self).cast();
        if let Some(range) = self.range {
            ground.range = range.map(|number| number.0);
        }
        if let Some(slope) = self.slope {
            ground.max_slope_degrees = slope.0;
        }
        if let Some(step) = self.search_step {
            ground.search_step = step.0;
        }
        if let Some(rings) = self.search_rings {
            ground.max_search_rings = u32::from(rings);
        }
        if let Some(probes) = self.max_probes {
            ground.max_probes = u64::from(probes);
        }
        ground
    }

    /// Answers a ray. A negative number stops the call.
    fn answer(&self, ray: &PhxRay, hit: &mut PhxHit) -> i32 {
        assert!(ray.origin.iter().all(|scalar| scalar.is_finite()), "a ray from nowhere: {ray:?}");
        assert!(ray.length >= 0.0 && ray.length.is_finite(), "a ray without a length: {ray:?}");
        assert_eq!(hit.id, ray.id, "the hit does not carry the ray's id");
        let byte = match self.answers.len() {
            0 => 255,
            count => self.answers[(ray.id % count as u64) as usize],
        };
        let down = ray.direction.map(f64::from);
        let along = |length: f64| std::array::from_fn(|axis| ray.origin[axis] + down[axis] * length);
        let up = ray.direction.map(|scalar| -scalar);
        match byte {
            0..=29 => {}
            30..=69 => hit.kind = PHX_HIT_OBSTACLE,
            // As steep as a wall.
            70..=99 => {
                *hit = PhxHit { point: along(10.0), normal: [up[1], up[2], up[0]], kind: PHX_HIT_GROUND, id: ray.id };
            }
            100 => *hit = PhxHit { point: [f64::NAN; 3], normal: up, kind: PHX_HIT_GROUND, id: ray.id },
            101 => *hit = PhxHit { point: along(1.0), normal: [f32::INFINITY; 3], kind: PHX_HIT_GROUND, id: ray.id },
            102 => hit.id = hit.id.wrapping_add(1),
            103 => hit.kind = u32::from(byte),
            104 => return -1,
            // A callback may not take the context away.
            105 => assert_eq!(phx_context_destroy(self.context), PHX_E_BUSY, "destroyed from a callback"),
            106 => *hit = PhxHit { point: along(1.0), normal: [0.0; 3], kind: PHX_HIT_GROUND, id: ray.id },
            // Far from the ray, which no honest host answers.
            107 => *hit = PhxHit { point: [1e300, -1e300, 1e300], normal: up, kind: PHX_HIT_GROUND, id: ray.id },
            _ => {
                let depth = f64::from(ray.length) * f64::from(byte - 107) / 296.0;
                *hit = PhxHit { point: along(depth), normal: up, kind: PHX_HIT_GROUND, id: ray.id };
            }
        }
        0
    }
}

unsafe extern "C" fn answer_one(user: *mut c_void, ray: *const PhxRay, hit: *mut PhxHit) -> i32 {
    // SAFETY: `user` is the ground of the call, the others are what the library promises.
    unsafe { (*user.cast::<AnyGround>()).answer(&*ray, &mut *hit) }
}

unsafe extern "C" fn answer_all(user: *mut c_void, rays: *const PhxRay, hits: *mut PhxHit, count: u64) -> i32 {
    for index in 0..count as usize {
        // SAFETY: as above, for each of the `count` rays and hits.
        let status = unsafe { answer_one(user, rays.add(index), hits.add(index)) };
        if status < 0 {
            return status;
        }
    }
    0
}
