//! The reason why there is no translation.

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;

/// The outcome of a translation that was not finished.
#[derive(Clone, Debug)]
pub enum TranslationFailure {
    /// A construct that can be neither grounded nor Skolemised, or a spec with more gates than fit
    /// into memory.
    Refused(Box<Diagnostic>),
    /// Somebody stopped it.
    Stopped,
}

impl From<Diagnostic> for TranslationFailure {
    fn from(diagnostic: Diagnostic) -> TranslationFailure {
        TranslationFailure::Refused(Box::new(diagnostic))
    }
}

/// A glance at the flag, for work before there is a circuit.
///
/// # Errors
/// A stop.
pub fn unless_stopped(effort: &Effort) -> Result<(), TranslationFailure> {
    if effort.is_stopped() { Err(TranslationFailure::Stopped) } else { Ok(()) }
}
