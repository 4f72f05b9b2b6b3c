//! `choose`: a smallest set of instances that tells predicates apart, or a predicate from small changes of it.

use std::fmt::Write;

use korrel::answer::ChoiceAnswer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{Cut, InstanceCollection, InstanceForm, InstanceReply, ToolRefusal};
use crate::tool::{Question, ToolReply};

/// More candidates are not compared.
const MOST: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Choose {
    #[serde(flatten)]
    of: CommandArgument,
    /// Two or more predicates, by their names, or formulas in the words of the command's parameters. Give these or `mutants_of`.
    #[serde(default)]
    candidates: Vec<String>,
    /// The name of a predicate of the spec: it is told from small changes of it.
    #[serde(default)]
    mutants_of: Option<String>,
    #[serde(default)]
    show: InstanceForm,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ChooseReply {
    /// The predicates that were told apart; before mutants stands the predicate itself.
    of: Vec<String>,
    /// The instances, smallest first.
    instances: Vec<ChoiceReply>,
    #[serde(flatten)]
    answer: ChoiceAnswer,
    #[serde(skip)]
    has_mutants: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// An instance, and what the candidates say of it.
#[derive(Debug, Serialize, JsonSchema)]
struct ChoiceReply {
    #[serde(flatten)]
    instance: InstanceReply,
    /// Whether each candidate allows it.
    truth: Map<String, Json>,
}

const GO_ON: &str = "ask for fewer candidates, or for a smaller `scope`";

impl Question for Choose {
    type Answer = ChooseReply;
    const NAME: &'static str = "choose";
    const TITLE: &'static str = "Tell predicates apart";
    const DESCRIPTION: &'static str = "Find a smallest set of instances that tells several predicates apart, or one predicate from \
        its small changes (`mutants_of`). Show these to a person who must decide which predicate is meant, or keep them as examples.";

    fn answer(self, asking: &Asking) -> Result<ChooseReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        let texts: Vec<&str> = self.candidates.iter().map(String::as_str).collect();
        texts.iter().try_for_each(|text| short("candidates", text))?;
        let command = self.of.read(&begun)?;
        let choice = match (&self.mutants_of, texts.len()) {
            (Some(predicate), 0) => {
                short("mutants_of", predicate)?;
                command.choose_mutants(predicate)
            }
            (Some(_), _) => {
                return Err(ToolRefusal::new("give `candidates` or `mutants_of`, not both"));
            }
            (None, 0 | 1) => {
                return Err(ToolRefusal::new(
                    "give two `candidates` or more, or one predicate as `mutants_of`",
                ));
            }
            (None, many) if many > MOST => {
                return Err(ToolRefusal::new(format!("at most {MOST} candidates are told apart")));
            }
            (None, _) => command.choose(&texts),
        };
        let choice = choice.map_err(|error| ToolRefusal::of(error, &begun, GO_ON))?;
        let mut collected = InstanceCollection::new(self.show);
        let mut instances = Vec::new();
        for (heap, truths) in &choice.instances {
            let mut said = Vec::new();
            let flow = collected.add(heap, &mut said);
            let truth =
                choice.candidates.iter().cloned().zip(truths.iter().map(|&truth| truth.into()));
            let truth: Map<String, Json> = truth.collect();
            instances.extend(
                said.into_iter().map(|instance| ChoiceReply { instance, truth: truth.clone() }),
            );
            if flow.is_break() {
                break;
            }
        }
        Ok(ChooseReply {
            of: choice.candidates,
            instances,
            answer: ChoiceAnswer {
                smallest: choice.is_smallest,
                equal: choice.equal,
                undecided: choice.undecided,
            },
            has_mutants: self.mutants_of.is_some(),
            cut: collected.cut("ask for fewer candidates"),
        })
    }
}

impl ToolReply for ChooseReply {
    fn write(&self, text: &mut String) {
        let (of, instances) = (self.of.len(), self.instances.len());
        for line in self.answer.remarks(of, instances, self.has_mutants) {
            let _ = writeln!(text, "{line}");
        }
        for ChoiceReply { instance, truth } in &self.instances {
            text.push('\n');
            instance.write(text);
            let by = |allows: bool| {
                let all = truth.iter().filter(|(_, truth)| **truth == allows);
                all.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" | ")
            };
            let _ = writeln!(text, "  allowed by: {}", by(true));
            let _ = writeln!(text, "  refused by: {}", by(false));
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
