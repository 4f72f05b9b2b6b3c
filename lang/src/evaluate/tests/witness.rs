//! A second reading of formulas of traces, which shares nothing with the evaluator.
//!
//! A sentence is a tree of its own. `let` and arguments are substituted as text. Positions are those of the infinite
//! trace, as far out as need be, without any argument about rounds. In a beginning a sentence is brought into
//! negation normal form first, as a tree. Sets are bits. Random sentences are judged both ways.

use std::collections::BTreeMap;

use super::build::*;
use super::history::*;
use super::world::*;
use crate::model::*;

#[derive(Clone, Debug)]
enum Term {
    Name(SigId),
    Variable(VariableId),
    Prime(Box<Term>),
    Union(Box<Term>, Box<Term>),
    Minus(Box<Term>, Box<Term>),
    Those(VariableId, Box<Term>, Box<Sentence>),
    Either(Box<Sentence>, Box<Term>, Box<Term>),
}

#[derive(Clone, Debug)]
enum Sentence {
    Some(Term),
    In(Term, Term),
    Variable(VariableId),
    Not(Box<Sentence>),
    And(Box<Sentence>, Box<Sentence>),
    Or(Box<Sentence>, Box<Sentence>),
    Iff(Box<Sentence>, Box<Sentence>),
    After(Box<Sentence>),
    Before(Box<Sentence>),
    Temporal(TemporalOp, Box<Sentence>, Box<Sentence>),
    Each(Quantifier, VariableId, Term, Box<Sentence>),
    /// Also a call, by the argument and the predicate's parameter and body.
    Let(Binding, VariableId, Term, Box<Sentence>),
    Meaning(VariableId, Box<Sentence>, Box<Sentence>),
}

#[derive(Clone, Copy, Debug)]
enum Binding {
    Let,
    Call,
}

// To the model's tree.

fn term(world: &mut World, of: &Term) -> Expr {
    match of {
        Term::Name(sig) => sig_expr(*sig),
        Term::Variable(variable) => var(*variable, 1),
        Term::Prime(of) => primed(term(world, of)),
        Term::Union(a, b) => binary(RelationOp::Union, term(world, a), term(world, b)),
        Term::Minus(a, b) => binary(RelationOp::Difference, term(world, a), term(world, b)),
        Term::Those(variable, of, body) => {
            comprehension(vec![one(&[*variable], term(world, of))], sentence(world, body))
        }
        Term::Either(condition, a, b) => {
            let (a, b) = (Box::new(term(world, a)), Box::new(term(world, b)));
            expr(ExprKind::Conditional(boxed(sentence(world, condition)), a, b), 1)
        }
    }
}

fn sentence(world: &mut World, of: &Sentence) -> FormulaKind {
    let mut part = |of: &Sentence| sentence(world, of);
    match of {
        Sentence::Some(of) => some(term(world, of)),
        Sentence::In(a, b) => FormulaKind::Subset(term(world, a), term(world, b)),
        Sentence::Variable(variable) => FormulaKind::Variable(*variable),
        Sentence::Not(of) => not(part(of)),
        Sentence::And(a, b) => and(part(a), part(b)),
        Sentence::Or(a, b) => FormulaKind::Or(vec![formula(part(a)), formula(part(b))]),
        Sentence::Iff(a, b) => iff(part(a), part(b)),
        Sentence::After(of) => after(part(of)),
        Sentence::Before(of) => before(part(of)),
        Sentence::Temporal(op, a, b) => temporal(*op, part(a), part(b)),
        Sentence::Each(quantifier, variable, of, body) => {
            let body = part(body);
            quantified(*quantifier, vec![one(&[*variable], term(world, of))], body)
        }
        Sentence::Let(Binding::Let, variable, of, body) => {
            let body = part(body);
            let_formula(*variable, Value::Relation(term(world, of)), body)
        }
        Sentence::Let(Binding::Call, variable, of, body) => {
            let body = Value::Formula(formula(part(body)));
            let function = world.function(&[*variable], body);
            FormulaKind::Call(function, vec![term(world, of)])
        }
        Sentence::Meaning(variable, of, body) => {
            let value = Value::Formula(formula(part(of)));
            let_formula(*variable, value, part(body))
        }
    }
}

