//! `near_misses`: instances that break exactly one conjunct of a predicate.

use std::fmt::Write;
use std::ops::ControlFlow;

use korrel::{Absence, Conclusion, ConjunctName, Error, NearMissOutcome, PartLabel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::{CommandGiven, short};
use crate::said::{Collected, Cut, InstanceSaid, Refusal, Shown};
use crate::tool::{Question, Said};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct NearMisses {
    #[serde(flatten)]
    of: CommandGiven,
    /// The predicate, by its name, or a formula in the words of the command's parameters.
    predicate: String,
    /// How many for each conjunct (1 if it is missing, 20 at most).
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    each: Option<u64>,
    #[serde(default)]
    show: Shown,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct NearMissesSaid {
    /// The conjuncts of the predicate, in order. After a cut the last ones are missing.
    conjuncts: Vec<MissedSaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// A conjunct, and instances that break it and satisfy all else.
#[derive(Debug, Serialize, JsonSchema)]
struct MissedSaid {
    name: String,
    /// `file:line:column`.
    at: String,
    text: String,
    instances: Vec<InstanceSaid>,
    /// There are no others.
    is_complete: bool,
    /// The reason why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_none: Option<WhyNone>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WhyNone {
    /// The facts and the other conjuncts imply it within the scope: it says nothing.
    Implied,
    /// There may be some in which arithmetic overflows.
    Undecided,
}

const MOST: u64 = 20;

impl Question for NearMisses {
    type Answer = NearMissesSaid;
    const NAME: &'static str = "near_misses";
    const TITLE: &'static str = "Show near misses";
    const DESCRIPTION: &'static str = "Show, for each conjunct of a predicate, the smallest instances that break it and satisfy all \
        the others: inputs just outside of what is allowed. Use them as bad inputs in tests, and to see what each conjunct is good \
        for; one that is implied by the others says nothing.";

    fn answer(self, asking: &Asking) -> Result<NearMissesSaid, Refusal> {
        let begun = self.of.spec.begin(asking);
        short("predicate", &self.predicate)?;
        let command = self.of.read(&begun)?;
        let each = self.each.unwrap_or(1).clamp(1, MOST);
        let mut said = NearMissesSaid { conjuncts: Vec::new(), cut: None };
        let mut names: Vec<ConjunctName> = Vec::new();
        let mut collected = Collected::new(self.show);
        let concluded = command.near_misses(&self.predicate, Some(each), |label, heap| {
            let PartLabel::Violates(name) = label else { return ControlFlow::Continue(()) };
            if names.last() != Some(name) {
                names.push(name.clone());
                said.conjuncts.push(MissedSaid::new(name));
            }
            let last = said.conjuncts.last_mut().expect("there is one now");
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

impl MissedSaid {
    fn new(name: &ConjunctName) -> MissedSaid {
        MissedSaid {
            name: name.name.clone(),
            at: name.at.clone(),
            text: name.whole.clone(),
            instances: Vec::new(),
            is_complete: false,
            why_none: None,
        }
    }
}

impl NearMissesSaid {
    /// Puts in the conjuncts that have none.
    fn conclude(&mut self, outcomes: &[NearMissOutcome]) {
        let mut found = std::mem::take(&mut self.conjuncts).into_iter().peekable();
        for outcome in outcomes {
            let has_some = outcome.count > 0;
            let said = found.next_if(|_| has_some);
            let mut said = said.unwrap_or_else(|| MissedSaid::new(&outcome.conjunct));
            said.is_complete = outcome.is_complete;
            said.why_none = outcome.absence.map(|absence| match absence {
                Absence::Implied => WhyNone::Implied,
                Absence::Undecided => WhyNone::Undecided,
            });
            self.conjuncts.push(said);
        }
    }
}

impl Said for NearMissesSaid {
    fn write(&self, text: &mut String) {
        for MissedSaid { name, at, text: conjunct, instances, why_none, .. } in &self.conjuncts {
            let _ = writeln!(text, "breaks only `{conjunct}`   ({name}, {at})");
            for one in instances {
                one.write(text);
                text.push('\n');
            }
            let _ = match why_none {
                Some(WhyNone::Implied) => writeln!(
                    text,
                    "  none: the facts and the other conjuncts imply it within the scope\n"
                ),
                Some(WhyNone::Undecided) => {
                    writeln!(text, "  none, unless arithmetic overflows\n")
                }
                None => Ok(()),
            };
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
