//! Regions of the space that begin alike, and places in it.

use std::sync::Arc;

use korrel_sat::{Effort, Enumerator, Lit, Models, Options, Statistics, Step, Var};
use korrel_translate::Translation;

use super::place::CubePlace;
use crate::canonical::CanonicalPrefixes;

/// The place where a stream was left: the value of each variable in the model last delivered.
#[derive(Clone, Debug)]
pub(crate) struct StreamPlace {
    values: Arc<[bool]>,
}

/// The models that begin like this, or those of them after a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// The number of the shards' cube that it lies in, or 0 where there are no shards.
    pub cube: u64,
    /// The length of that cube's prefix.
    pub cube_length: usize,
    pub prefix: Vec<Lit>,
    pub after: Option<StreamPlace>,
}

impl Region {
    /// A cube of shards.
    pub fn of_cube(cube: u64, prefix: Vec<Lit>) -> Region {
        Region { cube, cube_length: prefix.len(), prefix, after: None }
    }

    /// The place within the cube where what begins like this does.
    pub fn place_of(&self, prefix: &[Lit], order: &[Lit]) -> Option<CubePlace> {
        let branches = prefix.iter().zip(order).skip(self.cube_length);
        CubePlace::of(self.cube).within(branches.map(|(lit, first)| lit != first))
    }
}

impl StreamPlace {
    pub fn new(values: Vec<bool>) -> StreamPlace {
        StreamPlace { values: values.into() }
    }

    pub fn value(&self, var: Var) -> bool {
        self.values[var.index()]
    }

    fn holds(&self, lit: Lit) -> bool {
        self.value(lit.var()) == lit.is_positive()
    }

    /// The first literal of a prefix that does not hold here.
    pub fn first_difference(&self, prefix: &[Lit]) -> Option<usize> {
        prefix.iter().position(|&lit| !self.holds(lit))
    }

    pub fn begins_with(&self, prefix: &[Lit]) -> bool {
        self.first_difference(prefix).is_none()
    }
}

/// Lists cubes, in order.
pub(crate) struct Cutter {
    search: Enumerator,
}

impl Cutter {
    /// The cutter of the whole space, at first into two.
    pub fn new(translation: &Translation, effort: Effort) -> Cutter {
        let (cnf, projection) = (&translation.cnf, &translation.projection);
        // A cube need not have a model, so that there is nothing to ask for.
        let options = Options { guide_after: None, ..Options::default() };
        let search = Enumerator::new(cnf, projection, options, effort);
        let mut cutter = Cutter { search };
        cutter.set_horizon(1);
        cutter
    }

    /// The next cube is of this length, or longer if it is cut from a longer one that was begun.
    pub fn set_horizon(&mut self, positions: usize) {
        self.search.set_horizon(positions);
    }

    /// Limits the positions of the order that a cube leaves open from now on, whatever its length.
    pub fn set_grain(&mut self, open: usize) {
        self.search.set_horizon(usize::MAX);
        self.search.set_grain(Some(open));
    }

    /// Leaves out from now on what such a test refutes.
    pub fn test_prefixes(&mut self, tests: CanonicalPrefixes) {
        self.search.test_prefixes(Box::new(tests));
    }

    /// The number of positions of the order that a prefix leaves open.
    pub fn open(&mut self, prefix: &[Lit]) -> usize {
        self.search.enter(prefix);
        self.search.open()
    }

    /// Lists from now on the cubes within this region, from its place on.
    pub fn enter(&mut self, region: &Region) {
        self.search.enter(&region.prefix);
        if let Some(place) = &region.after {
            self.search.resume_at(|var| place.value(var));
        }
    }

    /// The next cube: where the step is a model, the prefix.
    pub fn next(&mut self) -> (Step, Vec<Lit>) {
        match self.search.next() {
            Step::Model => (Step::Model, self.search.prefix()),
            step => (step, Vec::new()),
        }
    }

    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}
