//! Formulas of at most some depth.

use super::Maker;
use super::sets::both;
use crate::witness::tree::{
    Before, Binary, Comparison, Connective, Count, Formula, Multiplicity, Quantified, SizeSign,
    Values,
};

const WORDS: [Count; 5] = [Count::Some, Count::Some, Count::No, Count::Lone, Count::One];
const QUANTIFIERS: [Count; 7] =
    [Count::All, Count::All, Count::All, Count::Some, Count::Some, Count::No, Count::One];
const SIGNS: [Comparison; 6] = [
    Comparison::In,
    Comparison::In,
    Comparison::In,
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::NotIn,
];

impl Maker {
    pub(super) fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.simple(1);
        }
        let inner = depth - 1;
        match self.choices.below(12) {
            0 => Formula::Not(Box::new(self.formula(inner))),
            1 | 2 => {
                let connective = self.choices.one_of(&[
                    Connective::And,
                    Connective::Or,
                    Connective::Implies,
                    Connective::Iff,
                ]);
                let (a, b) = (self.formula(inner), self.formula(inner));
                Formula::Connected(connective, Box::new(a), Box::new(b))
            }
            3..=6 => self.quantified(inner),
            7 => self.let_formula(inner),
            _ => self.simple(depth.min(2)),
        }
    }

    fn quantified(&mut self, depth: usize) -> Formula {
        let count = self.choices.one_of(&QUANTIFIERS);
        let values = if self.of_sets { self.values() } else { Values::Atoms };
        let (domain, columns) = match values {
            Values::Atoms => (self.set(1), 1),
            Values::Sets(_) => (self.set(1), 1),
            Values::Pairs => (self.pairs(1), 2),
            Values::Arrows(..) => (both(Binary::Product, self.set_name(), self.set_name()), 2),
        };
        let known = self.variables.len();
        let number = self.choices.one_of(&[1, 1, 1, 2]);
        let variables: Vec<String> = (0..number).map(|at| format!("v{}", known + at)).collect();
        self.variables.extend(variables.iter().map(|name| (name.clone(), columns)));
        let body = Box::new(self.formula(depth));
        self.variables.truncate(known);
        // With several variables `one` and `lone` count tuples: fewer people agree on that.
        let is_disjoint = number > 1 && self.choices.chance(1, 2);
        Formula::Quantified(Quantified { count, values, is_disjoint, variables, domain, body })
    }

    /// Mostly sets and pairs.
    fn values(&mut self) -> Values {
        const MULTIPLICITIES: [Multiplicity; 6] = [
            Multiplicity::Set,
            Multiplicity::Set,
            Multiplicity::Set,
            Multiplicity::Some,
            Multiplicity::Lone,
            Multiplicity::One,
        ];
        match self.choices.below(6) {
            0 => Values::Atoms,
            1 | 2 => Values::Pairs,
            3 => Values::Arrows(
                self.choices.one_of(&MULTIPLICITIES),
                self.choices.one_of(&MULTIPLICITIES),
            ),
            _ => Values::Sets(self.choices.one_of(&MULTIPLICITIES[..5])),
        }
    }

    /// One within an expression.
    pub(super) fn condition(&mut self) -> Formula {
        let depth = usize::from(self.of_sets && self.choices.chance(1, 3));
        self.formula(depth)
    }

    fn let_formula(&mut self, depth: usize) -> Formula {
        let columns = self.choices.one_of(&[1, 1, 2]);
        let value = self.expression(columns, 1);
        let known = self.variables.len();
        let name = self.local_name();
        self.variables.push((name.clone(), columns));
        let body = self.formula(depth);
        self.variables.truncate(known);
        Formula::Let(name, value, Box::new(body))
    }

    /// Sometimes one that hides fields.
    pub(super) fn local_name(&mut self) -> String {
        match self.choices.below(8) {
            0 => self.choices.one_of(&["f", "g"]).to_string(),
            _ => format!("v{}", self.variables.len()),
        }
    }

    fn simple(&mut self, depth: usize) -> Formula {
        let columns = self.choices.one_of(&[1, 1, 1, 2, 2]);
        match self.choices.below(10) {
            0..=2 => Formula::Count(self.choices.one_of(&WORDS), self.expression(columns, depth)),
            3 if !self.spec.orders.is_empty() => {
                let order = self.choices.below(self.spec.orders.len());
                let words = [Before::Lt, Before::Lte, Before::Gt, Before::Gte];
                let (a, b) = (self.near_order(order, depth - 1), self.near_order(order, depth - 1));
                Formula::Before(order, self.choices.one_of(&words), a, b)
            }
            4 => {
                let signs = [SizeSign::Equal, SizeSign::Less, SizeSign::Greater];
                let (e, sign) = (self.set(depth), self.choices.one_of(&signs));
                Formula::Size(e, sign, self.choices.below(4))
            }
            _ => {
                let (a, b) = (self.expression(columns, depth), self.expression(columns, depth));
                Formula::Compare(self.choices.one_of(&SIGNS), a, b)
            }
        }
    }
}
