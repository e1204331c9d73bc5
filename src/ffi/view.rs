//! Views: the caller's arrays as they lie, with a stride. What their fields must be, and what becomes of the elements.

use std::ffi::c_void;

use glam::DVec3;

use super::layout::layout;
use super::strided::{Reading, Strided, fill, lend};
use super::versioned::{check_pointer, check_reserved};
use crate::fault::{Fault, FaultKind};
use crate::formation::roster::StandingCircle;
use crate::geometry::frame::Frame;

/// Scalar type of a view: 32-bit float.
pub const PHX_SCALAR_F32: u32 = 1;
/// Scalar type of a view: 64-bit float.
pub const PHX_SCALAR_F64: u32 = 2;

/// Positions or directions to be read: three scalars each, in the context's axes. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxVec3View {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// PHX_SCALAR number; ignored when count is 0.
    pub scalar: u32,
}
layout!(PhxVec3View { data, count, stride, scalar });

/// Positions to be written (and read, where a function says so): three scalars each. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxVec3ViewMut {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *mut c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// PHX_SCALAR number; ignored when count is 0.
    pub scalar: u32,
}
layout!(PhxVec3ViewMut { data, count, stride, scalar });

/// Rotations to be read: quaternions x, y, z, w in the context's axes, of any length but 0. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxQuatView {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// PHX_SCALAR number; ignored when count is 0.
    pub scalar: u32,
}
layout!(PhxQuatView { data, count, stride, scalar });

/// 32-bit floats to be read. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxF32View {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxF32View { data, count, stride, reserved });

/// 64-bit numbers to be read. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxU64View {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxU64View { data, count, stride, reserved });

/// 32-bit numbers to be read. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxU32View {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxU32View { data, count, stride, reserved });

/// Bytes to be read. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxU8View {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxU8View { data, count, stride, reserved });

/// 32-bit numbers to be written. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxU32ViewMut {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *mut c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxU32ViewMut { data, count, stride, reserved });

/// Bytes to be written. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxU8ViewMut {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *mut c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxU8ViewMut { data, count, stride, reserved });

/// A circle on the ground that is taken: a member of another squad, standing. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxCircle {
    /// Its middle, in the context's axes; its height does not matter.
    pub center: [f64; 3],
    /// How wide it is, at least 0.
    pub radius: f32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxCircle { center, radius, reserved });

/// Circles to be read: PhxCircle each. Frozen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PhxCircleView {
    /// The first element, aligned to its scalar. NULL only when count is 0.
    pub data: *const c_void,
    /// Number of elements; 0 = absent.
    pub count: u64,
    /// Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
    pub stride: u32,
    /// 0.
    pub reserved: u32,
}
layout!(PhxCircleView { data, count, stride, reserved });

/// A view whose fields are in order.
pub(super) trait View {
    /// Checks pointer, count, stride and alignment. An absent view gives an empty one.
    fn checked(&self, name: &'static str) -> Result<Strided, Fault>;
}

fn scalar_size(name: &str, scalar: u32) -> Result<usize, Fault> {
    match scalar {
        PHX_SCALAR_F32 => Ok(4),
        PHX_SCALAR_F64 => Ok(8),
        other => {
            Err(Fault::invalid(&format!("{name}.scalar"), other, "it must be PHX_SCALAR_F32 (1) or PHX_SCALAR_F64 (2)"))
        }
    }
}

macro_rules! float_view {
    ($type:ident, $scalars:literal) => {
        impl View for $type {
            fn checked(&self, name: &'static str) -> Result<Strided, Fault> {
                let scalar = if self.count == 0 { 4 } else { scalar_size(name, self.scalar)? };
                Strided::new(name, self.data as *mut u8, self.count, self.stride, $scalars * scalar, scalar)
            }
        }
    };
}
float_view!(PhxVec3View, 3);
float_view!(PhxVec3ViewMut, 3);
float_view!(PhxQuatView, 4);

macro_rules! plain_view {
    ($type:ident, $element:ty) => {
        impl View for $type {
            fn checked(&self, name: &'static str) -> Result<Strided, Fault> {
                check_reserved(name, u64::from(self.reserved))?;
                let (size, alignment) = (size_of::<$element>(), align_of::<$element>());
                Strided::new(name, self.data as *mut u8, self.count, self.stride, size, alignment)
            }
        }
    };
}
plain_view!(PhxF32View, f32);
plain_view!(PhxU64View, u64);
plain_view!(PhxU32View, u32);
plain_view!(PhxU8View, u8);
plain_view!(PhxU32ViewMut, u32);
plain_view!(PhxU8ViewMut, u8);
plain_view!(PhxCircleView, PhxCircle);

/// Checks a view that is passed by pointer, or a NULL where that means absent.
///
/// # Safety
/// `view` is NULL or points to a view.
pub(super) unsafe fn checked_at<V: View>(view: *const V, name: &'static str) -> Result<Strided, Fault> {
    check_pointer(view, name)?;
    // SAFETY: not NULL, aligned, and granted by the caller.
    unsafe { (*view).checked(name) }
}

/// Positions or directions in the library's frame.
///
/// # Safety
/// The view came from a PhxVec3View or PhxVec3ViewMut whose memory may be read now.
pub(super) unsafe fn read_vectors(view: &Strided, frame: Frame, into: &mut Vec<DVec3>) -> Result<(), Fault> {
    // SAFETY: the caller's contract; the alignment says which scalar it is.
    unsafe {
        if view.alignment() == 4 {
            fill(view, into, |vector: [f32; 3]| frame.to_library(vector.map(f64::from)))
        } else {
            fill(view, into, |vector: [f64; 3]| frame.to_library(vector))
        }
    }
}

/// As [`read_vectors`], or where they lie.
///
/// # Safety
/// As for [`read_vectors`] and [`lend`].
pub(super) unsafe fn lend_vectors<'a>(
    view: &Strided,
    frame: Frame,
    reading: Reading,
    buffer: &'a mut Vec<DVec3>,
) -> Result<&'a [DVec3], Fault> {
    // SAFETY: the caller's contract. A DVec3 is three 64-bit floats, in this order.
    unsafe {
        if view.alignment() == align_of::<f64>() && frame == Frame::UNREAL {
            const { assert!(size_of::<DVec3>() == size_of::<[f64; 3]>() && align_of::<DVec3>() == align_of::<f64>()) };
            return lend(view, reading, buffer);
        }
        read_vectors(view, frame, buffer)?;
    }
    Ok(buffer)
}

