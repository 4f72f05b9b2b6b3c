//! Parts of the search space, and going on after a model.
//!
//! *Problem.* A long listing is stopped and must be resumed, or it is shared out among machines and
//! threads, without listing anything twice and without knowing the lists of others.
//!
//! *Choice.* Models come in lexicographic order, so a model says by itself what was delivered:
//! everything before it. The levels that the search would have when it stands at the model are
//! built from its values alone. Where propagation leaves a position of the order open, there are
//! two cases: the value that is tried first becomes a decision, and the other one a flip, whose
//! other side has been delivered. A part of the space is likewise a prefix of the order all of
//! whose levels count as flipped: the search never leaves it. Flips have no reasons, so what is
//! learned in one part holds in all of them, and one search can go through many parts.
//!
//! The prefixes themselves are listed by the same search, with a *horizon*: positions from there on
//! are not decided, so that it stops at each prefix that propagation alone cannot refute. Instead
//! of a horizon there may be a *grain*: then the search stops at each prefix that leaves no more
//! positions of the order open. The number of open positions says more of the work behind a prefix
//! than its length does. It also says more than the number of open variables, auxiliary ones among
//! them: these are open in thousands where little is left to decide. Whatever the horizon or the
//! grain, and whenever it is changed, the prefixes are disjoint, in order, and leave out no model.
//!
//! *Rejected.* The prefix as clauses (guiding path, Zhang, Bonacina, Hsiang 1996): what is learned
//! would then hold in one part only. Splitting on the most active variable (cube and conquer, Heule,
//! Kullmann, Wieringa, Biere 2011): the parts would not be in order.

use super::trail::Level;
use super::{Enumerator, Phase};
use crate::{Lit, Models, Var};

impl Enumerator {
    /// Lists from now on the models that begin with `prefix`, and no others: literals over the
    /// first variables of the order, in its order. An empty prefix is the whole space.
    pub fn enter(&mut self, prefix: &[Lit]) {
        self.leave();
        if prefix.iter().any(|lit| self.bounds.is_bare(lit.var())) {
            self.give_up_walk();
        }
        self.tell_entered(prefix);
        for (position, &lit) in prefix.iter().enumerate() {
            debug_assert_eq!(lit.var(), self.sequence[position].var(), "a prefix of the order");
            if !self.require(lit, position) {
                return;
            }
        }
    }

    /// Lists from now on the models in which these literals hold, and no others: literals over any variables of the
    /// order. Such a part is no interval of the order, so the search cannot go on after a model of it.
    pub fn enter_where(&mut self, literals: &[Lit]) {
        self.leave();
        if literals.iter().any(|lit| self.bounds.is_bare(lit.var())) {
            self.give_up_walk();
        }
        // The search for the next decision begins at the first position.
        let _ = literals.iter().all(|&lit| self.require(lit, 0));
    }

    /// Leaves the part at hand for the whole space.
    fn leave(&mut self) {
        self.forget_guidance();
        self.stop_leading();
        self.bounds.end_walk();
        self.backtrack(0);
        self.touched = 0;
        self.state = if self.refuted { Phase::Exhausted } else { Phase::Searching };
        self.settle();
    }

    /// Makes a literal one of the part at hand. Returns false if there is no model left.
    pub(super) fn require(&mut self, lit: Lit, position: usize) -> bool {
        if self.state == Phase::Exhausted {
            return false;
        }
        match self.value_of(lit) {
            0 => {
                self.open_level(lit, position, true);
                if self.propagate().is_some() {
                    self.state = Phase::Exhausted;
                }
            }
            1 => {}
            _ => self.state = Phase::Exhausted,
        }
        if self.state == Phase::Exhausted {
            self.tell_end();
        }
        self.state != Phase::Exhausted
    }

    /// Leaves out all models of the part at hand that are lexicographically before the given one,
    /// and that one. It need not be a model. To be called before the first model of the part.
    pub fn resume_after(&mut self, value: impl Fn(Var) -> bool) {
        if self.rebuild(value) {
            self.flip();
        }
    }

