//! Orders that stand beside the objects.

use korrel_lang::arena::Id;
use korrel_lang::model::{SigId, SigKind};

use super::super::abstraction::number;
use super::super::graph::{HeapGraph, HeapValue, Scalar};
use super::super::schema::WrittenOrder;
use super::{JsonObject, JsonPlace, RecordReader};

impl<'a> RecordReader<'a> {
    /// The orders that are given. Of a whole heap also the others, which are those of the objects' numbers.
    pub(super) fn orders(
        &mut self,
        given: Option<&'a JsonObject>,
        heap: &HeapGraph<'a>,
    ) -> Vec<(&'a str, HeapValue<'a>)> {
        let (schema, path) = (self.schema, JsonPlace::Root("relations"));
        let mut orders = Vec::new();
        for written in &schema.orders {
            let member = &written.member;
            let is_given = given.is_some_and(|given| given.contains_key(&member.name));
            match given.filter(|_| is_given) {
                Some(given) => orders.extend(self.values([member].into_iter(), given, path)),
                None if self.is_partial => {}
                None => {
                    let value = self.numbered(written, heap);
                    orders.extend(value.map(|value| (member.name.as_str(), value)));
                }
            }
        }
        orders
    }

    /// The steps from each value of an ordered sig to the next one by number, or `None` of all integers
    /// or strings, which are no part of a heap.
    fn numbered(&self, written: &WrittenOrder, heap: &HeapGraph<'a>) -> Option<HeapValue<'a>> {
        let mut elements = self.elements(written, heap)?;
        elements.sort_by_key(|scalar| match *scalar {
            Scalar::Reference(at) => {
                let object = &heap.objects[at];
                (self.model.top(object.sig).index(), number(&object.id) as i128)
            }
            Scalar::Integer(number) => (0, i128::from(number)),
            Scalar::Enum(value, _) => (value.index(), 0),
            Scalar::Boolean(value) => (0, i128::from(!value)),
            Scalar::String(_) => (0, 0),
        });
        // A program may have written one twice.
        elements.dedup();
        Some(HeapValue::Relation(elements.windows(2).map(<[Scalar]>::to_vec).collect()))
    }

    /// The values of an ordered sig.
    fn elements(&self, written: &WrittenOrder, heap: &HeapGraph<'a>) -> Option<Vec<Scalar<'a>>> {
        let (schema, sig) = (self.schema, written.order.sig);
        if let Some(set) = schema.sets.iter().position(|set| set.sig == sig) {
            return Some(heap.sets[set].1.clone());
        }
        if let Some(declared) = schema.enums.iter().find(|declared| declared.sig == sig) {
            let value = |(name, sig): &'a (String, SigId)| Scalar::Enum(*sig, name);
            return Some(declared.values.iter().map(value).collect());
        }
        if self.model.sigs[sig].kind == SigKind::Builtin {
            return None;
        }
        let objects = heap.objects.iter().enumerate();
        let of_sig = objects.filter(|(_, object)| self.model.is_descendant(object.sig, sig));
        Some(of_sig.map(|(at, _)| Scalar::Reference(at)).collect())
    }
}
