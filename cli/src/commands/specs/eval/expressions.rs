//! The values of expressions in instances, as short texts.

use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use super::asked::Questions;
use super::judge::{Evaluated, Judgement, judge, relation};
use super::record::Record;
use crate::commands::shared::question::AskedCommand;

use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// Expressions over the instances of a command.
pub struct Expressions {
    /// The expressions as they were written.
    pub texts: Vec<String>,
    /// Nothing, if there are none.
    questions: Option<Questions>,
}

impl Expressions {
    /// None: those of a stream, of which no spec is at hand.
    pub fn none() -> Expressions {
        Expressions { texts: Vec::new(), questions: None }
    }

    /// # Errors
    /// Expressions that mean nothing in the spec.
    pub fn new(
        asked: &AskedCommand,
        texts: &[String],
        report: &Reporter,
    ) -> Result<Expressions, Error> {
        if texts.is_empty() {
            return Ok(Expressions::none());
        }
        let mut spec: Spec = asked.spec.clone();
        let questions = Questions::new(&mut spec, asked.command.clone(), texts, report)?;
        Ok(Expressions { texts: texts.to_vec(), questions: Some(questions) })
    }

    /// The values in an instance's record, in order.
    pub fn values(&self, record: &str) -> Vec<String> {
        let Some(questions) = &self.questions else { return Vec::new() };
        let Ok(Record::Heap(heap)) = Record::read(record, 0) else { return Vec::new() };
        match judge(questions, None, &heap) {
            Judgement::Judged { states, atoms, .. } => {
                states[0].answers.iter().map(|answer| text(answer, &atoms)).collect()
            }
            // The evaluator gives up where it would take minutes.
            _ => vec!["?".to_owned(); self.texts.len()],
        }
    }
}

fn text(answer: &Evaluated, atoms: &[Json]) -> String {
    match answer {
        Evaluated::Formula(failures) => failures.is_empty().to_string(),
        Evaluated::Integer(Some(number)) => number.to_string(),
        Evaluated::Integer(None) | Evaluated::Answered => "?".to_owned(),
        Evaluated::Relation(tuples) => {
            let Json::Array(tuples) = relation(tuples, atoms) else { return String::new() };
            let texts: Vec<String> = tuples.iter().map(tuple).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
        }
    }
}

fn tuple(tuple: &Json) -> String {
    let scalar = |scalar: &Json| match scalar {
        Json::String(text) => visible(text).into_owned(),
        other => other.to_string(),
    };
    let scalars = tuple.as_array().into_iter().flatten();
    scalars.map(scalar).collect::<Vec<_>>().join("→")
}
