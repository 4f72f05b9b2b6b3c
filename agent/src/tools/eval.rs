//! `eval`: what a spec says of a heap.

use std::fmt::Write;

use korrel::answer::{ConjunctAnswer, EvalAnswer, JudgedConjunct, Message, ValueAnswer};
use korrel::{Command, Error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{ToolRefusal, message_said};
use crate::tool::{Question, ToolReply};

/// More expressions are not evaluated at once.
const EXPRESSIONS: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Eval {
    #[serde(flatten)]
    of: CommandArgument,
    /// The heap: an object with `roots` and `objects`, as `find` shows one with `show: json`. `roots` has the parameters of
    /// the command's predicate.
    #[schemars(with = "Map<String, Json>")]
    heap: Json,
    /// Expressions whose values are wanted, and formulas: if there is one, these are judged instead of the command's own.
    #[serde(default)]
    expressions: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct EvalReply {
    #[serde(flatten)]
    answer: EvalAnswer,
    /// The conjuncts of what the command runs or asserts, in order.
    conjuncts: Vec<JudgedConjunct>,
    /// Why the heap does not fit its types, and what it breaks.
    messages: Vec<Message>,
}

const GO_ON: &str = "ask about a smaller heap, or for fewer `expressions`";

impl Question for Eval {
    type Answer = EvalReply;
    const NAME: &'static str = "eval";
    const TITLE: &'static str = "Evaluate a heap";
    const DESCRIPTION: &'static str = "Say which conjuncts and facts of a spec a given heap satisfies and which it breaks, and for \
        which objects; evaluate expressions on it. The heap may be larger than the scope. Use it on states of a program: is this \
        one allowed?";

    fn answer(self, asking: &Asking) -> Result<EvalReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        let command = self.of.read(&begun)?;
        if self.expressions.len() > EXPRESSIONS {
            return Err(ToolRefusal::new(format!(
                "at most {EXPRESSIONS} expressions are evaluated"
            )));
        }
        self.expressions.iter().try_for_each(|text| short("expressions", text))?;
        let judged = judged(&command, &self.heap.to_string(), &self.expressions);
        judged.map_err(|error| ToolRefusal::of(error, &begun, GO_ON))
    }
}

fn judged(command: &Command, heap: &str, expressions: &[String]) -> Result<EvalReply, Error> {
    let texts: Vec<&str> = expressions.iter().map(String::as_str).collect();
    let evaluator = command.evaluator(&texts)?;
    let (names, conjuncts) = command.conjuncts()?;
    let conjuncts = JudgedConjunct::of_all(&names, &conjuncts.judge(heap)?);
    let why = evaluator.explain(heap)?;
    let messages = why.iter().map(|one| message_said(evaluator.sources(), one)).collect();
    Ok(EvalReply { answer: evaluator.answer(heap)?, conjuncts, messages })
}

impl ToolReply for EvalReply {
    fn write(&self, text: &mut String) {
        let _ = match self.answer.holds {
            Some(true) => writeln!(text, "the heap is as the spec says"),
            Some(false) => writeln!(text, "the heap is NOT as the spec says"),
            None => writeln!(text, "the heap is not judged"),
        };
        for JudgedConjunct { conjunct, holds, bindings } in &self.conjuncts {
            let mark = match holds {
                Some(true) => "holds",
                Some(false) => "FAILS",
                None => "?",
            };
            let ConjunctAnswer { name, at, text: conjunct, .. } = conjunct;
            let _ = writeln!(text, "  {mark}  {conjunct}   ({name}, {at})");
            for bound in bindings {
                let _ = writeln!(text, "         for {}", Json::Object(bound.clone()));
            }
        }
        self.messages.iter().for_each(|message| text.push_str(&message.text));
        let values = self.answer.state.iter().flat_map(|state| &state.values);
        for ValueAnswer { text: expression, value, .. } in values {
            let _ = writeln!(text, "  {expression} = {value}");
        }
    }
}
