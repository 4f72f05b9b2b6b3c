//! Listing by search, and by a walk of the compiled formula as soon as that is at hand.
//!
//! *Problem.* A walk costs a tenth of a search (`counter/stream.rs`), but nobody knows beforehand the cost of taking
//! the formula apart: a few milliseconds, or more than all models together.
//!
//! *Choice.* The listing begins as a search. Now and then it looks at its cost so far, and spends a tenth of that on
//! the compilation, at the beginning more, later less. When the graph is there, the walk is taken to the model at which
//! the search stands, and goes on: the stream is the same. The cost is counted in literals and clauses that are looked
//! at, so the same question changes over at the same model on every machine. Several listings of one formula, in
//! several threads, share one compilation.
//!
//! *Rejected.* To compile in a thread of its own: it would take a processor that others are asked not to take.

use std::sync::{Arc, Mutex, OnceLock};

use num_bigint::BigUint;

use crate::counter::{CountOutcome, StreamCompilation, StreamCursor, StreamGraph};
use crate::{Effort, Enumerator, Lit, Models, Statistics, Step, Var};

/// The beginning of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CompileWhen {
    /// Models are only searched.
    Never,
    /// In turns with the search.
    #[default]
    InTurns,
    /// At one go after so many models, as long as the memory lasts.
    After(u32),
}

/// A compilation that listings of one formula share.
pub struct SharedCompilation {
    turns: Mutex<CompilationTurns>,
    /// Nothing inside if there is no graph to be had.
    graph: OnceLock<Option<Arc<StreamGraph>>>,
}

/// Makes the compilation when it has its first turn.
type Begin = Box<dyn FnOnce() -> StreamCompilation + Send>;

struct CompilationTurns {
    begin: Option<Begin>,
    compilation: Option<StreamCompilation>,
    /// The cost of the listings so far, in literals that were propagated.
    listed: u64,
    /// The number of steps from which the next attempt is worth making.
    next: u64,
}

/// A literal that the search propagates takes as long as so many steps of a compilation.
const STEPS_OF_A_LITERAL: u64 = 6;
/// The part of the listing's cost that may be spent on the compilation. Of the first steps, about half a millisecond,
/// for many formulas take no more. Of the next, about a second. And of the rest, for a compilation that is not done by
/// then seldom pays.
const SHARES: [(u64, u64); 3] = [(1 << 18, 2), (1 << 27, 10), (u64::MAX, 40)];
/// The number of steps to begin with for a literal of the formula: it is simplified first.
const STEPS_TO_BEGIN: u64 = 64;
/// No attempt is smaller.
const LEAST: u64 = 1 << 14;
/// Each attempt has such a part of all steps so far.
const FRACTION: u64 = 4;
/// A search looks at the compilation once in so many models.
const LOOK: u32 = 64;

impl SharedCompilation {
    /// `literals` is the size of the formula. `begin` is called when the listing has cost enough.
    fn new(literals: u64, begin: Begin) -> SharedCompilation {
        let turns = CompilationTurns {
            begin: Some(begin),
            compilation: None,
            listed: 0,
            next: (literals * STEPS_TO_BEGIN).max(LEAST),
        };
        SharedCompilation { turns: Mutex::new(turns), graph: OnceLock::new() }
    }

    /// The graph, if it is there.
    fn graph(&self) -> Option<&Arc<StreamGraph>> {
        self.graph.get().and_then(Option::as_ref)
    }

    /// True if there is nothing left to be done.
    fn is_over(&self) -> bool {
        self.graph.get().is_some()
    }

    /// Adds to the cost of the listing, and goes on with the compilation if that pays for it, unless another thread is
    /// at it.
    fn listed(&self, propagations: u64) {
        if self.is_over() {
            return;
        }
        let Ok(mut turns) = self.turns.try_lock() else { return };
        turns.listed += propagations;
        let until = allowed(turns.listed.saturating_mul(STEPS_OF_A_LITERAL));
        if until >= turns.next {
            turns.next = until + until / FRACTION;
            self.attempt(&mut turns, until);
        }
    }

    /// Compiles to the end.
    fn finish(&self) {
        let mut turns = self.turns.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !self.is_over() {
            self.attempt(&mut turns, u64::MAX);
        }
    }

