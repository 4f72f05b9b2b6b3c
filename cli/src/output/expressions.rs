//! The values of expressions in instances, as short texts.

use korrel::question::evaluation::{Answer, Evaluation, Judgement};
use korrel_draw::RowNames;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use crate::files::texts::JsonText;
use crate::messages::reporter::Reporter;

/// Expressions over the instances of a command.
pub struct Expressions {
    /// The expressions as they were written.
    pub texts: Vec<String>,
    /// Nothing, if there are none.
    evaluation: Option<Evaluation>,
}

impl Expressions {
    /// None: those of a stream, of which no spec is at hand.
    pub fn none() -> Expressions {
        Expressions { texts: Vec::new(), evaluation: None }
    }

    /// # Errors
    /// Expressions that mean nothing in the spec.
    pub fn new(
        spec: &Spec,
        command: &Command,
        texts: &[String],
        report: &Reporter,
    ) -> Result<Expressions, Mistakes> {
        if texts.is_empty() {
            return Ok(Expressions::none());
        }
        let warn = &mut |sources: &_, found: &[_]| report.remarks(sources, found);
        let evaluation = Evaluation::of_expressions(spec, command, texts, warn)?;
        Ok(Expressions { texts: texts.to_vec(), evaluation: Some(evaluation) })
    }

    /// The values in an instance's record, in order: one, or of a trace one for each state. Rows are called by these names.
    pub fn values<'n>(
        &self,
        record: &str,
        names: impl FnOnce() -> RowNames<'n>,
    ) -> Vec<Vec<String>> {
        let Some(evaluation) = &self.evaluation else { return Vec::new() };
        let Ok(JsonText::Heap(heap)) = JsonText::read(record, 0) else { return Vec::new() };
        match evaluation.judge(&heap, None) {
            Judgement::Judged { states, positions, .. } => {
                let names = &names();
                let first = std::slice::from_ref(&states[0].answers);
                let answers = if positions.is_empty() { first } else { &positions[..] };
                let value = |nth: usize| answers.iter().map(|of| text(&of[nth], names)).collect();
                (0..self.texts.len()).map(value).collect()
            }
            // The evaluator gives up where it would take minutes.
            _ => vec![vec!["?".to_owned()]; self.texts.len()],
        }
    }

    /// A line for each expression with its values in an instance's record.
    pub fn told<'n>(&self, record: &str, names: impl FnOnce() -> RowNames<'n>) -> String {
        let values = self.values(record, names);
        let told = self.texts.iter().zip(values);
        told.map(|(text, values)| format!("{}  {}\n", visible(text), values.join("; "))).collect()
    }
}

fn text(answer: &Answer, names: &RowNames<'_>) -> String {
    match answer {
        Answer::Formula(violations) => violations.is_empty().to_string(),
        Answer::Integer(Some(number)) => number.to_string(),
        Answer::Integer(None) | Answer::Answered => "?".to_owned(),
        Answer::Relation(tuples) if tuples.is_empty() => "none".to_owned(),
        Answer::Relation(tuples) => {
            tuples.iter().map(|one| tuple(one, names)).collect::<Vec<_>>().join(", ")
        }
    }
}

fn tuple(tuple: &[Json], names: &RowNames<'_>) -> String {
    let scalar = |scalar: &Json| match scalar {
        Json::String(text) => visible(names.of(text).unwrap_or(text)).into_owned(),
        other => other.to_string(),
    };
    tuple.iter().map(scalar).collect::<Vec<_>>().join("→")
}
