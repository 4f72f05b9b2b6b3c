//! `find --near-miss PRED`: what breaks one conjunct of a predicate and satisfies all else.

use korrel_enumerate::near_misses;
use korrel_lang::conjuncts::Conjunct;
use korrel_sat::Step;
use serde_json::{Map, Value as Json, json};

use super::{NamedValue, PartOutcome, PartedQuestion, QuestionPart};
use crate::commands::shared::conjuncts::{ConjunctName, conjuncts_of};
use crate::commands::shared::expressions::formulas;
use crate::commands::shared::question::Asked;
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

pub struct NearMisses {
    asked: Asked,
    predicate: String,
    conjuncts: Vec<Conjunct>,
    names: Vec<ConjunctName>,
    /// So many of each conjunct; 0: all.
    each: u64,
}

impl NearMisses {
    /// # Errors
    /// A predicate that means nothing in the spec, or whose parameters are no roots.
    pub fn new(asked: &Asked, predicate: &str, each: u64) -> Result<NearMisses, Error> {
        let (formulas, asked) = formulas(asked, &[predicate.to_owned()])?;
        let conjuncts = conjuncts_of(&asked.spec, &formulas[0]);
        let name = |conjunct: &Conjunct| ConjunctName::new(&asked.spec, conjunct, predicate);
        let names = conjuncts.iter().map(name).collect();
        Ok(NearMisses { asked, predicate: predicate.to_owned(), conjuncts, names, each })
    }
}

impl PartedQuestion for NearMisses {
    fn asked(&self) -> &Asked {
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

    fn parts(&mut self, _: &FindFlags, _: &Stop) -> Result<Option<Vec<QuestionPart>>, Error> {
        let commands = near_misses(&self.asked.command, &self.conjuncts);
        let part = |(command, name): (_, &ConjunctName)| QuestionPart {
            command,
            said: ("violates", name.json()),
            limit: (self.each > 0).then_some(self.each),
        };
        Ok(Some(commands.into_iter().zip(&self.names).map(part).collect()))
    }

    fn conclusion(&self, outcomes: &[PartOutcome]) -> (Map<String, Json>, Vec<String>) {
        let (mut conjuncts, mut remarks) = (Vec::new(), Vec::new());
        for (name, outcome) in self.names.iter().zip(outcomes) {
            let mut said = name.json();
            said["count"] = outcome.count.into();
            said["complete"] = (outcome.step == Step::Exhausted).into();
            if *outcome == (PartOutcome { count: 0, step: Step::Exhausted }) {
                said["implied"] = true.into();
                let ConjunctName { at, text, .. } = name;
                remarks.push(format!(
                    "{at}: `{text}` has no near miss: the facts and the other conjuncts imply it within the scope"
                ));
            }
            conjuncts.push(said);
        }
        (Map::from_iter([("conjuncts".to_owned(), Json::Array(conjuncts))]), remarks)
    }
}
