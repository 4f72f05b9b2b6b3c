//! A command, ready to be answered.

mod beyond;
mod rooting;

use korrel_lang::evaluate::{Evaluator, Violation, trace_violation, violation};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model, SigId, TraceKind};
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use korrel_translate::{
    Contents, Overflow, Question, RootedClass, Symmetry, Translation, TranslationFailure, translate,
};

use beyond::settle;
use rooting::rooted_classes;

/// The meaning of a command, which says what an instance of it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meaning {
    pub overflow: Overflow,
    /// The command's parameters are witnesses, not part of an instance.
    pub ignore_parameters: bool,
}

/// The instances that count as different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Classes {
    /// Exactly one of each isomorphism class.
    #[default]
    Isomorphism,
    /// Every labelled instance.
    Labelled,
}

/// A question, and which of its instances are one.
#[derive(Clone, Debug)]
pub struct Problem<'m> {
    pub question: Question<'m>,
    pub symmetry: Symmetry,
}

impl<'m> Problem<'m> {
    /// # Errors
    /// A scope that cannot be, or is too large, a construct that cannot be translated, or a stop.
    pub fn new(
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Problem<'m>, TranslationFailure> {
        let question = Question::new(model, command, meaning.overflow, effort)?;
        Problem::of(question, meaning, effort)
    }

    /// The same of a question that is there already.
    ///
    /// # Errors
    /// A construct that cannot be translated, or a stop.
    pub fn of(
        mut question: Question<'m>,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Problem<'m>, TranslationFailure> {
        let with_parameters = !meaning.ignore_parameters;
        settle(&mut question, with_parameters, effort)?;
        let rooted = rooted_classes(&question, with_parameters, effort)?;
        Problem::with_rooted(question, meaning, rooted, effort)
    }

    /// The same without looking for rooted classes: the instances are the same, except which
    /// labelling stands for a class.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn unrooted(
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Problem<'m>, TranslationFailure> {
        let question = Question::new(model, command, meaning.overflow, effort)?;
        Problem::with_rooted(question, meaning, Vec::new(), effort)
    }

    /// The same whose classes are rooted all or none: what a list is proven of.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn rooted_or_not(
        model: &'m Model,
        command: &'m Command,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Problem<'m>, TranslationFailure> {
        let problem = Problem::unrooted(model, command, meaning, effort)?;
        if problem.question.is_higher_order() {
            return Ok(problem);
        }
        let rooted = rooted_classes(&problem.question, !meaning.ignore_parameters, effort)?;
        match rooted.len() == problem.symmetry.classes.len() {
            true => Problem::with_rooted(problem.question, meaning, rooted, effort),
            false => Ok(problem),
        }
    }

    fn with_rooted(
        question: Question<'m>,
        meaning: Meaning,
        rooted: Vec<RootedClass>,
        effort: &Effort,
    ) -> Result<Problem<'m>, TranslationFailure> {
        let with_parameters = !meaning.ignore_parameters;
        let symmetry = Symmetry::new(&question, with_parameters, rooted, effort)?;
        Ok(Problem { question, symmetry })
    }

    /// True if each beginning that is found is asked whether it goes on: none is an instance by its formula alone.
    pub fn is_of_maximal(&self) -> bool {
        self.question.traces.is_some_and(|asked| asked.command.traces == TraceKind::Maximal)
    }

    /// # Errors
    /// A construct that cannot be translated, too many gates, or a stop.
    pub fn translate(
        &self,
        contents: Contents,
        effort: &Effort,
    ) -> Result<Translation, TranslationFailure> {
        translate(&self.question, &self.symmetry, contents, effort)
    }

    /// The fault of an instance, by the evaluator and the scope, or `None` if it has none.
    pub fn fault(&self, instance: &Instance) -> Option<String> {
        if let Some(fault) = self.population_fault(instance) {
            return Some(fault);
        }
        let Question { model, command, traces, .. } = &self.question;
        let violated = match traces {
            None => violation(model, command, instance)?,
            Some(asked) => {
                let trace = asked.trace(instance);
                if !trace.is_least() {
                    return Some("the loop is not the least one".to_owned());
                }
                trace_violation(asked.model, asked.command, &trace)?
            }
        };
        match violated {
            Violation::Fact(fact) => Some(format!("the fact `{}` does not hold", fact.name)),
            Violation::Goal => Some("the command's own formula does not hold".to_string()),
        }
    }

    fn population_fault(&self, instance: &Instance) -> Option<String> {
        for (id, sig) in self.question.model.sigs.iter() {
            let size = instance.sig(id).len();
            if let Some(sizes) = self.question.scopes.sizes(id)
                && !(sizes.min as usize..=sizes.max as usize).contains(&size)
            {
                return Some(format!("`{}` has {size} atoms, outside its scope", sig.name));
            }
        }
        let mut evaluator = Evaluator::new(self.question.model, instance);
        let mut fills = self.question.scopes.fills().iter();
        if let Some(fill) = fills.find(|fill| !evaluator.formula(&fill.formula)) {
            let name = &self.question.model.sigs[fill.sig].name;
            return Some(format!("`{name}` does not hold all that its order asks for"));
        }
        let scattered = self.question.model.top_level().find(|&sig| !is_prefix(instance, sig));
        scattered.map(|sig| {
            format!(
                "the atoms of `{}` are not the first of their sig",
                self.question.model.sigs[sig].name
            )
        })
    }
}

/// True if the atoms in use are the first ones of their sig.
fn is_prefix(instance: &Instance, top: SigId) -> bool {
    let block = instance.universe.block(top);
    let members = instance.sig(top);
    let first = block.clone().take_while(|&atom| members.contains(&[AtomId(atom)])).count();
    first == members.len()
}
