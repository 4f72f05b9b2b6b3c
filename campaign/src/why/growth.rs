//! Formulas by size, each once for its values on the inputs.
//!
//! *Problem.* Formulas over a dozen words are without number, and most have the same meaning. *Choice.* Terms are
//! made of smaller ones, size by size. If several have the same value in each input (with each value of the
//! variable, if there is one), only the first is kept: it is the smallest. So the first separating formula that is
//! found is one of the smallest that can be made with one variable. *Rejected.* A search directed by the terms
//! that separate so far, as in decision trees: it finds larger formulas sooner, and not the smallest.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use korrel_sat::Effort;

use super::term::{Op, Points, Term, is_single};
use super::vocabulary::Vocabulary;
use super::world::{INTEGERS, TermSort};

/// The greatest number of terms kept for one scope. The values of all must be at hand.
const MOST: usize = 40_000;

pub struct Growth<'g> {
    points: &'g Points<'g>,
    pub terms: Vec<Term>,
    seen: HashSet<(usize, TermSort, u64)>,
    counts: Vec<usize>,
    effort: &'g Effort,
    /// Sets are roots and what they hold, and no others are made of them. There is no variable.
    only_roots: bool,
    /// The number of formulas about inputs that were examined.
    pub formulas: u64,
    pub is_cut: bool,
}

/// Told each new formula about inputs. True ends the search.
pub type Tell<'t> = &'t mut dyn FnMut(&[Term], usize) -> bool;

