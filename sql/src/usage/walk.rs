//! What the walk over a query carries along.

use crate::schema::Schema;

use super::scope::Output;
use super::told::QueryUsage;

/// Views that call each other deeper than this are in a circle.
pub(super) const DEEPEST: usize = 32;

pub(super) struct Walk<'a> {
    pub schema: &'a Schema,
    pub usage: QueryUsage,
    /// Common table expressions, the innermost last.
    pub known: Vec<(String, Vec<Output>)>,
    pub depth: usize,
}

impl<'a> Walk<'a> {
    pub fn new(schema: &'a Schema) -> Walk<'a> {
        Walk { schema, usage: QueryUsage::default(), known: Vec::new(), depth: 0 }
    }
}