// Substitution. Each variable is bound at one place, so none is captured.

#[derive(Default)]
struct Substitution {
    terms: BTreeMap<VariableId, Term>,
    sentences: BTreeMap<VariableId, Sentence>,
}

impl Substitution {
    fn term(&mut self, of: &Term) -> Term {
        match of {
            Term::Name(_) => of.clone(),
            Term::Variable(variable) => self.terms.get(variable).unwrap_or(of).clone(),
            Term::Prime(of) => Term::Prime(Box::new(self.term(of))),
            Term::Union(a, b) => Term::Union(Box::new(self.term(a)), Box::new(self.term(b))),
            Term::Minus(a, b) => Term::Minus(Box::new(self.term(a)), Box::new(self.term(b))),
            Term::Those(variable, of, body) => {
                Term::Those(*variable, Box::new(self.term(of)), self.boxed(body))
            }
            Term::Either(condition, a, b) => {
                let (a, b) = (Box::new(self.term(a)), Box::new(self.term(b)));
                Term::Either(self.boxed(condition), a, b)
            }
        }
    }

    fn boxed(&mut self, of: &Sentence) -> Box<Sentence> {
        Box::new(self.sentence(of))
    }

    fn sentence(&mut self, of: &Sentence) -> Sentence {
        match of {
            Sentence::Some(of) => Sentence::Some(self.term(of)),
            Sentence::In(a, b) => Sentence::In(self.term(a), self.term(b)),
            Sentence::Variable(variable) => self.sentences[variable].clone(),
            Sentence::Not(of) => Sentence::Not(self.boxed(of)),
            Sentence::And(a, b) => Sentence::And(self.boxed(a), self.boxed(b)),
            Sentence::Or(a, b) => Sentence::Or(self.boxed(a), self.boxed(b)),
            Sentence::Iff(a, b) => Sentence::Iff(self.boxed(a), self.boxed(b)),
            Sentence::After(of) => Sentence::After(self.boxed(of)),
            Sentence::Before(of) => Sentence::Before(self.boxed(of)),
            Sentence::Temporal(op, a, b) => Sentence::Temporal(*op, self.boxed(a), self.boxed(b)),
            Sentence::Each(quantifier, variable, of, body) => {
                Sentence::Each(*quantifier, *variable, self.term(of), self.boxed(body))
            }
            Sentence::Let(_, variable, of, body) => {
                let of = self.term(of);
                self.terms.insert(*variable, of);
                self.sentence(body)
            }
            Sentence::Meaning(variable, of, body) => {
                let of = self.sentence(of);
                self.sentences.insert(*variable, of);
                self.sentence(body)
            }
        }
    }
}

// The infinite trace of a lasso, and a beginning.

type Atoms = BTreeMap<VariableId, u8>;

struct Word<'w> {
    states: &'w [[u8; 2]],
    back: Option<usize>,
    /// How far a future operator looks.
    horizon: usize,
}

