//! Strategies that are made of others.

use std::fmt::Debug;

use super::strategy::{BoxedStrategy, Strategy};
use super::tape::{Refused, Tape};

/// See [`Strategy::prop_map`].
#[derive(Clone, Debug)]
pub struct Map<S, F> {
    pub(super) of: S,
    pub(super) map: F,
}

impl<S: Strategy, O: Debug, F: Fn(S::Value) -> O> Strategy for Map<S, F> {
    type Value = O;

    fn draw(&self, tape: &mut Tape) -> Result<O, Refused> {
        self.of.draw(tape).map(&self.map)
    }
}

/// See [`Strategy::prop_flat_map`].
#[derive(Clone, Debug)]
pub struct FlatMap<S, F> {
    pub(super) of: S,
    pub(super) then: F,
}

impl<S: Strategy, T: Strategy, F: Fn(S::Value) -> T> Strategy for FlatMap<S, F> {
    type Value = T::Value;

    fn draw(&self, tape: &mut Tape) -> Result<T::Value, Refused> {
        (self.then)(self.of.draw(tape)?).draw(tape)
    }
}

/// See [`Strategy::prop_filter`].
#[derive(Clone, Debug)]
pub struct Filter<S, F> {
    pub(super) of: S,
    pub(super) keep: F,
}

impl<S: Strategy, F: Fn(&S::Value) -> bool> Strategy for Filter<S, F> {
    type Value = S::Value;

    fn draw(&self, tape: &mut Tape) -> Result<S::Value, Refused> {
        Some(self.of.draw(tape)?).filter(&self.keep).ok_or(Refused)
    }
}

/// See [`Strategy::prop_filter_map`].
#[derive(Clone, Debug)]
pub struct FilterMap<S, F> {
    pub(super) of: S,
    pub(super) map: F,
}

impl<S: Strategy, O: Debug, F: Fn(S::Value) -> Option<O>> Strategy for FilterMap<S, F> {
    type Value = O;

    fn draw(&self, tape: &mut Tape) -> Result<O, Refused> {
        (self.map)(self.of.draw(tape)?).ok_or(Refused)
    }
}

/// The values of several strategies, as `prop_oneof!` makes it. Weights, which guide random draws, do nothing here, but what weighs 0 is left out.
#[derive(Clone)]
pub struct Union<T>(Vec<BoxedStrategy<T>>);

impl<T> Union<T> {
    /// The values of these strategies.
    pub fn of(all: impl IntoIterator<Item = BoxedStrategy<T>>) -> Union<T> {
        Union(all.into_iter().collect())
    }

    /// The values of those of these strategies that may be drawn at all.
    pub fn weighted(all: impl IntoIterator<Item = (u32, BoxedStrategy<T>)>) -> Union<T> {
        Union(all.into_iter().filter(|(weight, _)| *weight > 0).map(|(_, from)| from).collect())
    }
}

impl<T: Debug> Strategy for Union<T> {
    type Value = T;

    fn draw(&self, tape: &mut Tape) -> Result<T, Refused> {
        let place = tape.place(self.0.len() as u128)?;
        self.0[place as usize].draw(tape)
    }
}

/// `None`, and each value.
pub fn optional<S: Strategy>(of: S) -> Optional<S> {
    Optional(of)
}

/// See [`optional`].
#[derive(Clone, Debug)]
pub struct Optional<S>(S);

impl<S: Strategy> Strategy for Optional<S> {
    type Value = Option<S::Value>;

    fn draw(&self, tape: &mut Tape) -> Result<Option<S::Value>, Refused> {
        Ok(if tape.place(2)? == 0 { None } else { Some(self.0.draw(tape)?) })
    }
}

/// One of some values.
pub fn select<T: Clone + Debug>(values: impl Into<Vec<T>>) -> Select<T> {
    Select(values.into())
}

/// See [`select`].
#[derive(Clone, Debug)]
pub struct Select<T>(Vec<T>);

impl<T: Clone + Debug> Strategy for Select<T> {
    type Value = T;

    fn draw(&self, tape: &mut Tape) -> Result<T, Refused> {
        let place = tape.place(self.0.len() as u128)?;
        Ok(self.0[place as usize].clone())
    }
}

/// So many of some values, in their order.
pub fn subsequence<T: Clone + Debug>(
    values: impl Into<Vec<T>>,
    size: impl Into<super::collection::SizeRange>,
) -> Subsequence<T> {
    Subsequence { values: values.into(), size: size.into() }
}

/// See [`subsequence`].
#[derive(Clone, Debug)]
pub struct Subsequence<T> {
    values: Vec<T>,
    size: super::collection::SizeRange,
}

impl<T: Clone + Debug> Strategy for Subsequence<T> {
    type Value = Vec<T>;

    fn draw(&self, tape: &mut Tape) -> Result<Vec<T>, Refused> {
        let mut left = self.size.draw(tape)?;
        let mut chosen = Vec::new();
        let mut from = 0;
        while left > 0 {
            let choices = (self.values.len() + 1).saturating_sub(from + left);
            let at = from + tape.place(choices as u128)? as usize;
            chosen.push(self.values[at].clone());
            (from, left) = (at + 1, left - 1);
        }
        Ok(chosen)
    }
}

/// Random values of one of proptest's own strategies, the same ones in each run. They are not all.
#[cfg(feature = "proptest")]
pub fn random<S: proptest::strategy::Strategy>(strategy: S) -> impl Strategy<Value = S::Value> {
    Random(strategy)
}

#[cfg(feature = "proptest")]
struct Random<S>(S);

#[cfg(feature = "proptest")]
impl<S: proptest::strategy::Strategy> Strategy for Random<S> {
    type Value = S::Value;

    fn draw(&self, tape: &mut Tape) -> Result<S::Value, Refused> {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

        let place = tape.place(1 << 64)?; // wide, and said to be so
        let mut seed = [0; 32];
        seed[..16].copy_from_slice(&place.to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(
            Config { failure_persistence: None, ..Config::default() },
            random,
        );
        self.0.new_tree(&mut runner).map(|tree| tree.current()).map_err(|_| Refused)
    }
}
