//! The formulas that hold in every instance, and where they come from.

use super::{FieldId, Formula, SigId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Fact {
    /// The name it was given, or what it comes from: `field Node.next`.
    pub name: String,
    pub formula: Formula,
    pub origin: FactOrigin,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactOrigin {
    /// Written by the user as a fact, or appended to a sig.
    Written,
    /// From a sig's declaration: `extends`, `abstract`, `one`, `in`.
    Sig(SigId),
    /// From a field's declaration: its domain and its range.
    Field(FieldId),
}
