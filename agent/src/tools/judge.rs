//! `judge`: what a heap breaks of a spec.

use std::fmt::Write;

use korrel::{Answer as HeapAnswer, Command, ConjunctName, Error, Evaluator, Judgement, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::Asking;
use crate::given::{CommandGiven, short};
use crate::said::{MessageSaid, Refusal};
use crate::tool::{Question, Said};

/// More expressions are not evaluated at once.
const EXPRESSIONS: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Judge {
    #[serde(flatten)]
    of: CommandGiven,
    /// The heap: an object with `roots` and `objects`, as `instances` shows one with `show: json`. `roots` has the parameters of
    /// the command's predicate.
    #[schemars(with = "Map<String, Json>")]
    heap: Json,
    /// Expressions and formulas that are evaluated on the heap, too.
    #[serde(default)]
    expressions: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct JudgeSaid {
    /// The heap is as the facts and the command say. Missing if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
    /// The conjuncts of what the command runs or asserts, in order.
    conjuncts: Vec<ConjunctSaid>,
    /// Why the heap does not fit its types, and which facts it breaks.
    messages: Vec<MessageSaid>,
    /// The values of the expressions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<ValueSaid>,
}

/// A conjunct, and what the heap makes of it.
#[derive(Debug, Serialize, JsonSchema)]
struct ConjunctSaid {
    /// The predicate that has it.
    name: String,
    /// `file:line:column`.
    at: String,
    text: String,
    /// Missing if it cannot be told on one state.
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
    /// The values of variables for which it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fails_for: Vec<Map<String, Json>>,
}

/// The value of an expression.
#[derive(Debug, Serialize, JsonSchema)]
struct ValueSaid {
    text: String,
    /// A truth value, a number, or the tuples of a set; null if it cannot be told here.
    value: Json,
}

const GO_ON: &str = "ask about a smaller heap, or for fewer `expressions`";

impl Question for Judge {
    type Answer = JudgeSaid;
    const NAME: &'static str = "judge";
    const TITLE: &'static str = "Judge a heap";
    const DESCRIPTION: &'static str = "Say which conjuncts and facts of a spec a given heap satisfies and which it breaks, and for \
        which objects; evaluate expressions on it. The heap may be larger than the scope. Use it on states of a program: is this \
        one allowed?";

    fn answer(self, asking: &Asking) -> Result<JudgeSaid, Refusal> {
        let begun = self.of.spec.begin(asking);
        let command = self.of.read(&begun)?;
        if self.expressions.len() > EXPRESSIONS {
            return Err(Refusal::new(format!("at most {EXPRESSIONS} expressions are evaluated")));
        }
        self.expressions.iter().try_for_each(|text| short("expressions", text))?;
        let judged = judged(&command, &self.heap.to_string(), &self.expressions);
        judged.map_err(|error| Refusal::of(error, &begun, GO_ON))
    }
}

fn judged(command: &Command, heap: &str, expressions: &[String]) -> Result<JudgeSaid, Error> {
    let (names, conjuncts) = command.conjuncts()?;
    let (holds, conjuncts) = match conjuncts.judge(heap)? {
        judgement @ Judgement::Judged { .. } => (judgement.holds(), said(&names, &judgement)),
        judgement => (judgement.holds(), Vec::new()),
    };
    let messages = match conjuncts.is_empty() && !names.is_empty() {
        // It was not judged.
        true => messages(&command.evaluator(&[])?, heap)?,
        // A number breaks nothing, so that only facts are told.
        false => messages(&command.evaluator(&["0"])?, heap)?,
    };
    let values = values(command, expressions, heap)?;
    Ok(JudgeSaid { holds, conjuncts, messages, values })
}

fn messages(evaluator: &Evaluator, heap: &str) -> Result<Vec<MessageSaid>, Error> {
    let why = evaluator.explain(heap)?;
    Ok(why.iter().map(|one| MessageSaid::of(evaluator.sources(), one)).collect())
}

fn said(names: &[ConjunctName], judgement: &Judgement) -> Vec<ConjunctSaid> {
    let Judgement::Judged { states, .. } = judgement else { return Vec::new() };
    // Conjuncts speak of an operation's state before.
    let answers = states.first().map(|state| state.answers.as_slice()).unwrap_or_default();
    let said = |(name, answer): (&ConjunctName, &HeapAnswer)| {
        let (holds, fails_for) = match answer {
            HeapAnswer::Formula(why) => (Some(why.is_empty()), bound(why)),
            _ => (None, Vec::new()),
        };
        ConjunctSaid {
            name: name.name.clone(),
            at: name.at.clone(),
            text: name.whole.clone(),
            holds,
            fails_for,
        }
    };
    names.iter().zip(answers).map(said).collect()
}

fn bound(why: &[Violation]) -> Vec<Map<String, Json>> {
    let all = why.iter().map(|violation| violation.bindings.iter().cloned().collect());
    all.filter(|bound: &Map<String, Json>| !bound.is_empty()).collect()
}

fn values(command: &Command, texts: &[String], heap: &str) -> Result<Vec<ValueSaid>, Error> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let evaluator = command.evaluator(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
    let Judgement::Judged { states, .. } = evaluator.judge(heap)? else { return Ok(Vec::new()) };
    let answers = states.first().map(|state| state.answers.as_slice()).unwrap_or_default();
    let value = |(text, answer): (&String, &HeapAnswer)| ValueSaid {
        text: text.clone(),
        value: match answer {
            HeapAnswer::Formula(why) => why.is_empty().into(),
            HeapAnswer::Integer(number) => (*number).into(),
            HeapAnswer::Relation(tuples) => tuples.clone().into(),
            HeapAnswer::Answered => Json::Null,
        },
    };
    Ok(texts.iter().zip(answers).map(value).collect())
}

impl Said for JudgeSaid {
    fn write(&self, text: &mut String) {
        let _ = match self.holds {
            Some(true) => writeln!(text, "the heap is as the spec says"),
            Some(false) => writeln!(text, "the heap is NOT as the spec says"),
            None => writeln!(text, "the heap is not judged"),
        };
        for ConjunctSaid { name, at, text: conjunct, holds, fails_for } in &self.conjuncts {
            let mark = match holds {
                Some(true) => "holds",
                Some(false) => "FAILS",
                None => "?",
            };
            let _ = writeln!(text, "  {mark}  {conjunct}   ({name}, {at})");
            for bound in fails_for {
                let _ = writeln!(text, "         for {}", Json::Object(bound.clone()));
            }
        }
        self.messages.iter().for_each(|message| text.push_str(&message.text));
        for ValueSaid { text: expression, value } in &self.values {
            let _ = writeln!(text, "  {expression} = {value}");
        }
    }
}
