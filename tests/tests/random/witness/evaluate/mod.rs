//! The value of an expression in an instance, as a textbook has it.

mod expressions;

use super::bits::{ALL, Set, atoms, closure, image, transposed};
use super::names::Settled;
use super::tree::{Before, Comparison, Connective, Count, SigId, SizeSign};
use super::value::Value;

/// A value for each sig, field and order, and for the variables around a place.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    pub sigs: Vec<Set>,
    pub fields: Vec<Value>,
    /// The atoms of each ordered sig, from first to last.
    pub orders: Vec<(SigId, Vec<usize>)>,
    pub variables: Vec<Value>,
    /// True if there is no atom but those of the sigs: no integer, and none that holds an order.
    pub is_closed: bool,
}

impl Assignment {
    /// All atoms that there are.
    fn universe(&self) -> Set {
        if self.is_closed { self.sigs.iter().fold(0, |all, sig| all | sig) } else { ALL }
    }

    pub fn holds(&mut self, formula: &Settled) -> bool {
        match formula {
            Settled::True => true,
            Settled::Count(count, e) => counts(*count, self.value(e).len()),
            Settled::Compare(comparison, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match comparison {
                    Comparison::In => a.difference(&b).len() == 0,
                    Comparison::NotIn => a.difference(&b).len() > 0,
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                }
            }
            Settled::Size(e, sign, number) => {
                let size = self.value(e).len() as usize;
                match sign {
                    SizeSign::Equal => size == *number,
                    SizeSign::Less => size < *number,
                    SizeSign::Greater => size > *number,
                }
            }
            Settled::Before(order, before, a, b) => {
                let (a, b, next) = (self.value(a).set(), self.value(b).set(), self.next(*order));
                let all_before = image(b, closure(transposed(next)));
                let all_after = image(b, closure(next));
                match before {
                    Before::Lt => a & !all_before == 0,
                    Before::Lte => a == b || a & !all_before == 0,
                    Before::Gt => a & !all_after == 0,
                    Before::Gte => a == b || a & !all_after == 0,
                }
            }
            Settled::Not(inner) => !self.holds(inner),
            Settled::Connected(connective, a, b) => match connective {
                Connective::And => self.holds(a) && self.holds(b),
                Connective::Or => self.holds(a) || self.holds(b),
                Connective::Implies => !self.holds(a) || self.holds(b),
                Connective::Iff => self.holds(a) == self.holds(b),
            },
            Settled::Quantified { count, is_disjoint, variables, domain, body } => {
                let domain = self.value(domain).set();
                let mut chosen = Vec::new();
                let [found, tried] =
                    self.bindings(domain, *variables, *is_disjoint, &mut chosen, body);
                if *count == Count::All { found == tried } else { counts(*count, found) }
            }
            Settled::Let(value, body) => {
                let value = self.value(value);
                self.with(value, |within| within.holds(body))
            }
        }
    }

    /// The number of bindings that satisfy the body, and the number of all.
    fn bindings(
        &mut self,
        domain: Set,
        variables: usize,
        is_disjoint: bool,
        chosen: &mut Vec<usize>,
        body: &Settled,
    ) -> [u32; 2] {
        if chosen.len() == variables {
            return [u32::from(self.holds(body)), 1];
        }
        let mut sums = [0; 2];
        for atom in atoms(domain) {
            if is_disjoint && chosen.contains(&atom) {
                continue;
            }
            chosen.push(atom);
            let [found, tried] = self.with(Value::Set(1 << atom), |within| {
                within.bindings(domain, variables, is_disjoint, chosen, body)
            });
            chosen.pop();
            sums = [sums[0] + found, sums[1] + tried];
        }
        sums
    }

    fn with<T>(&mut self, value: Value, of: impl FnOnce(&mut Self) -> T) -> T {
        self.variables.push(value);
        let result = of(self);
        self.variables.pop();
        result
    }
}

fn counts(count: Count, number: u32) -> bool {
    match count {
        Count::All => panic!("`all` counts nothing"),
        Count::Some => number > 0,
        Count::No => number == 0,
        Count::One => number == 1,
        Count::Lone => number <= 1,
    }
}
