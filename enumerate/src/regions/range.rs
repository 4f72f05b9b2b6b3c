//! The part of a shard that one search has: from a place on, up to another one, which may come nearer meanwhile.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use korrel_sat::Lit;

use super::cube::Region;
use super::interval::between;
use super::known::ShardCubes;
use super::place::CubePlace;

/// What a shard has from one place on, before another one. Whoever waits may ask for a half of what is left: of the cubes
/// that are not begun or, if there is none, of the cube at hand.
#[derive(Debug)]
pub struct CubeRange {
    from: CubePlace,
    /// The first cube that is not passed over.
    passed: AtomicU64,
    until: Mutex<CubePlace>,
    is_asked: AtomicBool,
    is_begun: AtomicBool,
    /// The shard's cubes, if somebody has cut them already.
    known: Option<ShardCubes>,
}

impl CubeRange {
    /// `until` is [`CubePlace::END`] where nothing comes after it.
    pub fn new(from: CubePlace, until: CubePlace) -> CubeRange {
        CubeRange {
            from,
            passed: from.cube.into(),
            until: until.into(),
            is_asked: false.into(),
            is_begun: false.into(),
            known: None,
        }
    }

    /// The same of a shard whose cubes are known, so that the space is not cut again.
    pub fn of(self, cubes: ShardCubes) -> CubeRange {
        CubeRange { known: Some(cubes), ..self }
    }

    /// Passes over the cubes before this one: their instances are counted already.
    pub fn pass(&self, cube: u64) {
        self.passed.store(cube, Ordering::SeqCst);
    }

    /// Where it begins.
    pub fn from(&self) -> CubePlace {
        self.from
    }

    /// The first place beyond it.
    pub fn until(&self) -> CubePlace {
        *self.until.lock().expect("nobody panics with it")
    }

    /// The same, if something comes after it.
    pub fn end(&self) -> Option<CubePlace> {
        Some(self.until()).filter(|&until| until != CubePlace::END)
    }

    /// Asks for a half of what is left. Where the search gives it, `until` falls.
    pub fn ask(&self) {
        self.is_asked.store(true, Ordering::SeqCst);
    }

    /// The search stands where an earlier one was left. Before that nothing is given away.
    pub fn begin(&self) {
        self.is_begun.store(true, Ordering::SeqCst);
    }

    /// True once a search is under way.
    pub fn is_begun(&self) -> bool {
        self.is_begun.load(Ordering::SeqCst)
    }

    /// True if somebody waits for an answer.
    #[inline]
    pub(crate) fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed) && self.is_begun()
    }

    /// Answers whoever has asked: the search ends at this place, if there is one.
    pub(crate) fn give(&self, place: Option<CubePlace>) {
        self.is_asked.store(false, Ordering::SeqCst);
        if let Some(place) = place {
            *self.until.lock().expect("nobody panics with it") = place;
        }
    }

    pub(crate) fn known(&self) -> Option<&ShardCubes> {
        self.known.as_ref()
    }

    /// What the range has of a cube, in order. `order`: the projection's.
    pub(crate) fn held(&self, cube: Region, order: &[Lit]) -> Vec<Region> {
        let (until, passed) = (self.until(), self.passed.load(Ordering::SeqCst));
        let begin = CubePlace::of(cube.cube);
        if begin.cube < passed.max(self.from.cube) || begin >= until {
            return Vec::new();
        }
        let order = &order[cube.prefix.len()..];
        let literals = |place: CubePlace| -> Vec<Lit> {
            let branches = if place.cube == cube.cube { Some(place.branches()) } else { None };
            let literal = |(second, &first): (bool, &Lit)| if second { !first } else { first };
            branches.into_iter().flatten().zip(order).map(literal).collect()
        };
        let end = (until.cube == cube.cube).then(|| literals(until));
        let parts = between(order, &literals(self.from), end.as_deref());
        let part =
            |rest: Vec<Lit>| Region { prefix: [&*cube.prefix, &rest].concat(), ..cube.clone() };
        parts.into_iter().map(part).collect()
    }
}
