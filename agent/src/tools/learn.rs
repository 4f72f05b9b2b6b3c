//! `learn`: the conjuncts that a predicate lacks, from good and bad heaps.

use std::fmt::Write;

use korrel::answer::LearntAnswer;
use korrel::{Amount, Inseparable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{InstanceForm, InstanceReply, ToolRefusal};
use crate::tool::{Question, ToolReply};

/// More heaps are not compared at once.
const MOST: usize = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Learn {
    #[serde(flatten)]
    of: CommandArgument,
    /// The predicate, by its name, or a formula in the words of the command's parameters.
    predicate: String,
    /// Heaps that it must allow: objects with `roots` and `objects`, as `find` shows them with `show: json`.
    #[serde(default)]
    #[schemars(with = "Vec<Map<String, Json>>")]
    good: Vec<Json>,
    /// Heaps that it must not allow.
    #[schemars(with = "Vec<Map<String, Json>>")]
    bad: Vec<Json>,
    #[serde(default)]
    show: InstanceForm,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct LearnReply {
    /// The conjuncts to add, together the smallest ones that hold of all good heaps and exclude each bad one.
    conjuncts: Vec<LearntAnswer<InstanceReply>>,
    /// A good and a bad heap that no term of the grammar tells apart, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    inseparable: Option<Inseparable>,
    /// The number of bad heaps that were given.
    #[serde(skip)]
    bad: usize,
}

const GO_ON: &str = "ask with fewer heaps, or for a smaller `scope`";

impl Question for Learn {
    type Answer = LearnReply;
    const NAME: &'static str = "learn";
    const TITLE: &'static str = "Learn a predicate";
    const DESCRIPTION: &'static str = "Propose the conjuncts that a predicate lacks: the smallest ones that hold of all good heaps \
        and of none of the bad ones. Bad heaps are instances that should not be there. Each proposal shows the smallest instance that it \
        excludes beside the bad ones: look whether that one is bad, too.";

    fn answer(self, asking: &Asking) -> Result<LearnReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        short("predicate", &self.predicate)?;
        if self.good.len() + self.bad.len() > MOST {
            return Err(ToolRefusal::new(format!("at most {MOST} heaps are compared")));
        }
        let command = self.of.read(&begun)?;
        let learnt = command.learn(&self.predicate, &self.good, &self.bad);
        let (conjuncts, inseparable) =
            learnt.map_err(|error| ToolRefusal::of(error, &begun, GO_ON))?;
        let said = |one: &korrel::LearntConjunct| {
            let excludes = Amount { number: one.excludes.clone(), is_least: one.is_least };
            let example = one.example.as_ref().map(|heap| InstanceReply::of(heap, self.show));
            LearntAnswer::new(&one.text, &excludes, example, one.size, one.bad)
        };
        let conjuncts = conjuncts.iter().map(said).collect();
        Ok(LearnReply { conjuncts, inseparable, bad: self.bad.len() })
    }
}

impl ToolReply for LearnReply {
    fn write(&self, text: &mut String) {
        if self.conjuncts.is_empty() && self.inseparable.is_none() {
            let _ = writeln!(text, "the predicate allows none of the bad heaps: it lacks nothing");
        }
        for conjunct in &self.conjuncts {
            let _ = writeln!(text, "{}\n  {}", conjunct.text, conjunct.summary(self.bad));
            if let Some(example) = &conjunct.example {
                let _ = writeln!(text, "  the smallest of these:");
                example.write(text);
            }
        }
        if let Some(inseparable) = &self.inseparable {
            let _ = writeln!(text, "{inseparable}");
        }
    }
}