impl<'g> Growth<'g> {
    pub fn new(points: &'g Points<'g>, effort: &'g Effort) -> Growth<'g> {
        let counts = vec![0; points.points.len()];
        Growth {
            points,
            terms: Vec::new(),
            seen: HashSet::new(),
            counts,
            effort,
            only_roots: false,
            formulas: 0,
            is_cut: false,
        }
    }

    /// The same, of terms over roots.
    pub fn of_roots(points: &'g Points<'g>, effort: &'g Effort) -> Growth<'g> {
        Growth { only_roots: true, ..Growth::new(points, effort) }
    }

    /// All formulas up to a size. Returns whether the search was ended.
    pub fn grow(&mut self, vocabulary: &Vocabulary<'_>, most: usize, tell: Tell<'_>) -> bool {
        for size in 1..=most {
            let is_over =
                if size == 1 { self.words(vocabulary, tell) } else { self.compound(size, tell) };
            if is_over {
                return true;
            }
            if self.is_cut {
                return false;
            }
        }
        false
    }

    pub(super) fn words(&mut self, vocabulary: &Vocabulary<'_>, tell: Tell<'_>) -> bool {
        for (at, word) in vocabulary.words.iter().enumerate() {
            if !vocabulary.is_there(at, self.only_roots) {
                continue;
            }
            if self.add(Op::Symbol(at), Vec::new(), word.sort, 0, 1, tell) {
                return true;
            }
        }
        let domains = if self.only_roots { &[][..] } else { &vocabulary.domains[..] };
        for (at, &domain) in domains.iter().enumerate() {
            let sort = vocabulary.words[domain].sort;
            self.add(Op::Variable, Vec::new(), sort, at + 1, 1, tell);
        }
        false
    }

    fn of(&self, size: usize) -> Vec<usize> {
        (0..self.terms.len()).filter(|at| self.terms[*at].size == size).collect()
    }

    fn compound(&mut self, size: usize, tell: Tell<'_>) -> bool {
        for at in self.of(size - 1) {
            if self.unary(at, size, tell) {
                return true;
            }
        }
        if size > 2 {
            for at in self.of(size - 2) {
                if self.quantified(at, size, tell) {
                    return true;
                }
            }
        }
        for left in 1..size {
            // A join has no sign of its own.
            let right = size - left;
            for (a, b) in pairs(&self.of(left), &self.of(right)) {
                if self.joined(a, b, size, tell) || self.is_late() {
                    return !self.is_cut;
                }
            }
        }
        for left in 1..size.saturating_sub(1) {
            for (a, b) in pairs(&self.of(left), &self.of(size - 1 - left)) {
                if self.binary(a, b, size, tell) || self.is_late() {
                    return !self.is_cut;
                }
            }
        }
        false
    }

    fn is_late(&mut self) -> bool {
        self.is_cut |= self.effort.is_stopped();
        self.is_cut
    }

    pub(super) fn unary(&mut self, at: usize, size: usize, tell: Tell<'_>) -> bool {
        let (sort, scope) = (self.terms[at].sort, self.terms[at].scope);
        let is_plain = self.only_roots;
        let mut add = |op, sort| self.add(op, vec![at], sort, scope, size, tell);
        match sort {
            TermSort::Relation(a, b) => {
                if !is_plain {
                    add(Op::Transpose, TermSort::Relation(b, a));
                }
                if !is_plain && a & b > 0 {
                    add(Op::Closure, sort);
                    add(Op::ReflexiveClosure, sort);
                }
                add(Op::Count, TermSort::Integer);
                [Op::Some, Op::No].into_iter().any(|op| add(op, TermSort::Truth))
            }
            TermSort::Set(_) => {
                add(Op::Count, TermSort::Integer);
                [Op::Some, Op::No, Op::One, Op::Lone].into_iter().any(|op| add(op, TermSort::Truth))
            }
            TermSort::Truth => add(Op::Not, TermSort::Truth),
            TermSort::Integer => false,
        }
    }

    pub(super) fn quantified(&mut self, at: usize, size: usize, tell: Tell<'_>) -> bool {
        if self.terms[at].sort != TermSort::Truth || self.terms[at].scope == 0 {
            return false;
        }
        let ops = [Op::ForSome, Op::ForAll, Op::ForOne];
        ops.into_iter().any(|op| self.add(op, vec![at], TermSort::Truth, 0, size, tell))
    }

    /// The scope of both, if they have not two variables.
    fn scope(&self, a: usize, b: usize) -> Option<usize> {
        match (self.terms[a].scope, self.terms[b].scope) {
            (0, scope) | (scope, 0) => Some(scope),
            (one, other) => (one == other).then_some(one),
        }
    }

    pub(super) fn joined(&mut self, a: usize, b: usize, size: usize, tell: Tell<'_>) -> bool {
        let Some(scope) = self.scope(a, b).filter(|_| !self.only_roots) else { return false };
        match (self.terms[a].sort, self.terms[b].sort) {
            (TermSort::Set(set), TermSort::Relation(from, to)) if set & from > 0 => {
                self.add(Op::Join, vec![a, b], TermSort::Set(to), scope, size, tell)
            }
            (TermSort::Relation(from, to), TermSort::Set(set)) if set & to > 0 => {
                self.add(Op::Back, vec![a, b], TermSort::Set(from), scope, size, tell)
            }
            _ => false,
        }
    }

    pub(super) fn binary(&mut self, a: usize, b: usize, size: usize, tell: Tell<'_>) -> bool {
        let Some(scope) = self.scope(a, b) else { return false };
        let sorts = (self.terms[a].sort, self.terms[b].sort);
        let is_plain = self.only_roots;
        let mut add = |op, sort| self.add(op, vec![a, b], sort, scope, size, tell);
        match sorts {
            (TermSort::Relation(a1, a2), TermSort::Relation(b1, b2))
                if !is_plain && a < b && a1 & b1 > 0 && a2 & b2 > 0 =>
            {
                add(Op::Union, TermSort::Relation(a1 | b1, a2 | b2))
            }
            (TermSort::Set(one), TermSort::Set(other)) if one & other > 0 => {
                if !is_plain && a < b {
                    add(Op::Union, TermSort::Set(one | other));
                    add(Op::Intersection, TermSort::Set(one & other));
                }
                if a < b && add(Op::Equal, TermSort::Truth) {
                    return true;
                }
                if !is_plain {
                    add(Op::Difference, TermSort::Set(one));
                }
                a != b && add(Op::In, TermSort::Truth)
            }
            (TermSort::Integer, TermSort::Integer) if a != b => {
                // `=` compares sets if it has one: the sets stand in the place of their numbers.
                let whole = |at: usize| match self.terms[at].op {
                    Op::Number => self.terms[at].of[0],
                    _ => at,
                };
                let wholes = vec![whole(a), whole(b)];
                a < b && self.add(Op::EqualNumbers, wholes, TermSort::Truth, scope, size, tell)
                    || self.add(Op::Less, vec![a, b], TermSort::Truth, scope, size, tell)
                    || self.add(Op::AtMost, vec![a, b], TermSort::Truth, scope, size, tell)
            }
            (TermSort::Truth, TermSort::Truth) if a < b => {
                add(Op::And, TermSort::Truth) || add(Op::Or, TermSort::Truth)
            }
            _ => false,
        }
    }

    /// Keeps a term, unless there is one of the same worth. Returns true if the search is over.
    fn add(
        &mut self,
        op: Op,
        of: Vec<usize>,
        sort: TermSort,
        scope: usize,
        size: usize,
        tell: Tell<'_>,
    ) -> bool {
        if self.counts[scope] >= MOST {
            self.is_cut = true;
            return false;
        }
        let parts: Vec<&Term> = of.iter().map(|at| &self.terms[*at]).collect();
        let values = self.points.values(op, scope, &parts);
        let mut hasher = DefaultHasher::new();
        values.hash(&mut hasher);
        let kind = match sort {
            TermSort::Set(_) => TermSort::Set(0),
            TermSort::Relation(..) => TermSort::Relation(0, 0),
            sort => sort,
        };
        let is_nothing = matches!(sort, TermSort::Set(_) | TermSort::Relation(..))
            && values.iter().all(|one| *one == 0);
        if is_nothing || !self.seen.insert((scope, kind, hasher.finish())) {
            return false;
        }
        self.counts[scope] += 1;
        self.terms.push(Term { op, of, sort, scope, size, values });
        let at = self.terms.len() - 1;
        // A set of one integer is a number, too.
        if let TermSort::Set(of) = sort
            && of == INTEGERS
            && is_single(&self.terms[at].values)
        {
            self.add(Op::Number, vec![at], TermSort::Integer, scope, size, tell);
        }
        if sort == TermSort::Truth && scope == 0 {
            self.formulas += 1;
            return tell(&self.terms, at);
        }
        false
    }
}

fn pairs(left: &[usize], right: &[usize]) -> Vec<(usize, usize)> {
    left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b))).collect()
}
