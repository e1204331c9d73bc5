//! Agreement of the caller's build and the library's on the structs that cross.

use super::guard::guarded;
use super::layout::{FNV_OFFSET, Field, Layout, hash_fields};
use super::status::Status;
use super::versioned::Versioned;
use super::*;
use crate::fault::{Fault, FaultKind};

/// The version of the C surface. It changes only when an old caller can no longer use a new library.
pub const PHX_ABI_VERSION: u32 = 1;

/// FNV-1a-64 over the offsets and sizes of all fields and structs of this header on 64-bit targets, in the order of
/// PhxStructIndex; fields that are added to the end of a struct later do not change it.
pub const PHX_LAYOUT_HASH: u64 = 0x6078_b80e_27ed_d511;

/// The order of the sizes that phx_check_abi takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhxStructIndex {
    /// PhxContextDesc.
    ContextDesc = 0,
    /// PhxVec3View.
    Vec3View = 1,
    /// PhxVec3ViewMut.
    Vec3ViewMut = 2,
    /// PhxQuatView.
    QuatView = 3,
    /// PhxF32View.
    F32View = 4,
    /// PhxU64View.
    U64View = 5,
    /// PhxU32View.
    U32View = 6,
    /// PhxU8View.
    U8View = 7,
    /// PhxU32ViewMut.
    U32ViewMut = 8,
    /// PhxU8ViewMut.
    U8ViewMut = 9,
    /// PhxCircle.
    Circle = 10,
    /// PhxCircleView.
    CircleView = 11,
    /// PhxRay.
    Ray = 12,
    /// PhxHit.
    Hit = 13,
    /// PhxGround.
    Ground = 14,
    /// PhxAgents.
    Agents = 15,
    /// PhxFormationDesc.
    FormationDesc = 16,
    /// PhxFormationOut.
    FormationOut = 17,
    /// PhxFormationReport.
    FormationReport = 18,
    /// PhxSquad.
    Squad = 19,
    /// PhxDebugItem.
    DebugItem = 20,
    /// PhxCapsules.
    Capsules = 21,
    /// PhxRadiusDesc.
    RadiusDesc = 22,
    /// PhxGrowth.
    Growth = 23,
    /// PhxJobInfo.
    JobInfo = 24,
}

/// What is known of one struct.
struct Known {
    index: PhxStructIndex,
    name: &'static str,
    least: usize,
    size: usize,
    fields: &'static [Field],
}

const fn frozen<T: Layout>(index: PhxStructIndex, name: &'static str) -> Known {
    Known { index, name, least: size_of::<T>(), size: size_of::<T>(), fields: T::FIELDS }
}

const fn growing<T: Layout + Versioned>(index: PhxStructIndex, name: &'static str) -> Known {
    Known { index, name, least: T::V1_SIZE, size: size_of::<T>(), fields: T::FIELDS }
}

use PhxStructIndex as Index;

/// All structs, by index.
const STRUCTS: [Known; 25] = [
    growing::<PhxContextDesc>(Index::ContextDesc, "PhxContextDesc"),
    frozen::<PhxVec3View>(Index::Vec3View, "PhxVec3View"),
    frozen::<PhxVec3ViewMut>(Index::Vec3ViewMut, "PhxVec3ViewMut"),
    frozen::<PhxQuatView>(Index::QuatView, "PhxQuatView"),
    frozen::<PhxF32View>(Index::F32View, "PhxF32View"),
    frozen::<PhxU64View>(Index::U64View, "PhxU64View"),
    frozen::<PhxU32View>(Index::U32View, "PhxU32View"),
    frozen::<PhxU8View>(Index::U8View, "PhxU8View"),
    frozen::<PhxU32ViewMut>(Index::U32ViewMut, "PhxU32ViewMut"),
    frozen::<PhxU8ViewMut>(Index::U8ViewMut, "PhxU8ViewMut"),
    frozen::<PhxCircle>(Index::Circle, "PhxCircle"),
    frozen::<PhxCircleView>(Index::CircleView, "PhxCircleView"),
    frozen::<PhxRay>(Index::Ray, "PhxRay"),
    frozen::<PhxHit>(Index::Hit, "PhxHit"),
    growing::<PhxGround>(Index::Ground, "PhxGround"),
    growing::<PhxAgents>(Index::Agents, "PhxAgents"),
    growing::<PhxFormationDesc>(Index::FormationDesc, "PhxFormationDesc"),
    growing::<PhxFormationOut>(Index::FormationOut, "PhxFormationOut"),
    growing::<PhxFormationReport>(Index::FormationReport, "PhxFormationReport"),
    frozen::<PhxSquad>(Index::Squad, "PhxSquad"),
    frozen::<PhxDebugItem>(Index::DebugItem, "PhxDebugItem"),
    growing::<PhxCapsules>(Index::Capsules, "PhxCapsules"),
    growing::<PhxRadiusDesc>(Index::RadiusDesc, "PhxRadiusDesc"),
    growing::<PhxGrowth>(Index::Growth, "PhxGrowth"),
    growing::<PhxJobInfo>(Index::JobInfo, "PhxJobInfo"),
];

