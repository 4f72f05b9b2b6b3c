//! What the walk over a query carries along.

use crate::schema::Schema;
use crate::views::Views;

use super::scope::Output;
use super::told::QueryUsage;

/// Views that call each other deeper than this are in a circle.
pub(super) const DEEPEST: usize = 32;

pub(super) struct Walk<'a> {
    pub schema: &'a Schema,
    pub views: &'a Views,
    pub usage: QueryUsage,
    /// Common table expressions, the innermost last.
    pub known: Vec<(String, Vec<Output>)>,
    pub depth: usize,
}

impl<'a> Walk<'a> {
    pub fn new(schema: &'a Schema, views: &'a Views) -> Walk<'a> {
        Walk { schema, views, usage: QueryUsage::default(), known: Vec::new(), depth: 0 }
    }
}