    fn attempt(&self, turns: &mut CompilationTurns, until: u64) {
        if let Some(begin) = turns.begin.take() {
            turns.compilation = Some(begin());
        }
        let Some(compilation) = &mut turns.compilation else { return };
        if let CountOutcome::Done(graph) = compilation.attempt(until) {
            turns.compilation = None;
            let _ = self.graph.set(graph.map(Arc::new));
        }
    }
}

/// The steps that a compilation may take when the listing has taken so many.
fn allowed(listed: u64) -> u64 {
    let mut from = 0;
    let part = |&(end, share): &(u64, u64)| {
        let steps = listed.min(end) - listed.min(from);
        from = end;
        steps / share
    };
    SHARES.iter().map(part).sum()
}

/// [`Models`] in lexicographic order, by search and then by a walk.
pub struct Listing {
    search: Enumerator,
    effort: Effort,
    /// None if the models are only searched.
    compilation: Option<Arc<SharedCompilation>>,
    /// The walk, once it has taken over.
    cursor: Option<StreamCursor>,
    /// The prefix of the part at hand.
    prefix: Vec<Lit>,
    /// True if the search stands at a model.
    is_at_model: bool,
    when: CompileWhen,
    /// The number of models since the last look at the compilation, and the number from which there is another.
    since: u32,
    every: u32,
    /// The propagations of the search that the compilation knows of.
    told: u64,
    /// The number of models that were walked to.
    walked: u64,
}

impl Listing {
    /// A listing by this search alone.
    pub fn new(search: Enumerator, effort: Effort) -> Listing {
        Listing {
            told: search.statistics().propagations,
            search,
            effort,
            compilation: None,
            cursor: None,
            prefix: Vec::new(),
            is_at_model: false,
            when: CompileWhen::Never,
            since: 0,
            every: u32::MAX,
            walked: 0,
        }
    }

    /// The same, which goes over to a walk. No model may be refused, and no witness be read. `begin` makes the
    /// compilation of the search's formula, which has so many `literals`, within a limit of bytes.
    pub fn compiling<B>(self, when: CompileWhen, literals: usize, begin: B) -> Listing
    where
        B: FnOnce(usize, &Effort) -> StreamCompilation + Send + 'static,
    {
        if when == CompileWhen::Never {
            return self;
        }
        let effort = self.effort.clone();
        let begin = Box::new(move || begin(most_bytes(&effort), &effort));
        let shared = SharedCompilation::new(literals as u64, begin);
        let mut this = Listing { compilation: Some(Arc::new(shared)), when, ..self }.looking();
        if when == CompileWhen::After(0) {
            this.look();
        }
        this.enter(&[]);
        this
    }

    /// A listing by another search of the same formula, which shares the compilation.
    pub fn another(&self, search: Enumerator, effort: Effort) -> Listing {
        let (compilation, when) = (self.compilation.clone(), self.when);
        Listing { compilation, when, ..Listing::new(search, effort) }.looking()
    }

    fn looking(self) -> Listing {
        let every = match self.when {
            CompileWhen::Never => u32::MAX,
            CompileWhen::InTurns => LOOK,
            CompileWhen::After(models) => models,
        };
        Listing { every, ..self }
    }

    /// Looks at the compilation. When it is done, the walk takes over after the model at hand.
    #[cold]
    fn look(&mut self) {
        self.since = 0;
        let Some(compilation) = &self.compilation else { return };
        let cost = self.search.statistics().propagations;
        match self.when {
            CompileWhen::After(_) => compilation.finish(),
            _ => compilation.listed(cost - self.told),
        }
        self.told = cost;
        if let Some(graph) = compilation.graph() {
            let mut cursor = StreamCursor::new(Arc::clone(graph));
            cursor.enter_after(&self.prefix, |var| self.search.value(var));
            self.cursor = Some(cursor);
        } else if compilation.is_over() {
            self.compilation = None;
        }
    }

    /// As [`Enumerator::changed_from`].
    #[inline]
    pub fn changed_from(&self) -> usize {
        match &self.cursor {
            Some(cursor) => cursor.changed_from(),
            None => self.search.changed_from(),
        }
    }

