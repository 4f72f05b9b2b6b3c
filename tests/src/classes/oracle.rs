//! The class of each labelled instance, by all permutations.

use std::collections::{BTreeMap, BTreeSet};

use korrel_enumerate::{Meaning, Problem};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigKind, SigMultiplicity};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;

use crate::engines::show;

/// The values that tell labelled instances apart: of each sig, field and, if it counts, parameter.
pub type Key = Vec<TupleSet>;

pub fn key(instance: &Instance, meaning: Meaning) -> Key {
    let counts = |relation: &Relation| {
        !meaning.ignore_parameters || !matches!(relation, Relation::Variable(_))
    };
    let counted = instance.relations.iter().filter(|(relation, _)| counts(relation));
    counted.map(|(_, value)| value.clone()).collect()
}

/// The class of every labelled instance.
pub struct Oracle {
    class_of: BTreeMap<Key, usize>,
    /// An instance of each class.
    pub classes: Vec<Instance>,
    meaning: Meaning,
}

impl Oracle {
    /// # Errors
    /// An instance that is none by the evaluator, or of which another labelling is missing.
    pub fn new(
        problem: &Problem<'_>,
        instances: &[Instance],
        meaning: Meaning,
    ) -> Result<Oracle, String> {
        let mut oracle = Oracle { class_of: BTreeMap::new(), classes: Vec::new(), meaning };
        let all: BTreeSet<Key> = instances.iter().map(|i| key(i, meaning)).collect();
        for instance in instances {
            if let Some(fault) = problem.fault(instance) {
                return Err(format!("varisat found, but {fault}:\n{}", show(problem, instance)));
            }
            let own = key(instance, meaning);
            if oracle.class_of.contains_key(&own) {
                continue;
            }
            for images in permutations(problem.question.model, instance) {
                let key: Key = own.iter().map(|t| t.permuted(&images)).collect();
                if !all.contains(&key) {
                    let instance = show(problem, instance);
                    return Err(format!("varisat missed another labelling of\n{instance}"));
                }
                oracle.class_of.insert(key, oracle.classes.len());
            }
            oracle.classes.push(instance.clone());
        }
        Ok(oracle)
    }

    /// # Errors
    /// A class of which there is not exactly one instance.
    pub fn compare(&self, problem: &Problem<'_>, found: &[Instance]) -> Result<(), String> {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for instance in found {
            let text = || show(problem, instance);
            if let Some(fault) = problem.fault(instance) {
                return Err(format!("found, but {fault}:\n{}", text()));
            }
            let Some(&class) = self.class_of.get(&key(instance, self.meaning)) else {
                return Err(format!("found what is of no class:\n{}", text()));
            };
            if !seen.insert(class) {
                return Err(format!("found another one of the same class:\n{}", text()));
            }
        }
        let mut classes = self.classes.iter().enumerate();
        match classes.find(|(class, _)| !seen.contains(class)) {
            None => Ok(()),
            Some((_, missed)) => {
                let [missing, all] = [self.classes.len() - seen.len(), self.classes.len()];
                let missed = show(problem, missed);
                Err(format!("missed {missing} of {all} classes, one with\n{missed}"))
            }
        }
    }
}

/// All renamings of the atoms in use: any atom of a top-level sig becomes any other of it, unless a
/// `one` sig (or an enum) fixes it.
fn permutations(model: &Model, instance: &Instance) -> Vec<Vec<AtomId>> {
    let is_fixed = |atom: &AtomId| {
        model.sigs.iter().any(|(id, sig)| {
            let is_one = sig.multiplicity == SigMultiplicity::One;
            is_one
                && !matches!(sig.kind, SigKind::Subset { .. })
                && instance.sig(id).contains(&[*atom])
        })
    };
    let mut all = vec![instance.universe.atoms().collect::<Vec<AtomId>>()];
    for top in model.top_level() {
        let members = instance.sig(top).tuples().map(|tuple| tuple[0]);
        let members: Vec<AtomId> = members.filter(|atom| !is_fixed(atom)).collect();
        for at in 1..members.len() {
            let swapped = |images: &Vec<AtomId>, with: usize| {
                let mut images = images.clone();
                images.swap(members[at].0 as usize, members[with].0 as usize);
                images
            };
            all = all.iter().flat_map(|images| (0..=at).map(|w| swapped(images, w))).collect();
        }
    }
    all
}
