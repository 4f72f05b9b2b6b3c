//! What a spec says of a given heap.

use korrel_enumerate::heap::HeapError;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::ConjunctAnswer;
use crate::question::ConjunctName;
use crate::question::evaluation::{Answer, Evaluation, Findings, GivenHeap, Judgement, Violation};

/// What a spec says of a heap. A heap that does not fit its types has `errors`, and one that is too large `too_large`;
/// any other one has `facts`, `violated` and `values`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvalAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The facts hold, and so do the formulas that were asked for; without any, the command's own formula. null: it is not known.
    pub holds: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<MisfitAnswer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_large: Option<String>,
    /// Of the only state, or of the one before an operation; of a trace what is said at its first state.
    #[serde(flatten)]
    pub state: Option<StateAnswer>,
    /// Of the state afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post: Option<StateAnswer>,
    /// The values in each state of a trace.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Vec<ValueAnswer>>,
}

/// The record of a heap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvalRecord {
    /// `evaluation`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "evaluation")))]
    pub kind: &'static str,
    /// As the heap has it, or its number.
    pub id: Json,
    #[serde(flatten)]
    pub answer: EvalAnswer,
}

/// A part of a heap that does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MisfitAnswer {
    /// Its path in the heap.
    pub at: String,
    pub message: String,
}

/// What a spec says of a state.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateAnswer {
    /// The facts hold.
    pub facts: bool,
    /// The conjuncts of facts that do not hold.
    pub violated: Vec<ViolationAnswer>,
    pub values: Vec<ValueAnswer>,
}

/// A conjunct that does not hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViolationAnswer {
    /// The predicate that it stands in, the fact, or the text of the expression.
    pub name: String,
    /// `file:line:column`.
    pub at: String,
    pub text: String,
    /// The values of the variables around it for which it fails.
    #[serde(rename = "for")]
    pub bindings: Map<String, Json>,
    /// The number of the state in which it fails, in a trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<usize>,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueAnswer {
    pub text: String,
    /// A truth value, a number, or the tuples of a set.
    pub value: Json,
    /// The conjuncts of a formula that do not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violated: Option<Vec<ViolationAnswer>>,
}

/// A conjunct of what a command runs or asserts, and what a heap makes of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedConjunct {
    #[serde(flatten)]
    pub conjunct: ConjunctAnswer,
    /// Missing if it cannot be told on one state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The values of the variables around it for which it fails.
    #[serde(skip_serializing_if = "Vec::is_empty", rename = "for")]
    pub bindings: Vec<Map<String, Json>>,
}

impl Evaluation {
    /// The record of a heap and its judgement.
    pub fn record(&self, heap: &GivenHeap, judgement: &Judgement) -> EvalRecord {
        EvalRecord { kind: "evaluation", id: heap.id.clone(), answer: self.answer_of(judgement) }
    }

    /// A judgement as data.
    pub fn answer_of(&self, judgement: &Judgement) -> EvalAnswer {
        let mut answer = EvalAnswer {
            key: None,
            holds: judgement.holds(),
            errors: None,
            too_large: None,
            state: None,
            post: None,
            states: Vec::new(),
        };
        match judgement {
            Judgement::Misfit(errors) => {
                let misfit = |HeapError { path, message }: &HeapError| MisfitAnswer {
                    at: path.clone(),
                    message: message.clone(),
                };
                answer.errors = Some(errors.iter().map(misfit).collect());
            }
            Judgement::TooLarge(what, _) => answer.too_large = Some(what.clone()),
            Judgement::Judged { states, positions, key } => {
                let mut states = states.iter().map(|findings| self.state(findings));
                answer.key.clone_from(key);
                answer.state = states.next();
                answer.post = states.next();
                answer.states = positions.iter().map(|answers| self.values(answers)).collect();
            }
        }
        answer
    }

    fn state(&self, findings: &Findings) -> StateAnswer {
        let facts = findings.facts.iter().flat_map(|(_, violations)| violations);
        StateAnswer {
            facts: findings.facts.is_empty(),
            violated: facts.map(|violation| self.violation_answer(violation)).collect(),
            values: self.values(&findings.answers),
        }
    }

    /// The values of the expressions in a state.
    fn values(&self, answers: &[Answer]) -> Vec<ValueAnswer> {
        let value = |(text, answer): (&String, &Answer)| {
            let (value, violated) = match answer {
                Answer::Relation(tuples) => (tuples.clone().into(), None),
                Answer::Integer(number) => ((*number).into(), None),
                Answer::Formula(why) if why.is_empty() => (true.into(), None),
                Answer::Formula(why) => {
                    (false.into(), Some(why.iter().map(|one| self.violation_answer(one)).collect()))
                }
                Answer::Answered => return None,
            };
            Some(ValueAnswer { text: text.clone(), value, violated })
        };
        self.texts().iter().zip(answers).filter_map(value).collect()
    }

    fn violation_answer(&self, violation: &Violation) -> ViolationAnswer {
        ViolationAnswer {
            name: violation.name.clone(),
            at: self.spec().sources.place(violation.span),
            text: violation.text.clone(),
            bindings: bindings(violation),
            state: violation.state,
        }
    }
}

/// A variable that has the name of one around it gets a mark.
fn bindings(violation: &Violation) -> Map<String, Json> {
    let mut bindings = Map::new();
    for (name, value) in &violation.bindings {
        let mut name = name.clone();
        while bindings.contains_key(&name) {
            name.push('\'');
        }
        bindings.insert(name, value.clone());
    }
    bindings
}

impl JudgedConjunct {
    /// The conjuncts of a command with their answers. A heap that was not judged has none. Conjuncts speak of an
    /// operation's state before.
    pub fn of_all(names: &[ConjunctName], judgement: &Judgement) -> Vec<JudgedConjunct> {
        let Judgement::Judged { states, .. } = judgement else { return Vec::new() };
        let answers = states.first().map(|state| state.answers.as_slice()).unwrap_or_default();
        let judged = |(name, answer): (&ConjunctName, &Answer)| {
            let (holds, bindings) = match answer {
                Answer::Formula(why) => {
                    let all = why.iter().map(bindings).filter(|bound| !bound.is_empty());
                    (Some(why.is_empty()), all.collect())
                }
                _ => (None, Vec::new()),
            };
            JudgedConjunct { conjunct: ConjunctAnswer::from(name), holds, bindings }
        };
        names.iter().zip(answers).map(judged).collect()
    }
}
