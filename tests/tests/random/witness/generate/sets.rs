//! Expressions of at most some depth; those of one column.

use super::Maker;
use crate::witness::tree::{Binary, Expr, OrderCall, Ordered, Range, SigId, Unary};

impl Maker {
    pub(super) fn expression(&mut self, columns: usize, depth: usize) -> Expr {
        match columns {
            1 => self.set(depth),
            _ => self.pairs(depth),
        }
    }

    /// An expression that an order can speak of.
    pub(super) fn near_order(&mut self, order: usize, depth: usize) -> Expr {
        let sig = self.spec.orders[order].sig;
        match self.choices.below(6) {
            0 => Expr::Ordered(order, Ordered::First),
            1 => Expr::Ordered(order, Ordered::Last),
            2 if depth > 0 => {
                let words = [OrderCall::Nexts, OrderCall::Prevs, OrderCall::Max, OrderCall::Min];
                let inner = self.near_order(order, depth - 1);
                Expr::OrderCall(order, self.choices.one_of(&words), Box::new(inner))
            }
            _ => self.set_near(sig, depth),
        }
    }

    /// A set that has something in common with a sig, where there is a name for one.
    pub(super) fn set_near(&mut self, sig: SigId, depth: usize) -> Expr {
        let ty = self.spec.type_of_sig(sig);
        let near = |other: &SigId| {
            self.spec.intersection(&ty, &self.spec.type_of_sig(*other)).has_tuples()
        };
        let sigs: Vec<SigId> = (0..self.spec.sigs.len()).filter(near).collect();
        let sets = self.names_of(1);
        match self.choices.below(6) {
            0 | 1 if !sets.is_empty() => Expr::Name(self.choices.one_of(&sets)),
            2 => self.set(depth),
            _ => Expr::Sig(self.choices.one_of(&sigs)),
        }
    }

    /// Bound variables of so many columns.
    pub(super) fn names_of(&self, columns: usize) -> Vec<String> {
        let fit = self.variables.iter().filter(|(_, of)| *of == columns);
        fit.map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn set(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.set_name();
        }
        let inner = depth - 1;
        match self.choices.below(14) {
            0..=3 => self.navigation(inner),
            4 => {
                let (pairs, set) = (self.pairs(inner), self.set(inner));
                join(pairs, set)
            }
            5 | 6 => {
                let op =
                    self.choices.one_of(&[Binary::Union, Binary::Difference, Binary::Intersection]);
                both(op, self.set(inner), self.set(inner))
            }
            7 if !self.spec.orders.is_empty() => {
                let order = self.choices.below(self.spec.orders.len());
                let words = [OrderCall::Nexts, OrderCall::Prevs, OrderCall::Max, OrderCall::Min];
                let e = self.near_order(order, inner);
                Expr::OrderCall(order, self.choices.one_of(&words), Box::new(e))
            }
            8 => {
                let (domain, name) = (self.set(inner), format!("v{}", self.variables.len()));
                self.variables.push((name.clone(), 1));
                let body = self.condition();
                self.variables.pop();
                Expr::Comprehension(name, Box::new(domain), Box::new(body))
            }
            9 => self.if_else(1, inner),
            10 => self.let_expression(1, inner),
            11 => self.restricted(1, inner),
            _ => self.set_name(),
        }
    }

    pub(super) fn set_name(&mut self) -> Expr {
        let variables = self.names_of(1);
        if !variables.is_empty() && self.choices.chance(3, 5) {
            return Expr::Name(self.choices.one_of(&variables));
        }
        if !self.spec.orders.is_empty() && self.choices.chance(1, 4) {
            let order = self.choices.below(self.spec.orders.len());
            return Expr::Ordered(order, self.choices.one_of(&[Ordered::First, Ordered::Last]));
        }
        if self.choices.chance(1, 30) {
            return Expr::None;
        }
        Expr::Sig(self.any_sig())
    }

    /// From something that has the field, along it; also along its closure, and by a box.
    fn navigation(&mut self, depth: usize) -> Expr {
        let pairs: Vec<usize> =
            (0..self.spec.fields.len()).filter(|&at| self.is_unary(at)).collect();
        if pairs.is_empty() || self.choices.chance(1, 5) {
            let (set, pairs) = (self.set(depth), self.pairs(depth));
            return join(set, pairs);
        }
        let field = self.choices.one_of(&pairs);
        let (sig, name) = (self.spec.fields[field].sig, self.spec.fields[field].name);
        let (start, step) = (self.set_near(sig, depth), Expr::Name(name.to_string()));
        match self.choices.below(8) {
            0 => both(Binary::Box, start, step),
            1 => join(start, Expr::Unary(Unary::Closure, Box::new(step))),
            2 => join(start, Expr::Unary(Unary::ReflexiveClosure, Box::new(step))),
            3 => join(start, Expr::Unary(Unary::Transpose, Box::new(step))),
            _ => join(start, step),
        }
    }

    pub(super) fn is_unary(&self, field: usize) -> bool {
        matches!(self.spec.fields[field].range, Range::Unary(..))
    }

    pub(super) fn if_else(&mut self, columns: usize, depth: usize) -> Expr {
        let condition = Box::new(self.condition());
        let (then, other) = (self.expression(columns, depth), self.expression(columns, depth));
        Expr::IfElse(condition, Box::new(then), Box::new(other))
    }

    pub(super) fn let_expression(&mut self, columns: usize, depth: usize) -> Expr {
        let of = self.choices.one_of(&[1, 2]);
        let (value, name) = (self.expression(of, depth), self.local_name());
        self.variables.push((name.clone(), of));
        let body = self.expression(columns, depth);
        self.variables.pop();
        Expr::Let(name, Box::new(value), Box::new(body))
    }

    pub(super) fn restricted(&mut self, columns: usize, depth: usize) -> Expr {
        let (set, relation) = (self.set(depth), self.expression(columns, depth));
        if self.choices.chance(1, 2) {
            both(Binary::Domain, set, relation)
        } else {
            both(Binary::Range, relation, set)
        }
    }
}

pub(super) fn both(op: Binary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}

pub(super) fn join(left: Expr, right: Expr) -> Expr {
    both(Binary::Join, left, right)
}