impl Word<'_> {
    fn state(&self, position: usize) -> [u8; 2] {
        match self.back {
            Some(back) if position >= self.states.len() => {
                self.states[back + (position - back) % (self.states.len() - back)]
            }
            _ => self.states[position],
        }
    }

    /// The positions from one on. Of a beginning, those that there are.
    fn from(&self, position: usize) -> std::ops::Range<usize> {
        match self.back {
            Some(_) => position..position + self.horizon,
            None => position..self.states.len(),
        }
    }

    fn set(&self, of: &Term, at: usize, atoms: &Atoms) -> u8 {
        match of {
            Term::Name(A) => 3,
            Term::Name(sig) => self.state(at)[usize::from(*sig == Q)],
            Term::Variable(variable) => atoms[variable],
            Term::Prime(of) => self.set(of, at + 1, atoms),
            Term::Union(a, b) => self.set(a, at, atoms) | self.set(b, at, atoms),
            Term::Minus(a, b) => self.set(a, at, atoms) & !self.set(b, at, atoms),
            Term::Those(variable, of, body) => {
                let candidates = each_atom(self.set(of, at, atoms));
                let chosen =
                    candidates.filter(|atom| self.holds(body, at, &with(atoms, *variable, *atom)));
                chosen.sum()
            }
            Term::Either(condition, a, b) => match self.holds(condition, at, atoms) {
                true => self.set(a, at, atoms),
                false => self.set(b, at, atoms),
            },
        }
    }

    fn holds(&self, of: &Sentence, at: usize, atoms: &Atoms) -> bool {
        match of {
            Sentence::Some(of) => self.set(of, at, atoms) != 0,
            Sentence::In(a, b) => self.set(a, at, atoms) & !self.set(b, at, atoms) == 0,
            Sentence::Not(of) => !self.holds(of, at, atoms),
            Sentence::And(a, b) => self.holds(a, at, atoms) && self.holds(b, at, atoms),
            Sentence::Or(a, b) => self.holds(a, at, atoms) || self.holds(b, at, atoms),
            Sentence::Iff(a, b) => self.holds(a, at, atoms) == self.holds(b, at, atoms),
            Sentence::After(of) => self.holds(of, at + 1, atoms),
            Sentence::Before(of) => at > 0 && self.holds(of, at - 1, atoms),
            Sentence::Temporal(TemporalOp::Until, a, b) => {
                let witness = self.from(at).find(|there| self.holds(b, *there, atoms));
                witness.is_some_and(|there| (at..there).all(|on| self.holds(a, on, atoms)))
            }
            Sentence::Temporal(TemporalOp::Since, a, b) => {
                let witness = (0..=at).rev().find(|there| self.holds(b, *there, atoms));
                witness.is_some_and(|there| (there + 1..=at).all(|on| self.holds(a, on, atoms)))
            }
            Sentence::Temporal(TemporalOp::Releases, a, b) => {
                let fault = self.from(at).find(|there| !self.holds(b, *there, atoms));
                fault.is_none_or(|there| (at..there).any(|on| self.holds(a, on, atoms)))
            }
            Sentence::Temporal(TemporalOp::Triggered, a, b) => {
                let fault = (0..=at).rev().find(|there| !self.holds(b, *there, atoms));
                fault.is_none_or(|there| (there + 1..=at).any(|on| self.holds(a, on, atoms)))
            }
            Sentence::Each(quantifier, variable, of, body) => {
                let mut candidates = each_atom(self.set(of, at, atoms));
                let mut holds = |atom| self.holds(body, at, &with(atoms, *variable, atom));
                match quantifier {
                    Quantifier::All => candidates.all(holds),
                    Quantifier::Some => candidates.any(&mut holds),
                }
            }
            Sentence::Variable(_) | Sentence::Let(..) | Sentence::Meaning(..) => {
                unreachable!("it was substituted")
            }
        }
    }
}

fn each_atom(set: u8) -> impl Iterator<Item = u8> {
    [1, 2].into_iter().filter(move |atom| set & atom != 0)
}

fn with(atoms: &Atoms, variable: VariableId, atom: u8) -> Atoms {
    let mut atoms = atoms.clone();
    atoms.insert(variable, atom);
    atoms
}

// Beginnings: negation normal form, and what reaches beyond the last state.

/// A sentence in negation normal form.
enum Normal {
    Literal(Sentence, bool),
    And(Vec<Normal>),
    Or(Vec<Normal>),
    After(Box<Normal>),
    Before(Box<Normal>),
    /// In the first state it holds.
    BeforeOrFirst(Box<Normal>),
    Temporal(TemporalOp, Box<Normal>, Box<Normal>),
    Each(Quantifier, VariableId, Term, Box<Normal>),
}

