//! Terms over a vocabulary: their making, their values, their text.

use super::vocabulary::Vocabulary;
use super::world::{TermSort, World};

/// The operator that makes a term of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A word of the vocabulary.
    Symbol(usize),
    /// The variable.
    Variable,
    Join,
    /// The elements that lead there: `r.e`.
    Back,
    Union,
    Intersection,
    Difference,
    Transpose,
    Closure,
    ReflexiveClosure,
    Count,
    /// The number in a set of one.
    Number,
    Some,
    No,
    One,
    Lone,
    In,
    Equal,
    /// Between two numbers, or a number and a set: that of the number alone.
    EqualNumbers,
    Less,
    AtMost,
    Not,
    And,
    Or,
    /// The quantifier over the variable of the body.
    ForSome,
    ForAll,
    ForOne,
}

/// Invariant: the parts of a term stand before it.
#[derive(Clone, Debug)]
pub struct Term {
    pub op: Op,
    pub of: Vec<usize>,
    pub sort: TermSort,
    /// 0 where there is no variable, or else one more than the place of its domain.
    pub scope: usize,
    pub size: usize,
    /// The values by point: for a relation a word for each atom, else one.
    pub values: Vec<u64>,
}

/// The points at which terms are evaluated: inputs, and inputs with a value of the variable.
pub struct Points<'p> {
    pub worlds: Vec<&'p World>,
    /// The input and the atom of each point, by scope.
    pub points: Vec<Vec<(usize, u32)>>,
    /// The place where a world's rows begin in the values of a relation, by world.
    rows: Vec<usize>,
}

impl<'p> Points<'p> {
    /// `domains` are words.
    pub fn new(worlds: Vec<&'p World>, domains: &[usize]) -> Points<'p> {
        let mut points = vec![(0..worlds.len()).map(|world| (world, 0)).collect::<Vec<_>>()];
        for &domain in domains {
            let of = |(at, world): (usize, &&'p World)| {
                let set = world.values[domain][0];
                (0..64).filter(move |atom| set >> atom & 1 == 1).map(move |atom| (at, atom))
            };
            points.push(worlds.iter().enumerate().flat_map(of).collect());
        }
        let mut rows = Vec::with_capacity(worlds.len());
        let mut next = 0;
        for world in &worlds {
            rows.push(next);
            next += world.atoms;
        }
        Points { worlds, points, rows }
    }

    /// The values of a term at each point of its scope.
    pub fn values(&self, op: Op, scope: usize, of: &[&Term]) -> Vec<u64> {
        if let Op::ForSome | Op::ForAll | Op::ForOne = op {
            return self.quantified(op, of[0]);
        }
        let is_relation = matches!(op, Op::Transpose | Op::Closure | Op::ReflexiveClosure)
            || matches!(op, Op::Union) && matches!(of[0].sort, TermSort::Relation(..));
        if is_relation {
            return (0..self.worlds.len()).flat_map(|world| self.relation(op, world, of)).collect();
        }
        if let (Op::Some | Op::No | Op::Count, TermSort::Relation(..)) =
            (op, of.first().map_or(TermSort::Truth, |term| term.sort))
        {
            return (0..self.worlds.len()).map(|world| self.counted(op, world, of[0])).collect();
        }
        if let Op::Symbol(word) = op {
            return self
                .worlds
                .iter()
                .flat_map(|world| world.values[word].iter().copied())
                .collect();
        }
        let at = |place: usize| self.value(op, scope, place, of);
        (0..self.points[scope].len()).map(at).collect()
    }

    fn quantified(&self, op: Op, body: &Term) -> Vec<u64> {
        let (mut all, mut holds) = (vec![0u32; self.worlds.len()], vec![0u32; self.worlds.len()]);
        for (&(world, _), value) in self.points[body.scope].iter().zip(&body.values) {
            all[world] += 1;
            holds[world] += *value as u32;
        }
        let is_so = |(all, holds): (&u32, &u32)| match op {
            Op::ForSome => *holds > 0,
            Op::ForAll => all == holds,
            _ => *holds == 1,
        };
        all.iter().zip(&holds).map(|both| u64::from(is_so(both))).collect()
    }

    /// How many tuples a relation has, or whether it has any.
    fn counted(&self, op: Op, world: usize, relation: &Term) -> u64 {
        let rows = self.rows_of(relation, world).iter();
        let tuples: u64 = rows.map(|row| u64::from(row.count_ones())).sum();
        match op {
            Op::Some => u64::from(tuples > 0),
            Op::No => u64::from(tuples == 0),
            _ => tuples,
        }
    }

    fn relation(&self, op: Op, world: usize, of: &[&Term]) -> Vec<u64> {
        let rows = |term: &Term| self.rows_of(term, world).to_vec();
        let mut of_first = rows(of[0]);
        let atoms = of_first.len();
        match op {
            Op::Union => {
                let second = self.rows_of(of[1], world);
                of_first.iter_mut().zip(second).for_each(|(row, other)| *row |= other);
            }
            Op::Transpose => {
                let row = |to: usize| {
                    (0..atoms).fold(0, |row, from| row | (of_first[from] >> to & 1) << from)
                };
                of_first = (0..atoms).map(row).collect();
            }
            _ => {
                for middle in 0..atoms {
                    for from in 0..atoms {
                        if of_first[from] >> middle & 1 == 1 {
                            of_first[from] |= of_first[middle];
                        }
                    }
                }
                if op == Op::ReflexiveClosure {
                    of_first.iter_mut().enumerate().for_each(|(atom, row)| *row |= 1 << atom);
                }
            }
        }
        of_first
    }

    pub(super) fn rows_of<'t>(&self, relation: &'t Term, world: usize) -> &'t [u64] {
        &relation.values[self.rows[world]..][..self.worlds[world].atoms]
    }

    fn value(&self, op: Op, scope: usize, place: usize, of: &[&Term]) -> u64 {
        let (world, atom) = self.points[scope][place];
        let value = |term: &Term| term.values[if term.scope == scope { place } else { world }];
        let (a, b) = (
            of.first().map_or(0, |term| match term.sort {
                TermSort::Relation(..) => 0,
                _ => value(term),
            }),
            of.get(1).map_or(0, |term| match term.sort {
                TermSort::Relation(..) => 0,
                _ => value(term),
            }),
        );
        let held = |is_so: bool| u64::from(is_so);
        match op {
            Op::Variable => 1 << atom,
            Op::Join => {
                let rows = self.rows_of(of[1], world);
                bits(a).fold(0, |set, from| set | rows[from])
            }
            Op::Back => {
                let rows = self.rows_of(of[0], world).iter().enumerate();
                rows.fold(0, |set, (from, row)| if row & b > 0 { set | 1 << from } else { set })
            }
            Op::Union => a | b,
            Op::Intersection => a & b,
            Op::Difference => a & !b,
            Op::Count => u64::from(a.count_ones()),
            Op::Number => {
                bits(a).filter_map(|atom| self.worlds[world].numbers[atom]).sum::<i64>() as u64
            }
            Op::Some => held(a > 0),
            Op::No => held(a == 0),
            Op::One => held(a.count_ones() == 1),
            Op::Lone => held(a.count_ones() <= 1),
            Op::In => held(a & !b == 0),
            Op::Equal => held(a == b),
            Op::EqualNumbers => {
                let has_set = of.iter().any(|term| matches!(term.sort, TermSort::Set(_)));
                let whole = |term: &Term, value: u64| match term.sort {
                    TermSort::Integer if has_set => self.worlds[world].atom_of(value as i64),
                    _ => value,
                };
                held(whole(of[0], a) == whole(of[1], b))
            }
            Op::Less => held((a as i64) < b as i64),
            Op::AtMost => held(a as i64 <= b as i64),
            Op::Not => 1 - a,
            Op::And => a & b,
            Op::Or => a | b,
            _ => unreachable!("it was taken care of"),
        }
    }
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |atom| set >> atom & 1 == 1)
}

