//! Handles: numbers that stay stale for ever once their object is gone.

use std::sync::Arc;

use parking_lot::Mutex;

/// A fixed number of places for shared objects. It lies in static memory and owns no heap block of its own, so that
/// nothing is left in the host's heap after a shutdown while old handles still stay stale.
pub(super) struct HandleTable<T, const PLACES: usize> {
    places: Mutex<[Place<T>; PLACES]>,
}

struct Place<T> {
    /// Counts the objects that had this place. A place is retired when the count is used up.
    generation: u32,
    object: Option<Arc<T>>,
}

/// Why an object was not taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotTaken {
    /// Nothing under this handle.
    Unknown,
    /// Somebody uses it.
    InUse,
}

impl<T, const PLACES: usize> HandleTable<T, PLACES> {
    pub(super) const fn new() -> Self {
        Self { places: Mutex::new([const { Place { generation: 0, object: None } }; PLACES]) }
    }

    /// Puts an object in and returns its handle, never 0; `None` when all places are taken.
    pub(super) fn insert(&self, object: Arc<T>) -> Option<u64> {
        let mut places = self.places.lock();
        let index = places.iter().position(|place| place.object.is_none() && place.generation < u32::MAX)?;
        let place = &mut places[index];
        place.generation += 1;
        place.object = Some(object);
        Some(handle(index, place.generation))
    }

    /// The object, shared: it stays while the caller holds it.
    pub(super) fn get(&self, handle: u64) -> Option<Arc<T>> {
        find(&mut *self.places.lock(), handle)?.object.clone()
    }

    /// Takes an object out that nobody else holds. Objects are only ever lent under the table's lock, so a count of one
    /// seen under it stays one.
    pub(super) fn take(&self, handle: u64) -> Result<Arc<T>, NotTaken> {
        let mut places = self.places.lock();
        let place = find(&mut *places, handle).ok_or(NotTaken::Unknown)?;
        take_idle(place)
    }

    /// Takes one object out that nobody else holds, any one; `Err(true)` when only ones in use are left.
    pub(super) fn take_any(&self) -> Result<Arc<T>, bool> {
        let mut places = self.places.lock();
        let mut in_use = false;
        for place in places.iter_mut() {
            match take_idle(place) {
                Ok(object) => return Ok(object),
                Err(why) => in_use |= why == NotTaken::InUse,
            }
        }
        Err(in_use)
    }

    /// Whether there is no object.
    pub(super) fn is_empty(&self) -> bool {
        self.places.lock().iter().all(|place| place.object.is_none())
    }
}

fn take_idle<T>(place: &mut Place<T>) -> Result<Arc<T>, NotTaken> {
    match place.object.take() {
        None => Err(NotTaken::Unknown),
        Some(object) if Arc::strong_count(&object) == 1 => Ok(object),
        in_use => {
            place.object = in_use;
            Err(NotTaken::InUse)
        }
    }
}

/// Index from 1 in the low half, generation from 1 in the high half: small numbers and 0 are never handles.
fn handle(index: usize, generation: u32) -> u64 {
    (u64::from(generation) << 32) | (index as u64 + 1)
}

fn find<T>(places: &mut [Place<T>], handle: u64) -> Option<&mut Place<T>> {
    let index = (handle as u32).checked_sub(1)? as usize;
    let generation = (handle >> 32) as u32;
    places.get_mut(index).filter(|place| place.generation == generation && place.object.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_stale_once_its_object_is_gone_even_if_the_place_is_taken_again() {
        let table = HandleTable::<u32, 2>::new();
        let first = table.insert(Arc::new(1)).unwrap();
        assert_eq!(table.take(first).as_deref(), Ok(&1));
        let second = table.insert(Arc::new(2)).unwrap();
        assert_eq!(second as u32, first as u32);
        assert_eq!((table.get(first), table.get(second).as_deref()), (None, Some(&2)));
        assert_eq!(table.take(first), Err(NotTaken::Unknown));
    }

    #[test]
    fn no_small_number_is_a_handle() {
        let table = HandleTable::<u32, 2>::new();
        table.insert(Arc::new(1)).unwrap();
        assert!((0..100).all(|number| table.get(number).is_none()));
    }

    #[test]
    fn what_is_in_use_is_not_taken_and_a_full_table_takes_no_more() {
        let table = HandleTable::<u32, 2>::new();
        let first = table.insert(Arc::new(1)).unwrap();
        table.insert(Arc::new(2)).unwrap();
        assert_eq!(table.insert(Arc::new(3)), None);
        let held = table.get(first).unwrap();
        assert_eq!(table.take(first), Err(NotTaken::InUse));
        assert_eq!(table.take_any().as_deref(), Ok(&2));
        assert_eq!(table.take_any(), Err(true));
        drop(held);
        assert_eq!(table.take_any().as_deref(), Ok(&1));
        assert_eq!(table.take_any(), Err(false));
        assert!(table.is_empty());
    }
}
