//! The witnesses that stand beside a counterexample.

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, CommandKind, Declaration, Model, VariableId};
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Effort, Enumerator, Models, Options, Step};
use korrel_translate::{TranslationFailure, Witnessing, outermost, witnessing};

use crate::problem::Problem;

/// The variables whose witnesses an instance shows: for a `check`, those for which the assertion
/// fails. None of a `run`, whose parameters are roots.
pub fn shown_variables(model: &Model, command: &Command) -> Vec<Declaration> {
    match command.kind {
        CommandKind::Run => Vec::new(),
        CommandKind::Check => outermost(model, &command.goal),
    }
}

/// Finds the witnesses of one instance after the other.
pub struct Witnesses {
    effort: Effort,
    /// `None` if the stop came before the question.
    asked: Option<WitnessQuestion>,
}

struct WitnessQuestion {
    question: Arc<Witnessing>,
    /// The search, whose clauses learned about one instance hold of all.
    search: Enumerator,
}

impl Witnesses {
    /// The search for them ends when `stop` is raised.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn new(problem: &Problem<'_>, effort: Effort) -> Result<Witnesses, Diagnostic> {
        let asked = match witnessing(&problem.question, &problem.symmetry, &effort) {
            Ok(question) => Some(WitnessQuestion::new(Arc::new(question), &effort)),
            Err(TranslationFailure::Stopped) => None,
            Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
        };
        Ok(Witnesses { effort, asked })
    }

    /// The lexicographically first choice, or `None` if it was not found before the stop. Variables of
    /// what does not hold are left out.
    ///
    /// # Panics
    /// If it is no instance of the problem.
    pub fn of(&mut self, instance: &Instance) -> Option<Vec<(VariableId, TupleSet)>> {
        let WitnessQuestion { question, search } = self.asked.as_mut()?;
        search.enter(&question.prefix(instance));
        match search.next() {
            Step::Model => Some(question.values(|var| search.value(var))),
            Step::Stopped => None,
            Step::Exhausted => panic!("the goal holds in an instance"),
        }
    }
}

impl WitnessQuestion {
    fn new(question: Arc<Witnessing>, effort: &Effort) -> WitnessQuestion {
        let (cnf, projection) = (&question.cnf, &question.projection);
        let search = Enumerator::new(cnf, projection, Options::default(), effort.clone());
        WitnessQuestion { question, search }
    }
}

impl Clone for Witnesses {
    fn clone(&self) -> Witnesses {
        let effort = self.effort.clone();
        let asked = self.asked.as_ref();
        let asked = asked.map(|asked| WitnessQuestion::new(Arc::clone(&asked.question), &effort));
        Witnesses { effort, asked }
    }
}
