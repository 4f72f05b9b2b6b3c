//! The hidden fields of `util/ordering`.

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::Model;
use korrel_lang::universe::AtomId;
use korrel_translate::total_orders;

use super::super::schema::sort::is_hidden;

/// Orders the atoms of each ordered sig by their index, if a hidden sig holds the order: one that the
/// user declares is an object, and says itself which is first.
pub(super) fn fill_orders(instance: &mut Instance, model: &Model) {
    for order in total_orders(model).into_iter().filter(|order| is_hidden(model, order.owner)) {
        let elements: Vec<AtomId> =
            instance.sig(order.sig).tuples().map(|tuple| tuple[0]).collect();
        let owners: Vec<AtomId> = instance.universe.block(order.owner).map(AtomId).collect();
        for owner in owners {
            if let Some(&first) = elements.first() {
                instance.get_mut(Relation::Field(order.first)).insert(&[owner, first]);
            }
            for pair in elements.windows(2) {
                instance.get_mut(Relation::Field(order.next)).insert(&[owner, pair[0], pair[1]]);
            }
        }
    }
}
