//! A question that is ready to be answered: by a list, a count, an estimate, a drawing or a proof.
//!
//! The program and the library ask it alike. What the answer depends on stands in [`Settings`].

use std::io::{self, Write};

use korrel_enumerate::heap::ObjectNames;
use korrel_enumerate::{Problem, conflict, explained, nothing, vacuous};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::{Answer, Effort, prove};
use korrel_translate::{
    Contents, Question, Translation, TranslationFailure, endless, overflow_warnings, print,
    scope_warnings,
};

use crate::settings::Settings;

use super::{NoAnswer, SpecCommand};

/// A command that is asked with these settings.
pub struct PosedQuestion<'q> {
    pub spec: &'q Spec,
    pub(crate) problem: Problem<'q>,
    pub(crate) settings: &'q Settings,
    pub(crate) effort: Effort,
    /// The names of objects, if they have names of their own.
    pub(super) names: Option<ObjectNames>,
}

impl SpecCommand {
    /// The command, ready to be answered.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; a construct that cannot be translated; a stop.
    pub fn posed<'q>(
        &'q self,
        settings: &'q Settings,
        effort: &Effort,
    ) -> Result<PosedQuestion<'q>, NoAnswer> {
        PosedQuestion::new(&self.spec, &self.command, settings, effort)
    }

    /// What is probably not meant: about the scope, overflows, and what the command does not ask for.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; a stop.
    pub fn cautions(
        &self,
        settings: &Settings,
        effort: &Effort,
    ) -> Result<Vec<Diagnostic>, NoAnswer> {
        let Settings { overflow, .. } = *settings;
        let question = Question::new(&self.spec.model, &self.command, overflow, effort);
        let question = question.map_err(|why| NoAnswer::untranslated(&self.spec, why))?;
        Ok(cautions(&self.spec, &question))
    }
}

pub(super) fn cautions(spec: &Spec, question: &Question<'_>) -> Vec<Diagnostic> {
    let Question { model, command, scopes, bounds, .. } = question;
    let mut found: Vec<Diagnostic> = spec.unasked(question.asked().1).into_iter().collect();
    found.extend(scope_warnings(question));
    found.extend(overflow_warnings(model, command, scopes, bounds));
    found
}

impl<'q> PosedQuestion<'q> {
    /// # Errors
    /// A scope that cannot be, or is too large; a construct that cannot be translated; a stop.
    pub fn new(
        spec: &'q Spec,
        command: &'q Command,
        settings: &'q Settings,
        effort: &Effort,
    ) -> Result<PosedQuestion<'q>, NoAnswer> {
        let problem = match settings.certified {
            true => Problem::rooted_or_not(&spec.model, command, settings.meaning(), effort),
            false => Problem::new(&spec.model, command, settings.meaning(), effort),
        };
        PosedQuestion::of(spec, problem, settings, effort)
    }

    pub(super) fn of(
        spec: &'q Spec,
        problem: Result<Problem<'q>, TranslationFailure>,
        settings: &'q Settings,
        effort: &Effort,
    ) -> Result<PosedQuestion<'q>, NoAnswer> {
        let problem = problem.map_err(|why| NoAnswer::untranslated(spec, why))?;
        Ok(PosedQuestion { spec, problem, settings, effort: effort.clone(), names: None })
    }

    pub(crate) fn refused(&self, mistake: Diagnostic) -> NoAnswer {
        self.spec.mistake(mistake).into()
    }

    /// What is probably not meant: about the scope, overflows, and what the command does not ask for.
    pub fn cautions(&self) -> Vec<Diagnostic> {
        cautions(self.spec, &self.problem.question)
    }

    /// The warning that a list of all instances does not end.
    pub fn endless(&self) -> Option<Diagnostic> {
        endless(&self.problem.question)
    }

    /// The warning that there is no instance whatever is asked for.
    pub fn vacuous(&self) -> Option<Diagnostic> {
        vacuous(&self.problem.question, true, &self.effort)
    }

    /// The message that there is no instance.
    pub fn nothing(&self) -> String {
        let (model, command) = self.problem.question.asked();
        nothing(model, command)
    }

    /// The parts of the spec that contradict each other, if there is no instance; `None` if they are harder to find than
    /// that. `conflicts`: the cost of the search.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn why_nothing(
        &self,
        conflicts: u64,
        effort: &Effort,
    ) -> Result<Option<Diagnostic>, NoAnswer> {
        let question = &self.problem.question;
        let found = conflict(question, conflicts, effort).map_err(|why| self.refused(why))?;
        Ok(found.map(|found| explained(question, &found)))
    }

    /// # Errors
    /// Instances are to be judged, and the evaluator would take too long.
    pub(super) fn check_judged(&self) -> Result<(), NoAnswer> {
        if !self.settings.verify {
            return Ok(());
        }
        let help = "leave `--verify` out, or give a smaller `--scope`";
        self.problem.check_judged().map_err(|why| self.refused(why.help(help)))
    }

    fn contents(&self) -> Contents {
        Contents { break_symmetry: !self.settings.every_labelling, ..Contents::default() }
    }

    fn translation(&self, effort: &Effort) -> Result<Translation, NoAnswer> {
        let translation = self.problem.translate(self.contents(), effort);
        translation.map_err(|why| NoAnswer::untranslated(self.spec, why))
    }

    /// The bounds of relations, as a text.
    pub fn bounds(&self) -> String {
        print::bounds(&self.problem.question, &self.problem.question.bounds)
    }

    /// The circuit of the formula that a search begins with, as a text.
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn circuit(&self) -> Result<String, NoAnswer> {
        Ok(print::circuit(&self.problem.question, &self.translation(&self.effort)?))
    }

    /// The formula that a search begins with.
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn dimacs(&self) -> Result<String, NoAnswer> {
        let translation = self.translation(&self.effort)?;
        let broken = Some(&self.problem.symmetry).filter(|_| !self.settings.every_labelling);
        Ok(print::dimacs(&self.problem.question, broken, &translation))
    }

    /// Writes the proof that the formula of a command without instances has no model.
    ///
    /// # Errors
    /// A stop; the inner ones are those of the writer.
    pub fn prove(
        &self,
        proof: impl Write + Send + Sync,
        effort: &Effort,
    ) -> Result<io::Result<()>, NoAnswer> {
        match prove(&self.translation(effort)?.cnf, proof, effort) {
            Ok(Answer::Unsatisfiable) => Ok(Ok(())),
            Ok(Answer::Stopped) => Err(NoAnswer::Stopped),
            Ok(Answer::Satisfiable) => {
                unreachable!("no instance was found, but the clauses have a model")
            }
            Err(error) => Ok(Err(error)),
        }
    }
}
