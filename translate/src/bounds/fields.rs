//! The bounds of fields and parameters: their types' products, and what an order leaves no choice of.

use korrel_lang::model::{Field, FieldId, Model, SigId};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;

use super::size::check_cells;
use super::{Bound, Bounds};
use crate::bounds::order::{Order, OrderPlace};
use crate::failure::{TranslationFailure, unless_stopped};

impl Bounds {
    /// # Errors
    /// More open cells than there may be, or a stop.
    pub(super) fn add_fields(
        &mut self,
        model: &Model,
        orders: &[Order],
        effort: &Effort,
    ) -> Result<(), TranslationFailure> {
        let mut cells: u64 = 0;
        for (id, field) in model.fields.iter() {
            let ordered = orders.iter().find_map(|order| self.order_bound(order, id));
            if ordered.is_none() {
                cells = self.cells_of(field).saturating_add(cells);
                check_cells(field, cells)?;
            }
            let bound = match ordered {
                Some(bound) => bound,
                None => Bound::up_to(self.field_upper(field, effort)?),
            };
            self.relations.push_field(bound);
        }
        Ok(())
    }

    /// The greatest number of tuples that a field may hold.
    fn cells_of(&self, field: &Field) -> u64 {
        let size = |sig: &SigId| self.sig(*sig).upper.len() as u64;
        let products = field.ty.products.iter();
        products
            .map(|p| p.iter().map(size).fold(1, u64::saturating_mul))
            .fold(0, u64::saturating_add)
    }

    /// The bound of a field that has the first atom of a natural order, or the steps from each atom
    /// to the next. It must hold the tuples of atoms that are surely in use.
    fn order_bound(&self, order: &Order, field: FieldId) -> Option<Bound> {
        let &owner = self.fixed[order.owner].first()?;
        let sig = self.sig(order.sig);
        let atoms: Vec<AtomId> = sig.upper.tuples().map(|tuple| tuple[0]).collect();
        let tuples: Vec<Vec<AtomId>> = match order.place {
            OrderPlace::Leading => return None,
            _ if field == order.first => vec![vec![owner, atoms[0]]],
            _ if field == order.next => {
                atoms.windows(2).map(|pair| vec![owner, pair[0], pair[1]]).collect()
            }
            _ => return None,
        };
        let arity = tuples.first()?.len();
        let empty = TupleSet::empty(self.universe.len(), arity);
        let mut bound = Bound { lower: empty.clone(), upper: empty };
        for tuple in tuples {
            let last = *tuple.last().expect("a tuple has an atom");
            bound.upper.insert(&tuple);
            if sig.lower.contains(&[last]) {
                bound.lower.insert(&tuple);
            }
        }
        Some(bound)
    }

    /// The union of its type's products, over the sigs' upper bounds.
    ///
    /// # Errors
    /// A stop.
    pub(super) fn field_upper(
        &self,
        field: &Field,
        effort: &Effort,
    ) -> Result<TupleSet, TranslationFailure> {
        let mut upper = TupleSet::empty(self.universe.len(), field.ty.arity());
        let own = &self.sig(field.sig).upper;
        for product in &field.ty.products {
            let mut columns = product.iter().map(|sig| &self.sig(*sig).upper);
            let owners = columns.next().expect("a field has columns").intersection(own);
            let row = |owner: usize| {
                let owner = TupleSet::from_tuples(own.atoms(), 1, [&[AtomId(owner as u32)][..]]);
                columns.clone().fold(owner, |row, column| row.product(column))
            };
            for owner in owners.indices() {
                unless_stopped(effort)?;
                row(owner).indices().for_each(|index| upper.insert_index(index));
            }
        }
        Ok(upper)
    }
}
