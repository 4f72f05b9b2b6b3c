//! Functions without parameters that a drawing shows, as Alloy's viewer does.

use korrel_draw::{DrawnInstance, Hints};
use korrel_lang::model;
use korrel_lang::model::Value;
use korrel_lang::spec::Spec;

use crate::error::Error;
use crate::evaluate::given;
use crate::question::evaluation::{Answer, Evaluation, Judgement};
use crate::search::on_a_large_stack;
use crate::spec::Command;

/// The functions that hints speak of, `$f`. Their values are found in each instance that is drawn.
#[derive(Clone, Debug, Default)]
pub struct DrawnFunctions {
    names: Vec<String>,
    /// Nothing, if there are none.
    evaluation: Option<Evaluation>,
}

impl DrawnFunctions {
    /// Those of a spec, over the instances of a command.
    pub fn of(spec: &Spec, command: &model::Command, hints: &Hints) -> DrawnFunctions {
        let is_function = |name: &&str| {
            let mut functions = spec.model.functions.iter();
            functions.any(|(_, function)| {
                let is_value = matches!(function.body, Value::Relation(_));
                function.name == *name && function.parameters.is_empty() && is_value
            })
        };
        let named = hints.functions().into_iter().filter(is_function);
        let mut names: Vec<String> = named.map(str::to_owned).collect();
        let resolved = |names: &[String]| {
            Evaluation::of_expressions(spec, command, names, &mut |_, _| ()).ok()
        };
        // Two modules may have functions of one name, which means neither.
        names.retain(|name| resolved(std::slice::from_ref(name)).is_some());
        let evaluation = if names.is_empty() { None } else { resolved(&names) };
        DrawnFunctions { names, evaluation }
    }

    pub fn is_empty(&self) -> bool {
        self.evaluation.is_none()
    }

    /// An instance with their values, given its record, too. Where the evaluator gives up, it is as it was.
    pub fn told_in(&self, instance: DrawnInstance, record: &str) -> DrawnInstance {
        let Some(evaluation) = &self.evaluation else { return instance };
        let judged =
            given(record).and_then(|heap| on_a_large_stack(|| evaluation.judge(&heap, None)));
        let Ok(Judgement::Judged { states, positions, .. }) = judged else { return instance };
        let answers: Vec<Vec<Answer>> = match positions.is_empty() {
            true => states.into_iter().map(|state| state.answers).collect(),
            false => positions,
        };
        let told = |instance: DrawnInstance, (nth, name): (usize, &String)| {
            let values = answers.iter().map(|of| match of.get(nth) {
                Some(Answer::Relation(tuples)) => Some(tuples.clone()),
                _ => None,
            });
            instance.with_function(name, &values.collect::<Vec<_>>())
        };
        self.names.iter().enumerate().fold(instance, told)
    }
}

impl Command {
    /// The functions without parameters that hints speak of.
    ///
    /// # Errors
    /// There is no memory for a thread.
    pub fn drawn_functions(&self, hints: &Hints) -> Result<DrawnFunctions, Error> {
        let asked = self.query();
        on_a_large_stack(|| DrawnFunctions::of(&asked.spec, &asked.command, hints))
    }
}
