//! Strategies that are made of others.

use std::fmt::Debug;

use super::strategy::Strategy;
use super::tape::{DrawRefusal, Tape};

/// `None`, and each value.
pub fn optional<S: Strategy>(of: S) -> Optional<S> {
    Optional(of)
}

/// See [`optional`].
#[derive(Clone, Debug)]
pub struct Optional<S>(S);

impl<S: Strategy> Strategy for Optional<S> {
    type Value = Option<S::Value>;

    fn draw(&self, tape: &mut Tape) -> Result<Option<S::Value>, DrawRefusal> {
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

    fn draw(&self, tape: &mut Tape) -> Result<T, DrawRefusal> {
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

    fn draw(&self, tape: &mut Tape) -> Result<Vec<T>, DrawRefusal> {
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

    fn draw(&self, tape: &mut Tape) -> Result<S::Value, DrawRefusal> {
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
        self.0.new_tree(&mut runner).map(|tree| tree.current()).map_err(|_| DrawRefusal)
    }
}
