//! Differences: the instances that one predicate allows and another one does not, and the reverse.
//!
//! Each side is a question of its own, `P and not Q` with the roots and the scope of a command. All of
//! it is listed, to be counted by size, and the smallest instances are written.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::questions::combinations::UndecidedCombinations;
use korrel_enumerate::questions::formula::{denied, in_all, truth};
use korrel_enumerate::{Fault, Meaning};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Formula};
use korrel_lang::spec::Mistakes;
use korrel_sat::{Effort, Step};
use serde_json::{Value as Json, json};

use super::listing::Listing;
use super::{
    Conclusion, NoAnswer, Part, PartLabel, PartOutcome, PartedQuestion, Side, SpecCommand,
};

/// The question for the difference of two predicates.
pub struct Difference {
    asked: SpecCommand,
    texts: [String; 2],
    formulas: Vec<Formula>,
    undecided: UndecidedCombinations,
}

impl Difference {
    /// # Errors
    /// Texts that are no formulas of the spec.
    pub fn new(asked: &SpecCommand, left: &str, right: &str) -> Result<Difference, Mistakes> {
        let texts = [left.to_owned(), right.to_owned()];
        let (formulas, asked) = asked.formulas(&texts)?;
        Ok(Difference { asked, texts, formulas, undecided: UndecidedCombinations::Nothing })
    }

    /// The predicate that holds on a side, and the one that does not.
    fn side(&self, at: usize) -> [usize; 2] {
        [at, 1 - at]
    }
}

impl PartedQuestion for Difference {
    fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    fn words(&self) -> String {
        format!("difference of {}", json!(self.texts))
    }

    fn header(&self) -> (&'static str, Json) {
        ("diff", json!(self.texts))
    }

    fn whole(&self) -> Command {
        self.asked.command.asking(self.only(0))
    }

    fn parts(
        &mut self,
        meaning: Meaning,
        _: Option<u64>,
        effort: &Effort,
    ) -> Result<Vec<Part>, NoAnswer> {
        let all = self.asked.command.asking(truth(self.asked.command.goal.span));
        self.undecided = self.asked.undecided(&all, &self.formulas, meaning, effort)?;
        let part = |at: usize| Part {
            command: self.asked.command.asking(self.only(at)),
            label: PartLabel::Only(self.texts[at].clone()),
            limit: None,
        };
        Ok(vec![part(0), part(1)])
    }

    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        _: Meaning,
        effort: &Effort,
    ) -> Result<Conclusion, NoAnswer> {
        let side = |(at, outcome): (usize, &PartOutcome)| {
            let [holds, fails] = self.side(at).map(|place| self.texts[place].clone());
            let is_undecided = outcome.step == Step::Exhausted
                && self.undecided.admits(&[Some(at == 0), Some(at == 1)])
                && !effort.is_stopped();
            Side { holds, fails, outcome: outcome.clone(), is_undecided }
        };
        Ok(Conclusion::Difference(outcomes.iter().enumerate().map(side).collect()))
    }
}

impl Difference {
    /// The formula of a side.
    fn only(&self, at: usize) -> Formula {
        let [holds, fails] = self.side(at).map(|place| &self.formulas[place]);
        in_all(vec![holds.clone(), denied(fails)], holds.span)
    }
}

/// Lists the instances of one side: counts all by size, and hands the bodies of the first `written` (`None`: of all) to
/// `take`.
///
/// # Errors
/// A body that cannot be made, or an error of `take`. A stop is the step of the outcome.
pub fn list_side<'p, E: From<NoAnswer> + From<Fault>>(
    listing: &mut Listing<'p>,
    schema: &'p Schema,
    written: Option<u64>,
    mut take: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<PartOutcome, E> {
    let (mut count, mut sizes) = (0, BTreeMap::new());
    let records = listing.records(schema)?;
    let step = listing.list(records, 1, |found| {
        let size = found.search().map_or(0, |instances| size(schema, &instances.instance()));
        *sizes.entry(size).or_default() += 1;
        count += 1;
        let mut taken = Ok(());
        if written.is_none_or(|written| count <= written) {
            found.bodies(0, |body| {
                taken = take(body);
                ControlFlow::Continue(())
            })?;
        }
        taken.map(|()| ControlFlow::Continue(()))
    })?;
    Ok(PartOutcome { count, step, sizes })
}

/// The number of objects in an instance.
pub(crate) fn size(schema: &Schema, instance: &Instance) -> usize {
    let tops = schema.types.iter().filter(|ty| ty.parent.is_none());
    tops.map(|ty| instance.sig(ty.sig).len()).sum()
}