fn normal(of: &Sentence, positive: bool) -> Normal {
    use Quantifier::{All, Some};
    use TemporalOp::{Releases, Since, Triggered, Until};
    let part = |of: &Sentence| Box::new(normal(of, positive));
    match of {
        Sentence::Some(_) | Sentence::In(..) => Normal::Literal(of.clone(), positive),
        Sentence::Not(of) => normal(of, !positive),
        Sentence::And(a, b) if positive => Normal::And(vec![*part(a), *part(b)]),
        Sentence::And(a, b) => Normal::Or(vec![*part(a), *part(b)]),
        Sentence::Or(a, b) if positive => Normal::Or(vec![*part(a), *part(b)]),
        Sentence::Or(a, b) => Normal::And(vec![*part(a), *part(b)]),
        Sentence::Iff(a, b) => {
            let there = Sentence::Or(Box::new(Sentence::Not(a.clone())), b.clone());
            let back = Sentence::Or(Box::new(Sentence::Not(b.clone())), a.clone());
            normal(&Sentence::And(Box::new(there), Box::new(back)), positive)
        }
        Sentence::After(of) => Normal::After(part(of)),
        Sentence::Before(of) if positive => Normal::Before(part(of)),
        Sentence::Before(of) => Normal::BeforeOrFirst(part(of)),
        Sentence::Temporal(op, a, b) => {
            let dual = match op {
                Until => Releases,
                Releases => Until,
                Since => Triggered,
                Triggered => Since,
            };
            Normal::Temporal(if positive { *op } else { dual }, part(a), part(b))
        }
        Sentence::Each(quantifier, variable, of, body) => {
            let all = (*quantifier == All) == positive;
            Normal::Each(if all { All } else { Some }, *variable, of.clone(), part(body))
        }
        Sentence::Variable(_) | Sentence::Let(..) | Sentence::Meaning(..) => {
            unreachable!("it was substituted")
        }
    }
}

/// A beginning in one of its views.
struct Start<'w> {
    word: Word<'w>,
    is_strong: bool,
}