/// True if the values of a term suit `Number`: exactly one at each point.
pub fn is_single(values: &[u64]) -> bool {
    values.iter().all(|value| value.count_ones() == 1)
}

/// A term as the spec's language has it.
pub fn text(vocabulary: &Vocabulary<'_>, terms: &[Term], at: usize) -> String {
    let term = &terms[at];
    let part = |place: usize| text(vocabulary, terms, term.of[place]);
    let infix = |sign: &str| format!("({} {sign} {})", part(0), part(1));
    // Before a sign, and on the right of a dot, what has a dot or a bracket of its own stands in parentheses.
    let operand = |place: usize| match (terms[term.of[place]].op, part(place)) {
        (Op::Join | Op::Back, part) => format!("({part})"),
        (Op::Symbol(_), part) if !part.starts_with('(') && part.contains(['.', '[']) => {
            format!("({part})")
        }
        (_, part) => part,
    };
    match term.op {
        Op::Symbol(word) => vocabulary.words[word].text.clone(),
        Op::Variable => vocabulary.variable.clone(),
        Op::Join | Op::Back => format!("{}.{}", part(0), operand(1)),
        Op::Union => infix("+"),
        Op::Intersection => infix("&"),
        Op::Difference => infix("-"),
        Op::Transpose => format!("~{}", operand(0)),
        Op::Closure => format!("^{}", operand(0)),
        Op::ReflexiveClosure => format!("*{}", operand(0)),
        Op::Count if part(0).starts_with('(') => format!("#{}", part(0)),
        Op::Count => format!("#({})", part(0)),
        Op::Number => part(0),
        Op::Some => format!("some {}", part(0)),
        Op::No => format!("no {}", part(0)),
        Op::One => format!("one {}", part(0)),
        Op::Lone => format!("lone {}", part(0)),
        Op::In => format!("{} in {}", part(0), part(1)),
        Op::Equal | Op::EqualNumbers => format!("{} = {}", part(0), part(1)),
        Op::Less => format!("{} < {}", part(0), part(1)),
        Op::AtMost => format!("{} =< {}", part(0), part(1)),
        Op::Not => format!("not ({})", part(0)),
        Op::And => format!("({} and {})", part(0), part(1)),
        Op::Or => format!("({} or {})", part(0), part(1)),
        Op::ForSome | Op::ForAll | Op::ForOne => {
            let word = match term.op {
                Op::ForSome => "some",
                Op::ForAll => "all",
                _ => "one",
            };
            let domain = vocabulary.domain(terms[term.of[0]].scope);
            format!("({word} {}: {domain} | {})", vocabulary.variable, part(0))
        }
    }
}
