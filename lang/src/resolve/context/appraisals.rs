//! The knowledge of the choices in the expression that is being settled.

use rustc_hash::FxHashMap;

use crate::model::{SigId, Type};
use crate::resolve::context::node::ChoiceId;

/// The degree to which Alloy is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preference {
    Alloy,
    /// The user's own declarations come before the functions on integers that every module has
    /// without opening them, where Alloy would ask back.
    OwnFirst,
}

/// The type and the cost; `None` if it cannot be settled.
pub(crate) type Appraisal = Option<(Type, u32)>;

/// The answers so far, of one expression.
#[derive(Default)]
pub(crate) struct Appraisals {
    pub(crate) known: FxHashMap<(ChoiceId, Preference, Vec<Vec<SigId>>), Appraisal>,
}

impl Appraisals {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }
}