impl Start<'_> {
    fn len(&self) -> usize {
        self.word.states.len()
    }

    fn holds(&self, of: &Normal, at: usize, atoms: &Atoms) -> bool {
        let holds_at = |of: &Normal, at: usize| self.holds(of, at, atoms);
        match of {
            Normal::Literal(of, _) if self.sentence_reaches(of, at) => !self.is_strong,
            Normal::Literal(of, positive) => self.word.holds(of, at, atoms) == *positive,
            Normal::And(parts) => parts.iter().all(|of| holds_at(of, at)),
            Normal::Or(parts) => parts.iter().any(|of| holds_at(of, at)),
            Normal::After(_) if at + 1 == self.len() => !self.is_strong,
            Normal::After(of) => holds_at(of, at + 1),
            Normal::Before(of) => at > 0 && holds_at(of, at - 1),
            Normal::BeforeOrFirst(of) => at == 0 || holds_at(of, at - 1),
            Normal::Temporal(TemporalOp::Until, a, b) => (at..self.len())
                .any(|there| holds_at(b, there) && (at..there).all(|on| holds_at(a, on))),
            Normal::Temporal(TemporalOp::Releases, a, b) => {
                let mut ends = (at..self.len())
                    .filter(|there| holds_at(a, *there) && (at..=*there).all(|on| holds_at(b, on)));
                ends.next().is_some()
                    || !self.is_strong && (at..self.len()).all(|on| holds_at(b, on))
            }
            Normal::Temporal(TemporalOp::Since, a, b) => (0..=at)
                .any(|there| holds_at(b, there) && (there + 1..=at).all(|on| holds_at(a, on))),
            Normal::Temporal(TemporalOp::Triggered, a, b) => {
                (0..=at).all(|on| holds_at(b, on))
                    || (0..=at)
                        .any(|there| holds_at(a, there) && (there..=at).all(|on| holds_at(b, on)))
            }
            Normal::Each(_, _, of, _) if self.term_reaches(of, at) => !self.is_strong,
            Normal::Each(quantifier, variable, of, body) => {
                let mut candidates = each_atom(self.word.set(of, at, atoms));
                let mut holds = |atom| self.holds(body, at, &with(atoms, *variable, atom));
                match quantifier {
                    Quantifier::All => candidates.all(holds),
                    Quantifier::Some => candidates.any(&mut holds),
                }
            }
        }
    }

    fn term_reaches(&self, of: &Term, at: usize) -> bool {
        match of {
            Term::Name(sig) => *sig != A && at >= self.len(),
            Term::Variable(_) => false,
            Term::Prime(of) => self.term_reaches(of, at + 1),
            Term::Union(a, b) | Term::Minus(a, b) => {
                self.term_reaches(a, at) || self.term_reaches(b, at)
            }
            Term::Those(_, of, body) => {
                self.term_reaches(of, at) || self.sentence_reaches(body, at)
            }
            Term::Either(condition, a, b) => {
                self.sentence_reaches(condition, at)
                    || self.term_reaches(a, at)
                    || self.term_reaches(b, at)
            }
        }
    }

    fn sentence_reaches(&self, of: &Sentence, at: usize) -> bool {
        let reaches = |of: &Sentence| self.sentence_reaches(of, at);
        match of {
            Sentence::Some(of) => self.term_reaches(of, at),
            Sentence::In(a, b) => self.term_reaches(a, at) || self.term_reaches(b, at),
            Sentence::Not(of) => reaches(of),
            Sentence::And(a, b) | Sentence::Or(a, b) | Sentence::Iff(a, b) => {
                reaches(a) || reaches(b)
            }
            Sentence::After(of) => at + 1 >= self.len() || self.sentence_reaches(of, at + 1),
            Sentence::Before(_) | Sentence::Temporal(..) if at >= self.len() => true,
            Sentence::Before(of) => at > 0 && self.sentence_reaches(of, at - 1),
            Sentence::Temporal(TemporalOp::Since | TemporalOp::Triggered, a, b) => (0..=at)
                .any(|there| self.sentence_reaches(a, there) || self.sentence_reaches(b, there)),
            Sentence::Temporal(_, a, b) => {
                self.is_strong
                    || (at..self.len()).any(|there| {
                        self.sentence_reaches(a, there) || self.sentence_reaches(b, there)
                    })
            }
            Sentence::Each(_, _, of, body) => self.term_reaches(of, at) || reaches(body),
            Sentence::Variable(_) | Sentence::Let(..) | Sentence::Meaning(..) => {
                unreachable!("it was substituted")
            }
        }
    }
}

// Random sentences and words.

struct Writer<'w> {
    world: &'w mut World,
    random: Random,
    terms: Vec<VariableId>,
    sentences: Vec<VariableId>,
    /// Past operators that were written.
    past: usize,
}

