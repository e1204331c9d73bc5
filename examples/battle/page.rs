//! The page.
use crate::Carried; use crate::terrain::Land;
pub fn html(_l: &Land, _c: &[Carried], _r: &[[String; 12]]) -> Result<String, String> { Ok(String::new()) }
