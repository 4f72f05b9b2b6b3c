//! The orders of `util/ordering`: those that follow from the objects' numbers, and those that a record must give.
//!
//! The order of a sig is a constant of the search, the natural one of its atoms, and so the order of its
//! objects' numbers. Where the search has a choice, as for a second order on the same atoms or for an
//! ordered subset sig whose members are not interchangeable, `relations` holds the pairs of neighbours
//! under the name by which the spec opened the module: `ob/next`. They and the members of the sig say
//! which is first.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Model, SigId};
use korrel_sat::Effort;
use korrel_translate::{Bounds, Overflow, Scopes, TotalOrder, total_orders};

use super::Member;
use super::column::SortColumn;
use super::names::SchemaNames;
use super::shape::Shape;
use super::sort::is_hidden;

/// An order that is a part of each record.
#[derive(Clone, Debug)]
pub struct WrittenOrder {
    pub order: TotalOrder,
    /// The field `Next` without its first column, which holds the owner's only atom.
    pub member: Member,
}

/// The sigs whose order their objects' numbers tell, and the orders that they do not tell.
///
/// An order that a sig of the user's holds is neither: it is written in that sig's fields.
pub(super) fn orders(
    model: &Model,
    names: &SchemaNames,
    command: &Command,
) -> (Vec<SigId>, Vec<WrittenOrder>) {
    let hidden: Vec<TotalOrder> =
        total_orders(model).into_iter().filter(|order| is_hidden(model, order.owner)).collect();
    if hidden.is_empty() {
        return Default::default();
    }
    // A command without bounds has no instances either.
    let bounds = Scopes::new(model, command, Overflow::default())
        .ok()
        .and_then(|scopes| Bounds::new(model, command, &scopes, &Effort::default()).ok());
    let is_told = |order: &&TotalOrder| {
        bounds.as_ref().is_none_or(|bounds| bounds.follows_numbers(order.next))
    };
    let (told, open): (Vec<&TotalOrder>, Vec<&TotalOrder>) = hidden.iter().partition(is_told);
    let written = |order: &TotalOrder| {
        let column = SortColumn::new(model, [order.sig]);
        let member = Member {
            name: name(model, names, &hidden, order),
            relation: Relation::Field(order.next),
            shape: Shape::Relation(vec![column.clone(), column]),
        };
        WrittenOrder { order: *order, member }
    };
    (told.iter().map(|order| order.sig).collect(), open.into_iter().map(written).collect())
}

/// `ob/next`, after the module's first name. Modules of one name are told apart by what they order:
/// `ordering[B]/next`.
fn name(model: &Model, names: &SchemaNames, all: &[TotalOrder], order: &TotalOrder) -> String {
    let module = |order: &TotalOrder| {
        let path = &model.sigs[order.owner].path;
        path.rsplit_once('/').map_or(path.as_str(), |(module, _)| module)
    };
    let own = module(order);
    match all.iter().filter(|other| module(other) == own).count() {
        1 => format!("{own}/next"),
        _ => format!("{own}[{}]/next", names.get(order.sig)),
    }
}
