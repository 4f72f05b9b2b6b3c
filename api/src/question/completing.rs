//! Heaps that are given in part, each completed in every way: each is a question of its own.

use korrel_enumerate::Problem;
use korrel_enumerate::heap::{HeapCompletion, Schema};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Question;

use crate::settings::Settings;

use super::NoAnswer;
use super::evaluation::GivenHeap;
use super::posed::{PosedQuestion, cautions};

/// A command whose instances complete heaps.
pub struct Completing<'q> {
    spec: &'q Spec,
    question: Question<'q>,
    settings: &'q Settings,
    effort: Effort,
}

/// The question for the completions of a heap.
pub struct Completion<'q>(HeapCompletion<'q>);

impl<'q> Completing<'q> {
    /// # Errors
    /// A scope that cannot be, or is too large; a stop.
    pub fn new(
        spec: &'q Spec,
        command: &'q Command,
        settings: &'q Settings,
        effort: &Effort,
    ) -> Result<Completing<'q>, NoAnswer> {
        let question = Question::new(&spec.model, command, settings.overflow, effort);
        let question = question.map_err(|why| NoAnswer::untranslated(spec, why))?;
        Ok(Completing { spec, question, settings, effort: effort.clone() })
    }

    /// What is probably not meant by the command.
    pub fn cautions(&self) -> Vec<Diagnostic> {
        cautions(self.spec, &self.question)
    }

    /// # Errors
    /// A heap that does not fit the spec, or that has two states.
    pub fn of(&self, heap: GivenHeap, schema: &Schema) -> Result<Completion<'q>, Diagnostic> {
        heap.completion(schema, &self.question).map(Completion)
    }

    /// The question, ready to be answered. Objects that are given keep their names; `None` if what is given contradicts the declarations.
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn posed(
        &self,
        Completion(found): Completion<'q>,
    ) -> Result<Option<PosedQuestion<'q>>, NoAnswer> {
        let Some(question) = found.question else { return Ok(None) };
        let problem = Problem::of(question, self.settings.meaning(), &self.effort);
        let posed = PosedQuestion::of(self.spec, problem, self.settings, &self.effort)?;
        Ok(Some(PosedQuestion { names: Some(found.names), ..posed }))
    }
}
