//! Sets, pairs and triples of atoms.

use super::bits::{ALL, MOST_ATOMS, Pairs, Set, at_row, atoms, row};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Set(Set),
    Pairs(Pairs),
    /// The pairs that follow on each atom.
    Triples(Box<[Pairs; MOST_ATOMS]>),
}

impl Value {
    pub fn empty(arity: usize) -> Value {
        match arity {
            1 => Value::Set(0),
            2 => Value::Pairs(0),
            _ => Value::Triples(Box::new([0; MOST_ATOMS])),
        }
    }

    pub fn len(&self) -> u32 {
        match self {
            Value::Set(set) => set.count_ones(),
            Value::Pairs(pairs) => pairs.count_ones(),
            Value::Triples(rows) => rows.iter().map(|pairs| pairs.count_ones()).sum(),
        }
    }

    pub fn set(&self) -> Set {
        match self {
            Value::Set(set) => *set,
            other => panic!("{other:?} is no set"),
        }
    }

    pub fn pairs(&self) -> Pairs {
        match self {
            Value::Pairs(pairs) => *pairs,
            other => panic!("{other:?} is no set of pairs"),
        }
    }

    /// Tuple by tuple; both have one arity.
    pub fn zip(&self, other: &Value, op: impl Fn(u128, u128) -> u128) -> Value {
        match (self, other) {
            (Value::Set(a), Value::Set(b)) => {
                Value::Set(op(u128::from(*a), u128::from(*b)) as Set & ALL)
            }
            (Value::Pairs(a), Value::Pairs(b)) => Value::Pairs(op(*a, *b)),
            (Value::Triples(a), Value::Triples(b)) => {
                Value::Triples(Box::new(std::array::from_fn(|at| op(a[at], b[at]))))
            }
            (a, b) => panic!("{a:?} and {b:?} have different arities"),
        }
    }

    pub fn union(&self, other: &Value) -> Value {
        self.zip(other, |a, b| a | b)
    }

    pub fn intersection(&self, other: &Value) -> Value {
        self.zip(other, |a, b| a & b)
    }

    pub fn difference(&self, other: &Value) -> Value {
        self.zip(other, |a, b| a & !b)
    }

    /// The value of all tuples that start with an atom; `None` for a set.
    fn rest(&self, atom: usize) -> Option<Value> {
        match self {
            Value::Set(_) => None,
            Value::Pairs(pairs) => Some(Value::Set(row(*pairs, atom))),
            Value::Triples(rows) => Some(Value::Pairs(rows[atom])),
        }
    }

    /// From what follows on each atom.
    fn from_rests(arity: usize, mut rest: impl FnMut(usize) -> Value) -> Value {
        match arity {
            2 => Value::Pairs((0..MOST_ATOMS).map(|a| at_row(rest(a).set(), a)).sum()),
            3 => Value::Triples(Box::new(std::array::from_fn(|a| rest(a).pairs()))),
            _ => panic!("no values of arity {arity}"),
        }
    }

    fn arity(&self) -> usize {
        match self {
            Value::Set(_) => 1,
            Value::Pairs(_) => 2,
            Value::Triples(_) => 3,
        }
    }

    pub fn join(&self, other: &Value) -> Value {
        if let Value::Set(set) = self {
            let none = Value::empty(other.arity() - 1);
            return atoms(*set)
                .map(|atom| other.rest(atom).expect("sets are not joined"))
                .fold(none, |all, one| all.union(&one));
        }
        if let (Value::Pairs(pairs), Value::Set(set)) = (self, other) {
            let meets = |&a: &usize| row(*pairs, a) & set != 0;
            return Value::Set((0..MOST_ATOMS).filter(meets).map(|a| 1 << a).sum());
        }
        let arity = self.arity() + other.arity() - 2;
        Value::from_rests(arity, |a| self.rest(a).expect("it is no set").join(other))
    }

    pub fn product(&self, other: &Value) -> Value {
        let (arity, none) = (self.arity() + other.arity(), Value::empty(other.arity()));
        match self {
            Value::Set(set) => Value::from_rests(arity, |a| {
                if set >> a & 1 == 1 { other.clone() } else { none.clone() }
            }),
            _ => Value::from_rests(arity, |a| self.rest(a).expect("it is no set").product(other)),
        }
    }

    /// Only the tuples that start in the set.
    pub fn starting_in(&self, set: Set) -> Value {
        let keeps = |a: usize| set >> a & 1 == 1;
        match self {
            Value::Set(own) => Value::Set(own & set),
            _ => Value::from_rests(self.arity(), |a| {
                let rest = self.rest(a).expect("it is no set");
                if keeps(a) { rest } else { Value::empty(self.arity() - 1) }
            }),
        }
    }

    pub fn ending_in(&self, set: Set) -> Value {
        match self {
            Value::Set(own) => Value::Set(own & set),
            _ => Value::from_rests(self.arity(), |a| {
                self.rest(a).expect("it is no set").ending_in(set)
            }),
        }
    }

    /// The first atoms of all tuples.
    pub fn domain(&self) -> Set {
        match self {
            Value::Set(set) => *set,
            _ => {
                let has = |&a: &usize| self.rest(a).is_some_and(|rest| rest.len() > 0);
                (0..MOST_ATOMS).filter(has).map(|a| 1 << a).sum()
            }
        }
    }

    /// Each atom replaced by its image.
    pub fn renamed(&self, images: &[usize; MOST_ATOMS]) -> Value {
        match self {
            Value::Set(set) => Value::Set(atoms(*set).map(|a| 1 << images[a]).sum()),
            _ => {
                let mut places = [0; MOST_ATOMS];
                images.iter().enumerate().for_each(|(from, &to)| places[to] = from);
                Value::from_rests(self.arity(), |a| {
                    self.rest(places[a]).expect("it is no set").renamed(images)
                })
            }
        }
    }
}
