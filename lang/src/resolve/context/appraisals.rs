//! What is known of the choices in the expression that is being settled.

use rustc_hash::FxHashMap;

use crate::model::{SigId, Type};
use crate::resolve::context::node::ChoiceId;

/// How far Alloy is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preference {
    Alloy,
    /// Where Alloy would ask back, the user's own declarations come before the functions on integers
    /// that every module has without opening them.
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
