//! The part of a spec that calls can show.

use korrel_lang::model::Command;
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;

use crate::error::CampaignError;
use crate::operations::{Behaviours as SpecBehaviours, without_liveness};

/// A spec's behaviours without what no beginning can show.
pub struct TestedTraces {
    pub spec: Spec,
    pub command: Command,
    /// The conjuncts that were left out.
    pub left_out: Vec<Span>,
}

impl TestedTraces {
    /// `command`: one about beginnings of traces.
    pub fn new(spec: &Spec, command: &Command) -> TestedTraces {
        let (spec, command, left_out) = without_liveness(spec, command);
        TestedTraces { spec, command, left_out }
    }

    /// The behaviours, as they are worked out call by call.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, names that clash, a construct that cannot be translated, or a stop.
    pub(crate) fn behaviours(
        &self,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<SpecBehaviours<'_>, CampaignError> {
        SpecBehaviours::new(&self.spec, &self.command, overflow, effort).map_err(
            |error| match error {
                Ok(mistakes) => mistakes.into(),
                Err(untranslated) => CampaignError::untranslated(&self.spec, untranslated),
            },
        )
    }
}
