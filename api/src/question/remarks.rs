//! What is said of a question in parts when all is over.

use korrel_enumerate::{OVERFLOW_ADVICE as ADVICE, WITHIN_INTEGERS as WITHIN};
use korrel_heapgraph::{counted, verb};
use korrel_sat::Step;

use super::{Absence, Conclusion, ConjunctName, NearMissOutcome, Side};

impl Conclusion {
    /// The remarks about the outcome of all parts.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = match self {
            Conclusion::NearMisses(conjuncts) => {
                conjuncts.iter().filter_map(NearMissOutcome::remark).collect()
            }
            Conclusion::Cover { impossible, undecided, pairs_of } => {
                let what = if pairs_of.is_some() { "pair of truth values" } else { "combination" };
                let (count, are) = (impossible.len(), verb(impossible.len(), "is", "are"));
                let mut told = Vec::new();
                told.extend(pairs_of.map(|of| {
                    format!("{of} formulas have 2^{of} combinations: those of each two are covered")
                }));
                told.push(format!("{} {are} impossible within the scope", counted(count, what)));
                if !undecided.is_empty() {
                    let (count, have) = (undecided.len(), verb(undecided.len(), "has", "have"));
                    told.push(format!("{} {have} no instance {WITHIN}", counted(count, what)));
                }
                told
            }
            Conclusion::Difference(sides) => sides.iter().map(Side::remark).collect(),
            Conclusion::Distinct { is_undecided: true } => {
                return vec![format!("these are the values {WITHIN}: {ADVICE}")];
            }
            Conclusion::Distinct { .. } | Conclusion::Nothing => Vec::new(),
        };
        if self.is_undecided() {
            remarks.push(ADVICE.to_owned());
        }
        remarks
    }
}

impl NearMissOutcome {
    /// Why there are none, if there are none.
    pub fn remark(&self) -> Option<String> {
        let ConjunctName { at, text, nth, .. } = &self.conjunct;
        let at = nth.map_or(at.clone(), |nth| format!("{at} ({nth})"));
        Some(match self.absence? {
            Absence::Undecided => format!("{at}: `{text}` has no near miss {WITHIN}"),
            Absence::Implied => format!(
                "{at}: `{text}` has no near miss: the facts and the other conjuncts imply it within the scope"
            ),
        })
    }
}

impl Side {
    /// `` `p` allows 3 that `q` does not: 1 of size 2, 2 of size 3 ``.
    pub fn remark(&self) -> String {
        let Side { holds, fails, outcome, is_undecided } = self;
        let least = if outcome.step == Step::Exhausted { "" } else { "at least " };
        let sizes = outcome.sizes.iter().map(|(size, count)| format!("{count} of size {size}"));
        let sizes: Vec<String> = sizes.collect();
        let by_size =
            if sizes.is_empty() { String::new() } else { format!(": {}", sizes.join(", ")) };
        let within = if *is_undecided { format!(" {WITHIN}") } else { String::new() };
        let count = outcome.count;
        format!("`{holds}` allows {least}{count} that `{fails}` does not{within}{by_size}")
    }
}
