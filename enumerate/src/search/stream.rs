//! Instances as they are found, region by region.

use std::sync::Arc;

use korrel_sat::{Effort, Listing, Statistics, Step};

use korrel_translate::TranslationFailure;

use super::unbroken::{AnyLabelling, FIRST_TURN, TurnEnd, Unbroken};
use super::walk::Walk;
use crate::problem::Problem;
use crate::regions::cube::Region;
use crate::regions::deal::Shard;
use crate::regions::known::CutSpace;
use crate::regions::range::CubeRange;
use crate::regions::shard::{Regions, ShardCut};

/// The help for a search that pauses before its first instance.
pub(crate) enum Help<'p> {
    /// An instance is known.
    Instance(Box<AnyLabelling>),
    /// Another search takes turns with this one.
    Search(Box<Unbroken<'p>>),
    /// It has found that there is none.
    Refuted,
}

/// A search that gives out each instance as soon as it finds it. It can go on after an instance
/// ([`Stream::resume_after`]), keep to a part of them ([`Stream::restrict`]) and work in several
/// threads ([`Stream::in_parallel`]).
pub struct Stream<'p> {
    pub(crate) problem: &'p Problem<'p>,
    pub(crate) walk: Walk<Listing>,
    /// The regions that are still to be searched.
    pub(crate) regions: Regions,
    /// True if the walk is within a region.
    is_inside: bool,
    /// True if the last step was to an instance.
    is_at_instance: bool,
    /// The region where the walk is, or was.
    region: Region,
    /// The help for when the first instance is hard to find.
    help: Option<Help<'p>>,
    pub(crate) is_cut_by_counts: bool,
    /// The cost of other searches and threads.
    pub(crate) others: Statistics,
    pub(crate) effort: Effort,
}

