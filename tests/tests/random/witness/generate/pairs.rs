//! Expressions of two columns.

use super::Maker;
use super::sets::{both, join};
use crate::witness::tree::{Binary, Expr, Ordered, SigId, Unary};

impl Maker {
    pub(super) fn pairs(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.pair_name();
        }
        let inner = depth - 1;
        match self.choices.below(14) {
            0 | 1 => {
                let ops = [Unary::Transpose, Unary::Closure, Unary::ReflexiveClosure];
                Expr::Unary(self.choices.one_of(&ops), Box::new(self.pairs(inner)))
            }
            2 | 3 => both(Binary::Product, self.set(inner), self.set(inner)),
            4 | 5 => {
                let ops =
                    [Binary::Union, Binary::Difference, Binary::Intersection, Binary::Override];
                both(self.choices.one_of(&ops), self.pairs(inner), self.pairs(inner))
            }
            6 => join(self.pairs(inner), self.pairs(inner)),
            7 | 8 => self.restricted(2, inner),
            9 => self.if_else(2, inner),
            10 => self.let_expression(2, inner),
            11 => self.cut_triples(inner),
            _ => self.pair_name(),
        }
    }

    fn pair_name(&mut self) -> Expr {
        let mut names = self.names_of(2);
        let fields = self.spec.fields.iter().enumerate();
        let unary = fields.filter(|(at, _)| self.is_unary(*at));
        names.extend(unary.map(|(_, field)| field.name.to_string()));
        if !self.spec.orders.is_empty() && (names.is_empty() || self.choices.chance(1, 4)) {
            let order = self.choices.below(self.spec.orders.len());
            return Expr::Ordered(order, self.choices.one_of(&[Ordered::Next, Ordered::Prev]));
        }
        if names.is_empty() {
            return both(Binary::Product, self.set_name(), self.set_name());
        }
        Expr::Name(self.choices.one_of(&names))
    }

    /// A field of three columns, less one of them.
    fn cut_triples(&mut self, depth: usize) -> Expr {
        let fields = self.spec.fields.iter().enumerate();
        let triples = fields.filter(|(at, _)| !self.is_unary(*at));
        let triples: Vec<(SigId, &str)> =
            triples.map(|(_, field)| (field.sig, field.name)).collect();
        if triples.is_empty() {
            return self.pair_name();
        }
        let (sig, name) = self.choices.one_of(&triples);
        let name = Expr::Name(name.to_string());
        match self.choices.below(3) {
            0 => join(name, self.set(depth)),
            1 => both(Binary::Box, self.set_near(sig, depth), name),
            _ => join(self.set_near(sig, depth), name),
        }
    }
}
