//! The type that is relevant in an operand's place.

use super::Names;
use crate::witness::tree::Binary;
use crate::witness::types::{Column, Product, Type, has_tuples};

impl Names<'_> {
    pub(super) fn operands(&self, op: Binary, a: &Type, b: &Type, p: &Type) -> (Type, Type) {
        let meet = |x: &Type, y: &Type| self.spec.intersection(x, y);
        match op {
            Binary::Union | Binary::Override | Binary::Intersection => (meet(a, p), meet(b, p)),
            Binary::Difference => (p.clone(), meet(p, b)),
            Binary::Join | Binary::Box => self.joined(a, b, p),
            Binary::Product => self.multiplied(a, b, p),
            Binary::Domain => self.restriction(a, b, p, false),
            Binary::Range => {
                let (set, relation) = self.restriction(b, a, p, true);
                (relation, set)
            }
        }
    }

    /// The narrowed products, and what stands for them if there are none.
    fn joined(&self, a: &Type, b: &Type, p: &Type) -> (Type, Type) {
        let mut narrowed = (Vec::new(), Vec::new());
        let [mut meeting, mut fitting] =
            [0; 2].map(|_| (Vec::<Product>::new(), Vec::<Product>::new()));
        for (aa, bb) in pairs(a, b) {
            let Some(joined) = self.spec.join_products(aa, bb) else { continue };
            if !p.has_arity(joined.len()) {
                continue;
            }
            fitting.0.push(aa.clone());
            fitting.1.push(bb.clone());
            let column = self.spec.meet(aa[aa.len() - 1], bb[0]);
            if column == Column::Nothing {
                continue;
            }
            meeting.0.push(aa.clone());
            meeting.1.push(bb.clone());
            for cc in p.products.iter().filter(|cc| cc.len() == joined.len()) {
                let cc = self.spec.meet_products(cc, &joined);
                if has_tuples(&cc) {
                    let (left, right) = cc.split_at(aa.len() - 1);
                    narrowed.0.push([left, &[column]].concat());
                    narrowed.1.push([&[column], right].concat());
                }
            }
        }
        let all = [narrowed, meeting, fitting];
        let (left, right) = all.into_iter().find(|(left, _)| !left.is_empty()).unwrap_or_default();
        (Type::new(left), Type::new(right))
    }

    fn multiplied(&self, a: &Type, b: &Type, p: &Type) -> (Type, Type) {
        let mut narrowed = (Vec::new(), Vec::new());
        for (aa, bb) in pairs(a, b) {
            let both = [&aa[..], &bb[..]].concat();
            for cc in p.products.iter().filter(|cc| cc.len() == both.len()) {
                let cc = self.spec.meet_products(cc, &both);
                if has_tuples(&cc) {
                    narrowed.0.push(cc[..aa.len()].to_vec());
                    narrowed.1.push(cc[aa.len()..].to_vec());
                }
            }
        }
        if narrowed.0.is_empty() {
            return (a.clone(), b.clone());
        }
        (Type::new(narrowed.0), Type::new(narrowed.1))
    }

    /// The types for `a <: b`, or, with the last column, for `b :> a`.
    fn restriction(&self, a: &Type, b: &Type, p: &Type, to_last: bool) -> (Type, Type) {
        let mut narrowed = (Vec::new(), Vec::new());
        for (aa, bb) in pairs(a, b).filter(|(aa, _)| aa.len() == 1) {
            let both =
                self.spec.restricted(&Type::new([aa.clone()]), &Type::new([bb.clone()]), to_last);
            for cc in self.spec.intersection(p, &both).products {
                if has_tuples(&cc) {
                    narrowed.0.push(vec![cc[if to_last { cc.len() - 1 } else { 0 }]]);
                    narrowed.1.push(cc);
                }
            }
        }
        if narrowed.0.is_empty() {
            return (a.of_arity(1), b.of_common_arity(p));
        }
        (Type::new(narrowed.0), Type::new(narrowed.1))
    }

    /// The edges of a type that lie on a path between columns that are relevant.
    pub(super) fn on_paths(&self, ty: &Type, p: &Type) -> Type {
        let edges: Vec<(Column, Column)> = ty
            .products
            .iter()
            .filter(|e| e.len() == 2 && has_tuples(e))
            .map(|e| (e[0], e[1]))
            .collect();
        let wanted: Vec<(Column, Column)> = p
            .products
            .iter()
            .filter(|e| e.len() == 2 && has_tuples(e))
            .map(|e| (e[0], e[1]))
            .collect();
        let mut known: Vec<Column> =
            edges.iter().chain(&wanted).flat_map(|(a, b)| [*a, *b]).collect();
        known.sort();
        known.dedup();
        let is_on_path = |(c1, c2): &&(Column, Column)| {
            let leads = |from, to| self.is_reached(&known, &edges, from, to);
            wanted.iter().any(|&(p1, p2)| leads(p1, *c1) && leads(*c2, p2))
        };
        Type::new(edges.iter().filter(is_on_path).map(|&(c1, c2)| vec![c1, c2]))
    }

    /// Overlapping sigs are linked both ways.
    fn is_reached(
        &self,
        known: &[Column],
        edges: &[(Column, Column)],
        from: Column,
        to: Column,
    ) -> bool {
        let mut reached = vec![from];
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at];
            let is_next = |next: &&Column| {
                edges.contains(&(here, **next)) || self.spec.meet(here, **next) != Column::Nothing
            };
            let is_new = |next: &&Column| !reached.contains(next);
            let next: Vec<Column> = known.iter().filter(is_next).filter(is_new).copied().collect();
            reached.extend(next);
            at += 1;
        }
        reached.contains(&to)
    }
}

fn pairs<'t>(a: &'t Type, b: &'t Type) -> impl Iterator<Item = (&'t Product, &'t Product)> {
    a.products.iter().flat_map(|x| b.products.iter().map(move |y| (x, y)))
}
