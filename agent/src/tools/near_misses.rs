//! `near_misses`: instances that break exactly one conjunct of a predicate.

use std::fmt::Write;
use std::ops::ControlFlow;

use korrel::answer::{ConjunctAnswer, NearMissAnswer};
use korrel::{Conclusion, ConjunctName, Error, NearMissOutcome, PartLabel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{Cut, InstanceCollection, InstanceForm, InstanceReply, ToolRefusal};
use crate::tool::{Question, ToolReply};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct NearMisses {
    #[serde(flatten)]
    of: CommandArgument,
    /// The predicate, by its name, or a formula in the words of the command's parameters.
    predicate: String,
    /// How many for each conjunct (1 if it is missing, 20 at most).
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    each: Option<u64>,
    #[serde(default)]
    show: InstanceForm,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct NearMissesReply {
    /// The conjuncts of the predicate, in order. After a cut the last ones are missing.
    conjuncts: Vec<MissReply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// A conjunct, and instances that break it and satisfy all else.
#[derive(Debug, Serialize, JsonSchema)]
struct MissReply {
    #[serde(flatten)]
    answer: NearMissAnswer,
    /// Why there are none, for people.
    #[serde(skip)]
    remark: Option<String>,
    instances: Vec<InstanceReply>,
}

const MOST: u64 = 20;

impl Question for NearMisses {
    type Answer = NearMissesReply;
    const NAME: &'static str = "near_misses";
    const TITLE: &'static str = "Show near misses";
    const DESCRIPTION: &'static str = "Show, for each conjunct of a predicate, the smallest instances that break it and satisfy all \
        the others: inputs just outside of what is allowed. Use them as bad inputs in tests, and to see what each conjunct is good \
        for; one that is implied by the others says nothing.";

    fn answer(self, asking: &Asking) -> Result<NearMissesReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        short("predicate", &self.predicate)?;
        let command = self.of.read(&begun)?;
        let each = self.each.unwrap_or(1).clamp(1, MOST);
        let mut said = NearMissesReply { conjuncts: Vec::new(), cut: None };
        let mut names: Vec<ConjunctName> = Vec::new();
        let mut collected = InstanceCollection::new(self.show);
        let concluded = command.near_misses(&self.predicate, Some(each), |label, heap| {
            let PartLabel::Violates(name) = label else { return ControlFlow::Continue(()) };
            if names.last() != Some(name) {
                names.push(name.clone());
                said.conjuncts.push(MissReply::new(name));
            }
            let last = said.conjuncts.last_mut().expect("there is one now");
            last.answer.count += 1;
            collected.add(&heap, &mut last.instances)
        });
        match concluded {
            Ok(Conclusion::NearMisses(outcomes)) => said.conclude(&outcomes),
            Ok(_) => {}
            Err(Error::Stopped) => {
                said.cut = Some(Cut::stopped(&begun, "ask for a smaller `scope`"))
            }
            Err(other) => return Err(other.into()),
        }
        said.cut = said.cut.or(collected.cut("ask for fewer of `each`, or for a smaller `scope`"));
        Ok(said)
    }
}

impl MissReply {
    /// Of a conjunct of which nothing more is known yet.
    fn new(name: &ConjunctName) -> MissReply {
        let begun =
            NearMissOutcome { conjunct: name.clone(), count: 0, is_complete: false, absence: None };
        MissReply { answer: NearMissAnswer::from(&begun), remark: None, instances: Vec::new() }
    }
}

impl NearMissesReply {
    /// Puts in the outcomes, and the conjuncts that have no near miss.
    fn conclude(&mut self, outcomes: &[NearMissOutcome]) {
        let mut found = std::mem::take(&mut self.conjuncts).into_iter();
        for outcome in outcomes {
            let said = if outcome.count > 0 { found.next() } else { None };
            let instances = said.map(|said| said.instances).unwrap_or_default();
            let (answer, remark) = (NearMissAnswer::from(outcome), outcome.remark());
            self.conjuncts.push(MissReply { answer, remark, instances });
        }
    }
}

impl ToolReply for NearMissesReply {
    fn write(&self, text: &mut String) {
        for MissReply { answer, remark, instances } in &self.conjuncts {
            let ConjunctAnswer { name, at, text: conjunct, .. } = &answer.conjunct;
            let _ = match remark {
                Some(remark) => writeln!(text, "{remark}\n"),
                None => writeln!(text, "breaks only `{conjunct}`   ({name}, {at})"),
            };
            for one in instances {
                one.write(text);
                text.push('\n');
            }
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