    /// True if the next model is likely to take a step of a walk, and no search.
    #[inline]
    pub fn is_walked(&self) -> bool {
        self.cursor.is_some() || self.search.is_walking()
    }

    /// As [`Enumerator::selected`], unless the walk has taken over.
    #[inline]
    pub fn selected(&self, first: Var, length: usize) -> Option<Option<usize>> {
        if self.cursor.is_some() { None } else { self.search.selected(first, length) }
    }

    /// True if a walk of the whole space has taken over: then the number of its models is known.
    #[inline]
    pub fn knows_number(&self) -> bool {
        self.cursor.is_some() && self.prefix.is_empty()
    }

    /// The number of all models, those before this one among them, if it is known.
    pub fn number(&self) -> Option<BigUint> {
        self.cursor.as_ref().filter(|_| self.knows_number()).map(StreamCursor::number)
    }

    /// As [`StreamCursor::values`], if the walk has taken over.
    #[inline]
    pub fn walked(&self) -> Option<&[u64]> {
        self.cursor.as_ref().map(StreamCursor::values)
    }

    /// As [`Enumerator::enter`].
    pub fn enter(&mut self, prefix: &[Lit]) {
        self.is_at_model = false;
        self.prefix = prefix.to_vec();
        if let (None, Some(compilation)) = (&self.cursor, &self.compilation) {
            self.cursor = compilation.graph().map(|graph| StreamCursor::new(Arc::clone(graph)));
        }
        match &mut self.cursor {
            Some(cursor) => cursor.enter(prefix),
            None => self.search.enter(prefix),
        }
    }

    /// As [`Enumerator::first_open`]. A walk has no answer.
    pub fn first_open(&self) -> Option<usize> {
        if self.cursor.is_some() { None } else { self.search.first_open() }
    }

    /// As [`Enumerator::resume_after`].
    pub fn resume_after(&mut self, value: impl Fn(Var) -> bool) {
        match &mut self.cursor {
            Some(cursor) => cursor.enter_after(&self.prefix, value),
            None => self.search.resume_after(value),
        }
    }

    /// As [`Enumerator::pausing_after`].
    pub fn pausing_after(self, conflicts: u64) -> Listing {
        Listing { search: self.search.pausing_after(conflicts), ..self }
    }

    /// As [`Enumerator::is_paused`].
    pub fn is_paused(&self) -> bool {
        self.search.is_paused()
    }

    /// As [`Enumerator::go_on`].
    pub fn go_on(&mut self, conflicts: Option<u64>) {
        self.search.go_on(conflicts);
    }

    /// As [`Enumerator::suggest`].
    pub fn suggest(&mut self, model: &[Lit]) {
        self.search.suggest(model);
    }
}

/// The limit on the memory of each part of a compilation.
fn most_bytes(effort: &Effort) -> usize {
    const MOST: u64 = 32 << 20;
    effort.memory().map_or(MOST, |memory| MOST.min(memory / 16)) as usize
}

impl Models for Listing {
    #[inline]
    fn next(&mut self) -> Step {
        if self.cursor.is_none() {
            self.since += u32::from(self.is_at_model);
            if self.is_at_model && self.since >= self.every {
                self.look();
            }
        }
        let Some(cursor) = &mut self.cursor else {
            let step = self.search.next();
            self.is_at_model = step == Step::Model;
            return step;
        };
        if self.effort.is_stopped() {
            return Step::Stopped;
        }
        if !cursor.advance() {
            return Step::Exhausted;
        }
        self.walked += 1;
        Step::Model
    }

    #[inline]
    fn value(&self, var: Var) -> bool {
        match &self.cursor {
            Some(cursor) => cursor.value(var),
            None => self.search.value(var),
        }
    }

    fn touched_from(&self) -> usize {
        if self.cursor.is_none() { self.search.touched_from() } else { 0 }
    }

    fn refuse(&mut self, clause: &[Lit]) {
        assert!(self.compilation.is_none(), "a model that is walked to is not refused");
        self.is_at_model = false;
        self.search.refuse(clause);
    }

    fn statistics(&self) -> Statistics {
        let found = self.search.statistics();
        Statistics { models: found.models + self.walked, ..found }
    }
}
