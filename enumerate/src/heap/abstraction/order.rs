//! The hidden fields of `util/ordering`.

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::universe::AtomId;
use korrel_translate::TotalOrder;

use super::super::graph::HeapValue;
use super::Abstraction;

impl Abstraction<'_> {
    /// Orders the atoms of each ordered sig, if a hidden sig holds the order: one that the user declares is
    /// an object, and says itself which is first.
    pub(super) fn add_orders(&self, instance: &mut Instance) {
        for order in &self.ground.orders {
            let owner = AtomId(self.universe.block(order.owner).start);
            let elements: Vec<AtomId> =
                instance.sig(order.sig).tuples().map(|tuple| tuple[0]).collect();
            let next = instance.get_mut(Relation::Field(order.next));
            match self.written(order) {
                Some(value) => self.add(next, &[owner], value),
                // As their numbers are.
                None => {
                    elements.windows(2).for_each(|pair| next.insert(&[owner, pair[0], pair[1]]));
                }
            }
            let followers: Vec<AtomId> = next.tuples().map(|step| step[2]).collect();
            for first in elements.into_iter().filter(|element| !followers.contains(element)) {
                instance.get_mut(Relation::Field(order.first)).insert(&[owner, first]);
            }
        }
    }

    /// The steps of an order, if the heap has them.
    fn written(&self, order: &TotalOrder) -> Option<&HeapValue<'_>> {
        let written = self.schema.orders.iter().find(|written| written.order == *order)?;
        let mut relations = self.heap.relations.iter();
        Some(&relations.find(|(name, _)| *name == written.member.name)?.1)
    }
}
