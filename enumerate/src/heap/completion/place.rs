//! The atoms that given objects become.
//!
//! The atoms in use are the first ones of their sig, so given objects come directly after those that are
//! surely in use in any case, and before those that may be added. Where the number of an object says its
//! place in an order, it is the atom of that number.

use std::collections::BTreeMap;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, SigId, SigKind, SigMultiplicity};
use korrel_lang::universe::AtomId;
use korrel_translate::Question;

use super::super::abstraction::number;
use super::super::graph::Object;
use super::super::read::HeapError;
use super::super::schema::Schema;

/// The atom of each object.
///
/// # Errors
/// Objects that the scope has no room for, or whose place in an order is not known.
pub fn place(
    schema: &Schema,
    question: &Question<'_>,
    objects: &[Object<'_>],
) -> Result<Vec<AtomId>, Vec<HeapError>> {
    let mut by_top: BTreeMap<SigId, Vec<usize>> = BTreeMap::new();
    for (at, object) in objects.iter().enumerate() {
        by_top.entry(question.model.top(object.sig)).or_default().push(at);
    }
    let mut atoms = vec![None; objects.len()];
    let mut errors = Vec::new();
    for (top, mut members) in by_top {
        members.sort_by_key(|&at| number(&objects[at].id));
        let mut placing = Placing::new(schema, question, top, members.len());
        for at in members {
            match placing.place(&objects[at]) {
                Ok(atom) => atoms[at] = Some(atom),
                Err(message) => {
                    errors.push(HeapError { path: format!("objects.{}", objects[at].id), message });
                }
            }
        }
    }
    match errors.is_empty() {
        true => Ok(atoms.into_iter().map(|atom| atom.expect("no mistake")).collect()),
        false => Err(errors),
    }
}

/// The objects of one top-level sig on their way to atoms.
struct Placing<'a> {
    schema: &'a Schema,
    question: &'a Question<'a>,
    top: SigId,
    /// The number of its objects that are given.
    count: usize,
    /// The next atom that is nobody's.
    free: AtomId,
    taken: Vec<AtomId>,
}

impl<'a> Placing<'a> {
    fn new(
        schema: &'a Schema,
        question: &'a Question<'a>,
        top: SigId,
        count: usize,
    ) -> Placing<'a> {
        let (model, bounds) = (question.model, &question.bounds);
        let below = model.sigs.ids().filter(|&sig| is_below(model, sig, top));
        let fixed = below.map(|sig| bounds.fixed(sig).len()).sum::<usize>();
        let free = AtomId(bounds.universe().block(top).start + fixed as u32);
        Placing { schema, question, top, count, free, taken: Vec::new() }
    }

    fn place(&mut self, object: &Object<'_>) -> Result<AtomId, String> {
        let atom = self.atom(object)?;
        if self.taken.contains(&atom) {
            return Err("another object has its place".to_owned());
        }
        self.taken.push(atom);
        Ok(atom)
    }

    fn atom(&mut self, object: &Object<'_>) -> Result<AtomId, String> {
        let Question { model, bounds, .. } = self.question;
        let block = bounds.universe().block(self.top);
        let ordered: Vec<AtomId> = match bounds.ordered().contains(&AtomId(block.start)) {
            true => block.clone().map(AtomId).collect(),
            false => Vec::new(),
        };
        if !ordered.is_empty() {
            return self.numbered(object, self.top, &ordered);
        }
        let is_leading = |relation: &Relation| matches!(relation, Relation::Sig(sig) if is_below(model, *sig, self.top));
        if bounds.leading().iter().any(is_leading) {
            return Err(format!(
                "objects of `{}` cannot be given: a part of them is ordered, and how many is open",
                self.schema.name(self.top)
            ));
        }
        let with_own = ancestors(model, object.sig).find(|sig| !bounds.fixed(*sig).is_empty());
        match with_own {
            Some(sig) if model.sigs[sig].multiplicity == SigMultiplicity::One => {
                let atom = bounds.fixed(sig)[0];
                let is_taken = self.taken.contains(&atom);
                let message = || format!("there is one `{}` only", self.schema.name(sig));
                if is_taken { Err(message()) } else { Ok(atom) }
            }
            Some(sig) => self.numbered(object, sig, bounds.fixed(sig)),
            None if self.free.0 < block.end => {
                let next = AtomId(self.free.0 + 1);
                Ok(std::mem::replace(&mut self.free, next))
            }
            None => Err(format!(
                "there are {} objects of `{}`, and the scope has {}",
                self.count,
                self.schema.name(self.top),
                block.len()
            )),
        }
    }

    /// The atom of an object of an ordered sig: its number says which.
    fn numbered(
        &self,
        object: &Object<'_>,
        sig: SigId,
        ordered: &[AtomId],
    ) -> Result<AtomId, String> {
        let name = self.schema.name(sig);
        if !self.schema.fixed.contains(&sig) {
            return Err(format!(
                "objects of `{name}` cannot be given: what orders them is not their number"
            ));
        }
        let start = self.question.bounds.universe().block(self.top).start;
        let wanted = number(&object.id);
        let mut all = ordered.iter().copied();
        all.find(|atom| u64::from(atom.0 - start) == wanted).ok_or_else(|| {
            let (first, last) = (ordered[0].0 - start, ordered[ordered.len() - 1].0 - start);
            format!(
                "`{name}` is ordered: its objects are numbered {first} to {last}, `{name}${first}`"
            )
        })
    }
}

/// A sig and what it extends.
fn ancestors(model: &Model, sig: SigId) -> impl Iterator<Item = SigId> {
    std::iter::successors(Some(sig), |&sig| match model.sigs[sig].kind {
        SigKind::Extends(parent) => Some(parent),
        _ => None,
    })
}

fn is_below(model: &Model, sig: SigId, top: SigId) -> bool {
    let kind = &model.sigs[sig].kind;
    matches!(kind, SigKind::TopLevel | SigKind::Extends(_)) && model.top(sig) == top
}
