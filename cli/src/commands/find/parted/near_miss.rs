//! `find --near-miss PRED`: the instances that break one conjunct of a predicate and satisfy all
//! else.

use korrel_enumerate::{Undecided, near_misses};
use korrel_lang::conjuncts::Conjunct;
use korrel_lang::model::{Command, Formula};
use korrel_sat::Step;
use serde_json::{Map, Value as Json, json};

use super::{Conclusion, NamedValue, PartOutcome, PartedQuestion, QuestionPart};
use crate::commands::shared::conjuncts::{ConjunctName, conjuncts_of};
use crate::commands::shared::expressions::formulas;
use crate::commands::shared::question::{AskedCommand, meaning};
use crate::commands::shared::undecided::{ADVICE, WITHIN, asking_all, unasked, undecided};
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

pub struct NearMisses {
    asked: AskedCommand,
    predicate: String,
    conjuncts: Vec<Conjunct>,
    names: Vec<ConjunctName>,
    /// The number of near misses for each conjunct; 0: all.
    each: u64,
}

impl NearMisses {
    /// # Errors
    /// A predicate that means nothing in the spec, or whose parameters are no roots.
    pub fn new(asked: &AskedCommand, predicate: &str, each: u64) -> Result<NearMisses, Error> {
        let (formulas, asked) = formulas(asked, &[predicate.to_owned()])?;
        let conjuncts = conjuncts_of(&asked.spec, &formulas[0]);
        let names = ConjunctName::of_all(&asked.spec, &conjuncts, predicate);
        Ok(NearMisses { asked, predicate: predicate.to_owned(), conjuncts, names, each })
    }
}

impl NearMisses {
    fn formulas(&self) -> Vec<Formula> {
        self.conjuncts.iter().map(|conjunct| conjunct.formula.clone()).collect()
    }

    /// The cases that overflows leave open, if they matter.
    fn undecided(
        &self,
        outcomes: &[PartOutcome],
        find: &FindFlags,
        stop: &Stop,
    ) -> Result<Undecided, Error> {
        if !outcomes.iter().any(PartOutcome::is_nothing) {
            return Ok(Undecided::Nothing);
        }
        let (command, meaning) = (unasked(&self.asked.command), meaning(&find.question));
        undecided(&self.asked, &command, &self.formulas(), meaning, stop)
    }
}

impl PartedQuestion for NearMisses {
    fn asked(&self) -> &AskedCommand {
        &self.asked
    }

    fn words(&self) -> String {
        format!("near misses of {}, {} of each conjunct", self.predicate, self.each)
    }

    fn header(&self) -> NamedValue {
        let mut said = json!({
            "predicate": self.predicate,
            "conjuncts": self.names.iter().map(ConjunctName::json).collect::<Vec<_>>(),
        });
        if self.each > 0 {
            said["each"] = self.each.into();
        }
        ("near_miss", said)
    }

    fn whole(&self) -> Command {
        asking_all(&self.asked.command, &self.formulas())
    }

    fn parts(&mut self, _: &FindFlags, _: &Stop) -> Result<Option<Vec<QuestionPart>>, Error> {
        let commands = near_misses(&self.asked.command, &self.conjuncts);
        let part = |(command, name): (_, &ConjunctName)| QuestionPart {
            command,
            said: ("violates", name.json()),
            limit: (self.each > 0).then_some(self.each),
        };
        Ok(Some(commands.into_iter().zip(&self.names).map(part).collect()))
    }

    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        find: &FindFlags,
        stop: &Stop,
    ) -> Result<Conclusion, Error> {
        let (mut conjuncts, mut remarks) = (Vec::new(), Vec::new());
        let undecided = self.undecided(outcomes, find, stop)?;
        let mut is_undecided = false;
        for (place, (name, outcome)) in self.names.iter().zip(outcomes).enumerate() {
            let mut said = name.json();
            said["count"] = outcome.count.into();
            said["complete"] = (outcome.step == Step::Exhausted).into();
            if outcome.is_nothing() {
                let ConjunctName { at, text, nth, .. } = name;
                let at = nth.map_or(at.clone(), |nth| format!("{at} ({nth})"));
                let truths: Vec<Option<bool>> =
                    (0..self.names.len()).map(|other| Some(other != place)).collect();
                if undecided.admits(&truths) {
                    said["undecided"] = true.into();
                    is_undecided = true;
                    remarks.push(format!("{at}: `{text}` has no near miss {WITHIN}"));
                } else {
                    said["implied"] = true.into();
                    remarks.push(format!(
                        "{at}: `{text}` has no near miss: the facts and the other conjuncts imply it within the scope"
                    ));
                }
            }
            conjuncts.push(said);
        }
        if is_undecided {
            remarks.push(ADVICE.to_owned());
        }
        let told = Map::from_iter([("conjuncts".to_owned(), Json::Array(conjuncts))]);
        Ok(Conclusion { told, remarks })
    }
}
