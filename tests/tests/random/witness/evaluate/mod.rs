//! The value of an expression in an instance, as a textbook has it.

mod expressions;

use std::cell::Cell;
use std::rc::Rc;

use super::bits::{ALL, MOST_ATOMS, Pairs, Set, at_row, atoms, closure, image, row, transposed};
use super::declared::{has_multiplicity, subsets};
use super::names::{Node, NodeKind, Settled};
use super::tree::{Before, Binary, Comparison, Connective, Count, SigId, SizeSign, Values};
use super::value::Value;

/// A quantifier over the subsets of more tuples is not tried.
const MOST_TUPLES: u32 = 12;
/// So many values are tried for the assignments of one population.
const MOST_TRIED: u64 = 1 << 21;

/// A value for each sig, field and order, and for the variables around a place.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    pub sigs: Vec<Set>,
    pub fields: Vec<Value>,
    /// The atoms of each ordered sig, from first to last.
    pub orders: Vec<(SigId, Vec<usize>)>,
    pub variables: Vec<Value>,
    /// The number of values that quantifiers have tried.
    pub tried: Rc<Cell<u64>>,
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
            Settled::Quantified { count, values, is_disjoint, variables, domain, body } => {
                let among = self.quantified(*values, domain);
                let mut chosen = Vec::new();
                let [found, tried] =
                    self.bindings(&among, *variables, *is_disjoint, &mut chosen, body);
                if *count == Count::All { found == tried } else { counts(*count, found) }
            }
            Settled::Let(value, body) => {
                let value = self.value(value);
                self.with(value, |within| within.holds(body))
            }
        }
    }

    /// All values that a quantifier's variable may have. For sets and pairs, each subset is one.
    fn quantified(&mut self, values: Values, node: &Node) -> Vec<Value> {
        let domain = self.value(node);
        if let Values::Atoms = values {
            return atoms(domain.set()).map(|atom| Value::Set(1 << atom)).collect();
        }
        if domain.len() > MOST_TUPLES {
            self.tried.set(MOST_TRIED + 1);
            return Vec::new();
        }
        match values {
            Values::Atoms => unreachable!("they are above"),
            Values::Sets(multiplicity) => {
                subsets(domain.set(), multiplicity).into_iter().map(Value::Set).collect()
            }
            Values::Pairs => subrelations(domain.pairs()).map(Value::Pairs).collect(),
            Values::Arrows(at_left, at_right) => {
                let NodeKind::Binary(Binary::Product, left, right) = &node.kind else {
                    panic!("arrows stand in products")
                };
                let [left, right] = [left, right].map(|side| self.value(side).set());
                let fits = |pairs: &Pairs| {
                    let columns = transposed(*pairs);
                    atoms(left).all(|atom| has_multiplicity(row(*pairs, atom), at_right))
                        && atoms(right).all(|atom| has_multiplicity(row(columns, atom), at_left))
                };
                subrelations(domain.pairs()).filter(fits).map(Value::Pairs).collect()
            }
        }
    }

    /// True if a quantifier has more values than can be tried: what was said of the assignment is worth nothing.
    pub fn has_tried_too_many(&self) -> bool {
        self.tried.get() > MOST_TRIED
    }

    /// The number of bindings that satisfy the body, and the number of all.
    fn bindings(
        &mut self,
        among: &[Value],
        variables: usize,
        is_disjoint: bool,
        chosen: &mut Vec<Value>,
        body: &Settled,
    ) -> [u32; 2] {
        if chosen.len() == variables {
            return [u32::from(self.holds(body)), 1];
        }
        let mut sums = [0; 2];
        for value in among {
            let overlaps = |other: &Value| other.intersection(value).len() > 0;
            if is_disjoint && chosen.iter().any(overlaps) {
                continue;
            }
            self.tried.set(self.tried.get() + 1);
            if self.has_tried_too_many() {
                break;
            }
            chosen.push(value.clone());
            let [found, tried] = self.with(value.clone(), |within| {
                within.bindings(among, variables, is_disjoint, chosen, body)
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

/// All subsets of some pairs.
fn subrelations(whole: Pairs) -> impl Iterator<Item = Pairs> {
    let each =
        (0..MOST_ATOMS).flat_map(move |a| atoms(row(whole, a)).map(move |b| at_row(1 << b, a)));
    let each: Vec<Pairs> = each.collect();
    (0u32..1 << each.len()).map(move |mask| {
        let is_in = |at: &usize| mask >> at & 1 == 1;
        (0..each.len()).filter(is_in).map(|at| each[at]).sum()
    })
}
