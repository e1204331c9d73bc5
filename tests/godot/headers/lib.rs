//! No code: this package exists for the headers that lie in the crate it depends on.
