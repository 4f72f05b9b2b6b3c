//! Moments of a lasso, and the order in which they follow each other.
//!
//! A moment is a state and a round: how often the trace has gone through the loop before. Formulas of the future tell
//! no rounds apart. Those of the past do, as often as past operators are nested in them. From there on a round is as
//! the next one (Latvala, Biere, Heljanko, Junttila 2005). So the rounds that matter to a formula are bounded by its
//! depth.

use crate::model::build::{conjunction, union};
use crate::model::{Expr, ExprKind, Formula, TraceShape};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Moment {
    pub state: usize,
    pub round: usize,
}

impl Moment {
    pub const START: Moment = Moment { state: 0, round: 0 };

    /// After the last state of a beginning.
    pub const BEYOND: Moment = Moment { state: usize::MAX, round: 0 };

    /// The last state of a beginning, whichever it is.
    pub const LAST: Moment = Moment { state: usize::MAX - 1, round: 0 };

    /// The last state but one.
    pub const LAST_BUT_ONE: Moment = Moment { state: usize::MAX - 2, round: 0 };

    /// For a moment that is counted from the end: how many come after it.
    fn from_end(state: usize) -> Option<usize> {
        let ahead = Moment::LAST.state.checked_sub(state)?;
        (ahead < 2).then_some(ahead)
    }

    pub fn is_beyond(self) -> bool {
        self == Moment::BEYOND
    }

    pub fn within(self, rounds: usize) -> Moment {
        Moment { round: self.round.min(rounds), ..self }
    }
}

/// A moment to which an operator leads on the way through others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Link {
    pub moment: Moment,
    /// The way has come to the end of the states before, or gone back to their beginning.
    pub is_later: bool,
}

/// A moment, and when it is one of the trace.
pub(super) type When = (Vec<Formula>, Moment);

impl TraceShape {
    /// The moment after this one, by where the trace ends and loops to.
    pub fn next(&self, from: Moment, rounds: usize) -> Vec<When> {
        if from.is_beyond() {
            return vec![(Vec::new(), from)];
        }
        match Moment::from_end(from.state) {
            Some(0) => return vec![(Vec::new(), Moment::BEYOND)],
            Some(_) => return vec![(Vec::new(), Moment::LAST)],
            None => {}
        }
        let mut found = Vec::new();
        let Moment { state, round } = from;
        if state + 1 < self.states() {
            found.push((self.has(state + 1), Moment { state: state + 1, round }));
        }
        if !self.is_looping() {
            found.push((self.ends(state), Moment::BEYOND));
            return found;
        }
        for back in 0..=state {
            let mut when = self.ends(state);
            when.extend(self.loops_to(back));
            found.push((when, Moment { state: back, round: (round + 1).min(rounds) }));
        }
        found
    }

    /// The moments after the last one of a way, whose first moment is known. Where the way went back, it has said already
    /// where the trace ends and loops to.
    pub fn after(&self, way: &[Moment], rounds: usize) -> Vec<When> {
        let from = way[way.len() - 1];
        let back = way.windows(2).find(|pair| self.is_looping() && pair[1].state <= pair[0].state);
        let Some([end, first]) = back else {
            return self.next(from, rounds);
        };
        let next = match from.state == end.state {
            true => Moment { state: first.state, round: (from.round + 1).min(rounds) },
            false => Moment { state: from.state + 1, ..from },
        };
        vec![(Vec::new(), next)]
    }

    /// What something is in a state: of one that is counted from the end, as many states as the trace has decide.
    pub fn chosen(&self, state: usize, of: &dyn Fn(usize) -> Expr) -> Expr {
        let Some(ahead) = Moment::from_end(state) else { return of(state) };
        let last = self.states().saturating_sub(1 + ahead);
        let ways = (0..=last).map(|state| {
            let now = of(state);
            let (arity, span) = (now.arity, now.span);
            let ends = Box::new(conjunction(self.ends(state + ahead), span));
            let none = Box::new(Expr { kind: ExprKind::Empty, arity, span });
            Expr { kind: ExprKind::Conditional(ends, Box::new(now), none), arity, span }
        });
        union(ways.collect()).expect("there is a state")
    }