impl<'p> Stream<'p> {
    /// `others` is the cost of earlier searches.
    pub(crate) fn new(
        problem: &'p Problem<'p>,
        walk: Walk<Listing>,
        others: Statistics,
        effort: Effort,
    ) -> Stream<'p> {
        Stream {
            problem,
            walk,
            regions: Regions::whole(),
            is_inside: false,
            is_at_instance: false,
            region: Region::default(),
            help: None,
            is_cut_by_counts: false,
            others,
            effort,
        }
    }

    /// The same, which pauses for help if its first instance is hard to find.
    pub(crate) fn with(self, help: Help<'p>) -> Stream<'p> {
        let pause = if matches!(help, Help::Search(_)) { FIRST_TURN } else { 0 };
        Stream { walk: self.walk.pausing_after(pause), help: Some(help), ..self }
    }

    /// Finds from now on only the instances of one of several disjoint parts. It may have searched another one before, and
    /// keeps what it has learned there.
    pub fn restrict(&mut self, shard: Shard) {
        self.search_anew(self.cut_for(shard));
    }

    /// The same of those cubes of the part that lie in a range. False if cubes are known that are not those of the part.
    pub fn restrict_to(&mut self, shard: Shard, range: Arc<CubeRange>) -> bool {
        let order = &self.walk.translation().projection.order;
        let fits = range.known().is_none_or(|known| known.fits(shard, order));
        self.search_anew(ShardCut { range: Some(range), ..self.cut_for(shard) });
        fits
    }

    fn search_anew(&mut self, cut: ShardCut) {
        self.others = self.others.plus(self.regions.statistics());
        self.regions = Regions::of(cut);
        (self.is_inside, self.is_at_instance) = (false, false);
    }

    /// The cubes of all shards of so many. `None` if it was stopped.
    pub fn cut(&self, of: u32) -> Option<CutSpace> {
        let regions = self.cut_for(Shard { part: 1, of }).groups()?;
        Some(CutSpace::new(of, regions, self.walk.translation()))
    }

    /// The same of a shard whose cubes are known.
    pub(crate) fn keep_to(&mut self, shard: Shard, cubes: Vec<Region>) {
        self.search_anew(ShardCut { cubes: Some(cubes), ..self.cut_for(shard) });
    }

    /// The cut of a shard.
    pub(crate) fn cut_for(&self, shard: Shard) -> ShardCut {
        let translation = Arc::clone(self.walk.translation());
        ShardCut::new(shard, translation, self.walk.prefixes(), self.effort.clone())
    }

    /// True if it keeps to a part that [`Stream::restrict_by_counts`] has cut.
    pub fn is_cut_by_counts(&self) -> bool {
        self.is_cut_by_counts
    }

    /// The search that stands at the instance's model.
    pub fn walk(&self) -> &Walk<Listing> {
        &self.walk
    }

    /// The number of the shards' cube in which the instance lies, in the order of the whole stream.
    pub fn cube(&self) -> u64 {
        self.region.cube
    }

    /// Goes to the next instance.
    pub fn advance(&mut self) -> Step {
        if std::mem::take(&mut self.is_at_instance) && self.regions.is_asked() && self.is_inside {
            self.give();
        }
        let step = self.step();
        self.is_at_instance = step == Step::Model;
        step
    }

    fn step(&mut self) -> Step {
        loop {
            if matches!(self.help, Some(Help::Refuted)) {
                return Step::Exhausted;
            }
            if !self.is_inside {
                let (step, region) = self.regions.next();
                if step != Step::Model {
                    return step;
                }
                self.walk.enter(&region);
                self.region = region;
                self.is_inside = true;
            }
            match self.walk.advance() {
                Step::Exhausted => self.is_inside = false,
                Step::Stopped if self.walk.is_paused() => self.be_helped(),
                step => return step,
            }
        }
    }

    /// Goes to the next instance of the region at hand where that takes a step of a walk, and no search. Returns false
    /// where it does not, or there is none.
    #[inline]
    pub(super) fn walk_on(&mut self) -> bool {
        if !self.walk.is_walked() || !self.is_inside {
            return false;
        }
        let step = self.walk.advance();
        self.is_inside = step != Step::Exhausted;
        step == Step::Model
    }

    /// Gives a half of what is left to whoever waits for it: of the cubes that are not begun or, if there is none, of the
    /// region at hand.
    fn give(&mut self) {
        if self.regions.give() {
            return;
        }
        let Some(open) = self.walk.first_open() else { return };
        if let Some(rest) = self.regions.give_rest(&self.region, open, self.walk.place()) {
            self.walk.enter(&rest);
            self.region = rest;
        }
    }

    /// Ends a pause of the walk.
    fn be_helped(&mut self) {
        match &mut self.help {
            Some(Help::Instance(labelling)) => {
                match labelling.canonical(self.problem, &self.effort) {
                    Some(cells) => self.walk.suggest(&cells),
                    None => self.walk.go_on(None),
                }
            }
            Some(Help::Search(search)) => match search.turn() {
                // The walk goes on at once, to its next pause.
                Ok(TurnEnd::Instance(labelling)) => {
                    self.others = self.others.plus(search.statistics());
                    self.help = Some(Help::Instance(labelling));
                }
                Ok(TurnEnd::Open(conflicts)) => self.walk.go_on(Some(conflicts)),
                Ok(TurnEnd::Nothing) => {
                    self.others = self.others.plus(search.statistics());
                    self.help = Some(Help::Refuted);
                }
                // The walk meets the stop, too. After it they take turns again.
                Err(TranslationFailure::Stopped) => self.walk.go_on(Some(search.conflicts())),
                Err(TranslationFailure::Refused(_)) => self.walk.go_on(None),
            },
            Some(Help::Refuted) | None => self.walk.go_on(None),
        }
    }

    /// The cost of the search so far, in all threads.
    pub fn statistics(&self) -> Statistics {
        let help = match &self.help {
            Some(Help::Search(search)) => search.statistics(),
            _ => Statistics::default(),
        };
        let costs = [self.walk.statistics(), self.regions.statistics(), self.others, help];
        costs.into_iter().fold(Statistics::default(), Statistics::plus)
    }
}
