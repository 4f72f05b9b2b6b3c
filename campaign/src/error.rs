//! The reasons why a campaign fails, and its remarks.

use korrel_harness::Refusal;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_translate::TranslationFailure;

/// The reason why a campaign cannot be run to its end.
#[derive(Debug)]
pub enum CampaignError {
    /// Mistakes in the spec, or in a question about it, with the texts that they point into.
    Spec(Mistakes),
    /// Settings that make no sense together, or for this spec.
    Settings(Diagnostic),
    /// A bug in Korrel.
    Internal(String),
}

impl CampaignError {
    /// A mistake in a spec, or in a question about it.
    pub fn about(spec: &Spec, diagnostic: Diagnostic) -> CampaignError {
        spec.mistake(diagnostic).into()
    }

    pub(crate) fn untranslated(spec: &Spec, why: TranslationFailure) -> CampaignError {
        match why {
            TranslationFailure::Refused(diagnostic) => CampaignError::about(spec, *diagnostic),
            TranslationFailure::Stopped => {
                CampaignError::settings("stopped before anything was tried")
            }
        }
    }

    pub(crate) fn settings(message: impl Into<String>) -> CampaignError {
        CampaignError::Settings(Diagnostic::new(code::FILE, message.into()))
    }
}

impl From<Mistakes> for CampaignError {
    fn from(mistakes: Mistakes) -> CampaignError {
        CampaignError::Spec(mistakes)
    }
}

/// A remark on a campaign that goes on.
#[derive(Debug)]
pub enum Remark {
    /// So many recorded inputs are of operations that are not tested.
    OtherOperations(usize),
    /// The scope does not grow to this n.
    NotGrown(u64, CampaignError),
    /// It is not known whether the spec allows the input that should be made smaller.
    Undecided(String),
    /// The spec does not allow the input that should be made smaller.
    Forbidden,
    /// Not all smaller inputs can be listed.
    Unlisted(CampaignError),
    /// The scope of smaller inputs cannot be: none is listed.
    NoSmallerScope(CampaignError),
    /// The driver cannot be asked any more.
    GivenUp(Refusal),
}

/// The receiver of remarks.
pub type OnRemark<'r> = &'r mut dyn FnMut(Remark);
