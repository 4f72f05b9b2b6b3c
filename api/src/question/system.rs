//! A command about infinite traces as a system that other model checkers read.

use korrel_sat::Effort;
pub use korrel_translate::AigerVersion;
use korrel_translate::TraceSystem;

use super::{NoAnswer, SpecCommand};
use crate::Settings;

impl SpecCommand {
    /// The command in AIGER, however many states its traces may have.
    ///
    /// # Errors
    /// A command about one state, a scope that cannot be, a construct that cannot be translated, a stop.
    pub fn aiger(
        &self,
        settings: &Settings,
        version: AigerVersion,
        effort: &Effort,
    ) -> Result<String, NoAnswer> {
        let (model, command) = (&self.spec.model, &self.command);
        let overflow = settings.meaning().overflow;
        let system = TraceSystem::new(model, command, overflow, effort)
            .map_err(|why| NoAnswer::untranslated(&self.spec, why))?;
        Ok(system.aiger(version))
    }
}