impl Writer<'_> {
    fn term(&mut self, depth: u32) -> Term {
        let leaf = depth == 0;
        match self.random.below(if leaf { 6 } else { 12 }) {
            0 | 1 => Term::Name(P),
            2 | 3 => Term::Name(Q),
            4 => Term::Name(A),
            5 => match self.terms.len() as u64 {
                0 => Term::Name(P),
                count => Term::Variable(self.terms[self.random.below(count) as usize]),
            },
            6 | 7 => Term::Prime(Box::new(self.term(depth - 1))),
            8 => Term::Union(Box::new(self.term(depth - 1)), Box::new(self.term(depth - 1))),
            9 => Term::Minus(Box::new(self.term(depth - 1)), Box::new(self.term(depth - 1))),
            10 => {
                let of = Box::new(self.term(depth - 1));
                let (variable, body) = self.below_variable(depth - 1);
                Term::Those(variable, of, body)
            }
            _ => {
                let condition = Box::new(self.sentence(depth - 1));
                let (a, b) = (self.term(depth - 1), self.term(depth - 1));
                Term::Either(condition, Box::new(a), Box::new(b))
            }
        }
    }

    fn below_variable(&mut self, depth: u32) -> (VariableId, Box<Sentence>) {
        let variable = self.world.variable(1);
        self.terms.push(variable);
        let body = Box::new(self.sentence(depth));
        self.terms.pop();
        (variable, body)
    }

    fn sentence(&mut self, depth: u32) -> Sentence {
        use TemporalOp::{Releases, Since, Triggered, Until};
        if depth == 0 || self.random.below(6) == 0 {
            if let Some(variable) = self.sentences.last()
                && self.random.below(2) == 0
            {
                return Sentence::Variable(*variable);
            }
            let inner = depth.min(2);
            return match self.random.below(2) {
                0 => Sentence::Some(self.term(inner)),
                _ => Sentence::In(self.term(inner), self.term(inner)),
            };
        }
        let depth = depth - 1;
        let choice = self.random.below(16);
        let mut part = || Box::new(self.sentence(depth));
        match choice {
            0 => Sentence::Not(part()),
            1 => Sentence::And(part(), part()),
            2 => Sentence::Or(part(), part()),
            3 => Sentence::Iff(part(), part()),
            4 | 5 => Sentence::After(part()),
            6 | 7 => {
                self.past += 1;
                Sentence::Before(Box::new(self.sentence(depth)))
            }
            8 => Sentence::Temporal(Until, part(), part()),
            9 => Sentence::Temporal(Releases, part(), part()),
            op @ (10 | 11) => {
                self.past += 1;
                let (a, b) = (Box::new(self.sentence(depth)), Box::new(self.sentence(depth)));
                Sentence::Temporal(if op == 10 { Since } else { Triggered }, a, b)
            }
            12 | 13 => {
                let of = self.term(1);
                let quantifier = match self.random.below(2) {
                    0 => Quantifier::All,
                    _ => Quantifier::Some,
                };
                let (variable, body) = self.below_variable(depth);
                Sentence::Each(quantifier, variable, of, body)
            }
            14 => {
                let of = self.term(2);
                // A predicate sees no variables but its own.
                let binding = match self.random.below(2) {
                    0 => Binding::Let,
                    _ => Binding::Call,
                };
                let outer = match binding {
                    Binding::Let => (self.terms.clone(), self.sentences.clone()),
                    Binding::Call => {
                        (std::mem::take(&mut self.terms), std::mem::take(&mut self.sentences))
                    }
                };
                let (variable, body) = self.below_variable(depth);
                (self.terms, self.sentences) = outer;
                Sentence::Let(binding, variable, of, body)
            }
            _ => {
                let of = part();
                let variable = self.world.variable(0);
                self.sentences.push(variable);
                let body = Box::new(self.sentence(depth));
                self.sentences.pop();
                Sentence::Meaning(variable, of, body)
            }
        }
    }

    fn states(&mut self, most: u64) -> Vec<[u8; 2]> {
        let length = 1 + self.random.below(most);
        (0..length).map(|_| [0; 2].map(|_| self.random.below(4) as u8)).collect()
    }
}