/// The version of the C surface that the library has: compare with PHX_ABI_VERSION of the header.
/// Any thread, any time; allocates nothing.
#[unsafe(no_mangle)]
pub extern "C" fn phx_abi_version() -> u32 {
    PHX_ABI_VERSION
}

/// Checks that the caller was built against structs that this library can take. Call it once after loading:
/// phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, sizes, count).
///
/// struct_sizes: sizeof of each struct in the order of PhxStructIndex, not NULL unless count is 0. count: how many of
/// them; fewer than the library knows is an older caller, more are ignored.
/// layout_hash: of this library's header, or of an older one with count structs.
/// PHX_E_ABI naming what differs: another version or hash, a struct smaller than its first version or larger than the
/// library knows, a frozen struct of another size. PHX_E_NULL_POINTER, PHX_E_INVALID_ARGUMENT (alignment). Any thread;
/// allocates nothing unless it fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn phx_check_abi(abi: u32, layout_hash: u64, struct_sizes: *const u32, count: u32) -> i32 {
    guarded(|| {
        if abi != PHX_ABI_VERSION {
            return Err(disagree(format!("abi is {abi}; this library has version {PHX_ABI_VERSION}")));
        }
        if layout_hash != PHX_LAYOUT_HASH
            && layout_hash != layout_hash_of(&STRUCTS[..STRUCTS.len().min(count as usize)])
        {
            return Err(disagree(format!("layout_hash is {layout_hash:#x}; this library has {PHX_LAYOUT_HASH:#x}")));
        }
        if count == 0 {
            return Ok(Status::Ok);
        }
        versioned::check_pointer(struct_sizes, "struct_sizes")?;
        for known in STRUCTS.iter().take(count as usize) {
            let at = known.index as usize;
            // SAFETY: the caller grants `count` numbers, and `at` is less than that.
            let size = unsafe { struct_sizes.add(at).read() } as usize;
            if size < known.least || size > known.size {
                return Err(disagree(format!(
                    "struct_sizes[{at}] ({}) is {size}; this library takes {} to {}",
                    known.name, known.least, known.size
                )));
            }
        }
        Ok(Status::Ok)
    })
}

fn disagree(text: String) -> Fault {
    Fault::new(FaultKind::Abi, text)
}

/// Name, size and fields of each struct that crosses, for tests that hold other languages' structs against them. Not part of the
/// C surface.
#[doc(hidden)]
pub fn struct_layouts() -> impl Iterator<Item = (&'static str, usize, &'static [Field])> {
    STRUCTS.iter().map(|known| (known.name, known.size, known.fields))
}

/// The hash of a header with these structs. Of each it sees what its first version had, so that growing changes nothing.
fn layout_hash_of(structs: &[Known]) -> u64 {
    let hash = structs.iter().fold(FNV_OFFSET, |hash, known| {
        let first_version = known.fields.partition_point(|field| field.offset < known.least);
        hash_fields(hash, &known.fields[..first_version], known.least)
    });
    // The top bit stays clear, so that the number is a plain constant in every language.
    hash >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_stand_at_their_index() {
        assert!(STRUCTS.iter().enumerate().all(|(at, known)| known.index as usize == at));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_published_hash_is_that_of_the_layouts() {
        let hash = layout_hash_of(&STRUCTS);
        assert_eq!(PHX_LAYOUT_HASH, hash, "PHX_LAYOUT_HASH must be {hash:#018x}");
    }

    /// The structs as a later version would have them: one grew, one came.
    #[test]
    fn growing_keeps_the_hash_and_a_new_struct_keeps_that_of_the_older_ones() {
        const FIELDS: [Field; 3] = [
            Field { name: "struct_size", offset: 0, size: 4 },
            Field { name: "reserved", offset: 4, size: 4 },
            Field { name: "later", offset: 8, size: 8 },
        ];
        let first = Known { index: Index::Hit, name: "First", least: 8, size: 8, fields: &FIELDS[..2] };
        let grown = Known { index: Index::Hit, name: "First", least: 8, size: 16, fields: &FIELDS };
        let hash = layout_hash_of(&[first]);
        assert_eq!(layout_hash_of(std::slice::from_ref(&grown)), hash);
        let later = Known { index: Index::Ray, name: "Later", least: 8, size: 8, fields: &FIELDS[..2] };
        let both = [grown, later];
        assert_ne!(layout_hash_of(&both), hash);
        assert_eq!(layout_hash_of(&both[..1]), hash);
    }
}
