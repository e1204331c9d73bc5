//! The edge: guard, errors, views, handles. The only unsafe code.
#![allow(unsafe_code)]