/// Circles in the library's frame. Each must be finite and its radius not negative.
///
/// # Safety
/// The view came from a PhxCircleView whose memory may be read now.
pub(super) unsafe fn read_circles(view: &Strided, frame: Frame, into: &mut Vec<StandingCircle>) -> Result<(), Fault> {
    let mut index = 0;
    let mut fault = None;
    // SAFETY: the caller's contract.
    unsafe {
        fill(view, into, |circle: PhxCircle| {
            let center = frame.to_library(circle.center).truncate();
            if fault.is_none() {
                fault = check_circle(view.name(), index, &circle).err();
            }
            index += 1;
            StandingCircle { center, radius: f64::from(circle.radius) }
        })?;
    }
    fault.map_or(Ok(()), Err)
}

fn check_circle(name: &str, index: u64, circle: &PhxCircle) -> Result<(), Fault> {
    if !circle.center.iter().all(|value| value.is_finite()) || !circle.radius.is_finite() {
        return Err(Fault::new(
            FaultKind::NotFinite,
            format!("{name}[{index}] is {:?} with radius {}; it must be finite", circle.center, circle.radius),
        ));
    }
    if circle.radius < 0.0 {
        return Err(Fault::invalid(&format!("{name}[{index}].radius"), circle.radius, "at least 0"));
    }
    check_reserved(&format!("{name}[{index}].reserved"), u64::from(circle.reserved))
}

/// Fails when a position is not finite, naming it.
pub(super) fn check_finite(view: &Strided, frame: Frame, values: &[DVec3]) -> Result<(), Fault> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Fault::new(
            FaultKind::NotFinite,
            format!("{}[{index}] is {:?}; it must be finite", view.name(), frame.to_caller(values[index])),
        )),
    }
}

/// Fails when a position does not fit the scalar of the view that it will be written to.
pub(super) fn check_fits(view: &Strided, frame: Frame, values: &[DVec3]) -> Result<(), Fault> {
    if view.alignment() != 4 {
        return Ok(());
    }
    match values.iter().position(|value| value.abs().max_element() > f64::from(f32::MAX)) {
        None => Ok(()),
        Some(index) => Err(Fault::new(
            FaultKind::OutOfRange,
            format!(
                "{}[{index}] would be {:?}; that does not fit 32 bits",
                view.name(),
                frame.to_caller(values[index])
            ),
        )),
    }
}

/// Writes positions in the caller's frame, as many as there are.
///
/// # Safety
/// The view came from a PhxVec3ViewMut whose memory may be written now, and has at least as many elements.
pub(super) unsafe fn write_vectors(view: &Strided, frame: Frame, values: impl Iterator<Item = DVec3>) {
    // SAFETY: the caller's contract; the alignment says which scalar it is.
    unsafe {
        if view.alignment() == 4 {
            view.write(values.map(|value| frame.to_caller(value).map(|scalar| scalar as f32)));
        } else {
            view.write(values.map(|value| frame.to_caller(value)));
        }
    }
}
