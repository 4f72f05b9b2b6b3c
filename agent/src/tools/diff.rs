//! `diff`: the instances that only one of two predicates allows.

use std::fmt::Write;
use std::ops::ControlFlow;

use korrel::answer::SideAnswer;
use korrel::{Conclusion, PartLabel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{Cut, InstanceCollection, InstanceForm, InstanceReply, ToolRefusal};
use crate::tool::{Question, ToolReply};

/// More instances of a side are not read at once.
const MOST: u64 = 50;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Diff {
    #[serde(flatten)]
    of: CommandArgument,
    /// A predicate, by its name, or a formula in the words of the command's parameters.
    left: String,
    /// Another one.
    right: String,
    /// How many of the smallest instances of each side are shown (2 if it is missing, 50 at most).
    #[serde(default)]
    #[schemars(range(max = 50))]
    limit: Option<u64>,
    #[serde(default)]
    show: InstanceForm,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DiffReply {
    /// Both allow the same within the scope.
    equal: bool,
    /// The instances that only the left one allows, and those that only the right one does.
    sides: Vec<SideReply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// The instances that only one of two predicates allows.
#[derive(Debug, Serialize, JsonSchema)]
struct SideReply {
    #[serde(flatten)]
    answer: SideAnswer,
    /// The same for people.
    #[serde(skip)]
    remark: String,
    /// The smallest of them.
    instances: Vec<InstanceReply>,
}

const GO_ON: &str = "ask for a smaller `scope`";

impl Question for Diff {
    type Answer = DiffReply;
    const NAME: &'static str = "diff";
    const TITLE: &'static str = "Compare two predicates";
    const DESCRIPTION: &'static str = "Compare two predicates or formulas within the command's scope: how many instances only the \
        one allows, how many only the other, and the smallest of each. Use it to see what an edit of a predicate changes: keep the old \
        one under another name.";

    fn answer(self, asking: &Asking) -> Result<DiffReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        short("left", &self.left)?;
        short("right", &self.right)?;
        let limit = self.limit.unwrap_or(2).min(MOST);
        let command = self.of.read(&begun)?.with(self.of.settings(&begun).limit(limit));
        let mut found = [Vec::new(), Vec::new()];
        let mut collected = InstanceCollection::new(self.show);
        let concluded = command.diff(&self.left, &self.right, |label, heap| {
            let is_right = *label == PartLabel::Only(self.right.clone());
            // All is counted, however much is shown.
            let _ = collected.add(&heap, &mut found[usize::from(is_right)]);
            ControlFlow::Continue(())
        });
        let concluded = concluded.map_err(|error| ToolRefusal::of(error, &begun, GO_ON))?;
        let Conclusion::Difference(sides) = concluded else {
            return Err(ToolRefusal::stopped(&begun, GO_ON));
        };
        let side = |(side, instances): (&korrel::Side, Vec<InstanceReply>)| SideReply {
            answer: SideAnswer::from(side),
            remark: side.remark(),
            instances,
        };
        let sides: Vec<SideReply> = sides.iter().zip(found).map(side).collect();
        Ok(DiffReply {
            equal: sides.iter().all(|side| side.answer.is_nothing()),
            sides,
            cut: collected.cut("ask for a smaller `limit`"),
        })
    }
}

impl ToolReply for DiffReply {
    fn write(&self, text: &mut String) {
        if self.equal {
            let _ = writeln!(text, "both allow the same within the scope");
        }
        for SideReply { remark, instances, .. } in &self.sides {
            let _ = writeln!(text, "{remark}");
            for one in instances {
                one.write(text);
                text.push('\n');
            }
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
