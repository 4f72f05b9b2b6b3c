//! The isomorphism classes of labelled instances, by all permutations.
//!
//! Two instances are isomorphic when a permutation of atoms within each top-level sig maps one onto
//! the other, orders included. Where an order is that of the atoms, only permutations count that
//! keep it so; what does not permute then follows: a `one` sig's atom has no other to go to.
//!
//! A heap does not tell of two orders that speak of the same atoms: it is told apart by sigs, fields and
//! parameters only. So what is counted is how many classes look alike.

use std::collections::{HashMap, HashSet};

use super::bits::{MOST_ATOMS, atoms};
use super::evaluate::Assignment;
use super::instances::{Question, TooMany};
use super::populations::permutations;
use super::tree::SigId;
use super::value::Value;

/// The look of a heap: the values of sigs, fields and parameters.
pub type Look = (Vec<u16>, Vec<Value>, Vec<Value>);

#[derive(Default)]
pub struct Classes {
    /// Every labelling of every look, with the look's number.
    looks: HashMap<Look, usize>,
    /// The number of classes that have each look.
    pub wanted: Vec<usize>,
    pub labelled: usize,
    /// Labellings of instances that have an order beside what is seen.
    seen: HashSet<(Look, Orders)>,
}

type Orders = Vec<(SigId, Vec<usize>)>;

pub fn look(assignment: &Assignment) -> Look {
    (assignment.sigs.clone(), assignment.fields.clone(), assignment.variables.clone())
}

impl Classes {
    /// # Errors
    /// If there are more assignments than `most`.
    pub fn of(question: &Question<'_>, most: usize) -> Result<Classes, TooMany> {
        let mut classes = Classes::default();
        let mut renamings: HashMap<Vec<u16>, Vec<[usize; MOST_ATOMS]>> = HashMap::new();
        question.for_each_instance(most, &mut |instance| {
            let tops: Vec<u16> = question.spec.tops().map(|top| instance.sigs[top]).collect();
            let images = renamings.entry(tops).or_insert_with(|| renamings_of(question, instance));
            classes.add(question, instance, images);
        })?;
        Ok(classes)
    }

    fn add(
        &mut self,
        question: &Question<'_>,
        instance: &Assignment,
        images: &[[usize; MOST_ATOMS]],
    ) {
        self.labelled += 1;
        let (own, orders) = (look(instance), hidden_orders(question, instance));
        let is_known = if orders.is_empty() {
            self.looks.contains_key(&own)
        } else {
            self.seen.contains(&(own.clone(), orders.clone()))
        };
        if is_known {
            return;
        }
        let number = self.looks.get(&own).copied().unwrap_or(self.wanted.len());
        if number == self.wanted.len() {
            self.wanted.push(0);
        }
        self.wanted[number] += 1;
        for images in images.iter().filter(|images| keeps_orders(question, instance, *images)) {
            let look = renamed(&own, images);
            if !orders.is_empty() {
                let rename = |order: &Vec<usize>| order.iter().map(|&atom| images[atom]).collect();
                let orders = orders.iter().map(|(sig, order)| (*sig, rename(order))).collect();
                self.seen.insert((look.clone(), orders));
            }
            self.looks.insert(look, number);
        }
    }

    /// The number of a heap's look; `None` if it is no instance.
    pub fn number(&self, look: &Look) -> Option<usize> {
        self.looks.get(look).copied()
    }

    pub fn number_of_classes(&self) -> usize {
        self.wanted.iter().sum()
    }
}

fn hidden_orders(question: &Question<'_>, instance: &Assignment) -> Orders {
    let orders = instance.orders.iter();
    orders.filter(|(sig, _)| !question.is_natural(*sig)).cloned().collect()
}

fn keeps_orders(question: &Question<'_>, instance: &Assignment, images: &[usize]) -> bool {
    let mut natural = instance.orders.iter().filter(|(sig, _)| question.is_natural(*sig));
    natural.all(|(_, order)| order.is_sorted_by_key(|&atom| images[atom]))
}

fn renamed((sigs, fields, variables): &Look, images: &[usize; MOST_ATOMS]) -> Look {
    let sigs = sigs.iter().map(|&set| Value::Set(set).renamed(images).set()).collect();
    let [fields, variables] =
        [fields, variables].map(|values| values.iter().map(|v| v.renamed(images)).collect());
    (sigs, fields, variables)
}

/// All renamings of the atoms within each top-level sig; enum values keep their names.
fn renamings_of(question: &Question<'_>, instance: &Assignment) -> Vec<[usize; MOST_ATOMS]> {
    let mut all = vec![std::array::from_fn(|atom| atom)];
    for top in question.spec.tops().filter(|&top| !question.spec.is_enum(top)) {
        let members: Vec<usize> = atoms(instance.sigs[top]).collect();
        let permuted = permutations(&members);
        let with = |images: &[usize; MOST_ATOMS]| {
            let with = |permuted: &Vec<usize>| {
                let mut images = *images;
                members.iter().zip(permuted).for_each(|(&from, &to)| images[from] = to);
                images
            };
            permuted.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}