    /// Leaves out all models of the part at hand that are lexicographically before the given one.
    pub fn resume_at(&mut self, value: impl Fn(Var) -> bool) {
        self.rebuild(value);
    }

    /// Decides only the first `positions` of the order: a model is from now on what propagation
    /// cannot refute by then.
    pub fn set_horizon(&mut self, positions: usize) {
        assert!(self.bounds.tail.is_none(), "numbers that are walked are not cut");
        self.horizon = positions.max(1).min(self.projected);
    }

    /// From now on a model is what leaves no more positions of the order open than this, whichever they are. Without a
    /// grain, it is what ends at the horizon.
    pub fn set_grain(&mut self, open: Option<usize>) {
        assert!(self.bounds.tail.is_none(), "numbers that are walked are not cut");
        self.grain = open;
    }

    /// The number of positions of the order that have no value.
    pub fn open(&self) -> usize {
        self.open_positions().count()
    }

    /// True if the grain says that there is no more to decide.
    pub(super) fn is_fine(&self) -> bool {
        self.grain.is_some_and(|grain| self.open_positions().nth(grain).is_none())
    }

    /// All positions before that of the last level have a value.
    fn open_positions(&self) -> impl Iterator<Item = Lit> + '_ {
        let from = (self.top().position as usize).min(self.projected);
        let order = self.sequence[from..self.projected].iter().copied();
        order.filter(|&lit| self.value_of(lit) == 0)
    }

    /// The values of the order up to the horizon, or beyond it as far as they were decided, in the
    /// model last found: the models that begin like this are one part of the space. With a grain, as far as they were
    /// decided.
    pub fn prefix(&self) -> Vec<Lit> {
        assert_eq!(self.state, Phase::Model, "there is a prefix where there is a model");
        let decided = if self.depth() > 0 { self.top().position as usize + 1 } else { 0 };
        let horizon = if self.grain.is_some() { 0 } else { self.horizon };
        let end = horizon.max(decided).min(self.projected);
        let with_value = |&lit: &Lit| lit.var().lit(self.value(lit.var()));
        self.sequence[..end].iter().map(with_value).collect()
    }

    /// At a model, the first position of the order whose second branch is still to be searched: the models that begin as
    /// this one does before it, and take that branch, come after all others of the part at hand.
    pub fn first_open(&self) -> Option<usize> {
        let is_open = |&depth: &usize| {
            let Level { start, position, last_flip, .. } = self.levels[depth];
            let position = position as usize;
            let is_first = || self.trail[start as usize] == self.sequence[position];
            last_flip as usize != depth && position < self.projected && is_first()
        };
        (1..self.levels.len()).find(is_open).map(|depth| self.levels[depth].position as usize)
    }

    /// Builds the levels of the assignment. Returns false if propagation contradicts it on the way.
    /// Then the search stands where it goes on.
    fn rebuild(&mut self, value: impl Fn(Var) -> bool) -> bool {
        assert_ne!(self.state, Phase::Model, "resume before the first model of a part");
        self.give_up_walk();
        if self.state == Phase::Exhausted {
            return false;
        }
        if let Some(conflict) = self.propagate() {
            self.resolve(conflict);
            return false;
        }
        for position in self.top().position as usize..self.horizon.min(self.projected) {
            let first = self.sequence[position];
            let lit = first.var().lit(value(first.var()));
            match self.value_of(lit) {
                0 => {
                    self.open_level(lit, position, lit != first);
                    if let Some(conflict) = self.propagate() {
                        self.resolve(conflict);
                        return false;
                    }
                }
                1 => {}
                // All that begins like this has the other value here: it comes after the
                // assignment, or it is before it.
                _ if lit == first => return false,
                _ => {
                    self.flip();
                    return false;
                }
            }
        }
        true
    }
}