/// Shows `judge` random sentences with a word, and how they are substituted. It says how both judge.
fn for_random(
    rounds: u64,
    seed: u64,
    mut judge: impl FnMut(&mut World, &Sentence, &Sentence, &[[u8; 2]], u64, usize) -> Vec<[bool; 2]>,
) {
    let mut counts = [0; 2];
    for round in 0..rounds {
        let mut world = history();
        let random = Random(seed + round * 0x9E37_79B9);
        let mut writer =
            Writer { world: &mut world, random, terms: Vec::new(), sentences: Vec::new(), past: 0 };
        for _ in 0..5 {
            writer.random.below(2);
        }
        let said = writer.sentence(2 + (round % 3) as u32);
        let states = writer.states(4);
        let back = writer.random.below(states.len() as u64);
        let past = writer.past;
        let plain = Substitution::default().sentence(&said);
        for [ours, theirs] in judge(&mut world, &said, &plain, &states, back, past) {
            assert_eq!(ours, theirs, "round {round}: {said:?} of {states:?}, back to {back}");
            counts[usize::from(ours)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > rounds / 10), "they are varied: {counts:?}");
}

/// The same with the sentences as formulas of the model.
pub fn for_random_formulas(
    rounds: u64,
    seed: u64,
    mut judge: impl FnMut(&World, &FormulaKind, &[[u8; 2]], usize) -> Vec<[bool; 2]>,
) {
    for_random(rounds, seed, |world, said, _, states, back, _| {
        let kind = sentence(world, said);
        judge(world, &kind, states, back as usize)
    });
}

/// If this failed, the evaluator would be wrong about an operator, a round of the loop, a `let` or an
/// argument: it would call a trace an instance although it is not.
#[test]
fn both_read_lassos_alike() {
    for_random(6000, 20_261_124, |world, said, plain, states, back, past| {
        let back = back as usize;
        let kind = sentence(world, said);
        let trace = world.trace(states, Some(back));
        // Lets are written out, which repeats the operators in them.
        let horizon = states.len() * (4 * past + 2);
        let word = Word { states, back: Some(back), horizon };
        let holds = word.holds(plain, 0, &Atoms::new());
        // Two other ways to write the same trace: a state unrolled, the loop doubled.
        let unrolled = world.trace(&[states, &[states[back]]].concat(), Some(back + 1));
        let doubled = world.trace(&[states, &states[back..]].concat(), Some(back));
        [trace, unrolled, doubled].map(|trace| [world.holds_of(&trace, &kind), holds]).to_vec()
    });
}

/// If this failed, a beginning of a trace would be listed that the facts exclude, or a counterexample that
/// refutes nothing.
#[test]
fn both_read_beginnings_alike() {
    for_random(6000, 7, |world, said, plain, states, _, _| {
        let kind = sentence(world, said);
        let trace = world.trace(states, None);
        let judged = |positive: bool, is_strong: bool| {
            let word = Word { states, back: None, horizon: 0 };
            let start = Start { word, is_strong };
            start.holds(&normal(plain, positive), 0, &Atoms::new())
        };
        let negated = not(kind.clone());
        vec![
            [world.holds_of(&trace, &kind), judged(true, false)],
            [world.holds_of(&trace, &negated), judged(false, false)],
            [world.holds_strongly_of(&trace, &kind), judged(true, true)],
            [world.holds_strongly_of(&trace, &negated), judged(false, true)],
        ]
    });
}

/// If this failed, a counterexample of some states could be continued to a trace that keeps the assertion: what
/// holds strongly of a beginning must hold of every lasso that begins so.
#[test]
fn what_holds_strongly_holds_however_it_goes_on() {
    let mut continued = 0;
    for_random(3000, 99, |world, said, plain, states, back, past| {
        let kind = sentence(world, said);
        let strongly = world.holds_strongly_of(&world.trace(states, None), &kind);
        let longer = [states, &[[1, 0], [0, 3]]].concat();
        let horizon = longer.len() * (4 * past + 2);
        for word in [states, &longer] {
            let word = Word { states: word, back: Some(back as usize), horizon };
            let holds = word.holds(plain, 0, &Atoms::new());
            assert!(!strongly || holds, "{said:?} of {states:?}");
            continued += u64::from(strongly);
        }
        vec![[strongly; 2]]
    });
    assert!(continued > 500, "{continued} were continued");
}