    /// This moment and those after it, until all that come are as some of these.
    pub fn onwards(&self, from: Moment, rounds: usize) -> Vec<When> {
        let (states, Moment { state, round }) = (self.states(), from);
        let at = |state: usize, round: usize| Moment { state, round };
        let in_loop = |state: usize| {
            let mut when = self.has(state);
            when.extend(self.is_within_loop(state));
            when
        };
        // That the first one is there is for the caller to say.
        let mut found = vec![(Vec::new(), from)];
        found.extend((state + 1..states).map(|state| (self.has(state), at(state, round))));
        for round in round + 1..=rounds {
            found.extend((0..states).map(|state| (in_loop(state), at(state, round))));
        }
        if round >= rounds && self.is_looping() {
            found.extend((0..state).map(|state| (self.is_within_loop(state), at(state, round))));
        }
        found
    }

    /// The link after this one, and when it is a moment of the trace, or none if all that come are as some before.
    pub fn link_on(&self, here: Link, rounds: usize) -> Option<(Vec<Formula>, Link)> {
        let Link { moment: Moment { state, round }, is_later } = here;
        let (state, round, is_later) = match state + 1 < self.states() {
            true => (state + 1, round, is_later),
            false if round < rounds => (0, round + 1, true),
            false if self.is_looping() && !is_later => (0, round, true),
            false => return None,
        };
        let mut when = self.has(state);
        if is_later {
            when.extend(self.is_within_loop(state));
        }
        Some((when, Link { moment: Moment { state, round }, is_later }))
    }

    /// The link before this one.
    pub fn link_back(&self, here: Link) -> Option<(Vec<Formula>, Link)> {
        let Link { moment: Moment { state, round }, is_later } = here;
        let (state, round, is_later) = match (state, round) {
            (0, 0) => return None,
            (0, _) => (self.states() - 1, round - 1, true),
            _ => (state - 1, round, is_later),
        };
        let mut when = if is_later { self.has(state) } else { Vec::new() };
        if round > 0 {
            when.extend(self.is_within_loop(state));
        }
        Some((when, Link { moment: Moment { state, round }, is_later }))
    }

    /// This moment and those before it, the first one last.
    pub fn up_to_here(&self, here: Moment) -> Vec<When> {
        let (states, Moment { state, round }) = (self.states(), here);
        let at = |state: usize, round: usize| Moment { state, round };
        let mut found = vec![(Vec::new(), here)];
        if round == 0 {
            found.extend((0..state).rev().map(|state| (Vec::new(), at(state, 0))));
            return found;
        }
        let within = |state: usize| (self.is_within_loop(state), at(state, round));
        found.extend((0..state).rev().map(within));
        for round in (1..round).rev() {
            found.extend((0..states).rev().map(|state| {
                let mut when = self.has(state);
                when.extend(self.is_within_loop(state));
                (when, at(state, round))
            }));
        }
        found.extend((0..states).rev().map(|state| (self.has(state), at(state, 0))));
        found
    }

    /// The moment before this one, or none if this is the first.
    pub fn previous(&self, here: Moment) -> Vec<When> {
        let Moment { state, round } = here;
        if round == 0 {
            let before = state.checked_sub(1);
            return before.map(|state| (Vec::new(), Moment { state, round })).into_iter().collect();
        }
        let mut found: Vec<When> = (state..self.states())
            .map(|last| {
                let mut when = self.ends(last);
                when.extend(self.loops_to(state));
                (when, Moment { state: last, round: round - 1 })
            })
            .collect();
        if state > 0 {
            found.push((self.is_within_loop(state - 1), Moment { state: state - 1, round }));
        }
        found
    }
}
