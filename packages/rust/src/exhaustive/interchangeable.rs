use std::fmt::Debug;
use std::rc::Rc;

use super::strategy::Strategy;
use super::tape::{DrawRefusal, Pool, Tape};

/// Values that the property only compares for being the same: names, keys, users. Which of them an input has makes no difference then, so one
/// of each choice of names is made: the first draw is the first value, and each later one a value in use or the next one.
/// Clones draw from the same pool.
///
/// (A scalarset: Ip and Dill, "Better verification through symmetry", 1996. Lists of n draws from at least n values are the partitions of
/// n places, OEIS A000110.)
pub fn interchangeable<T: Clone + Debug>(values: impl Into<Vec<T>>) -> Interchangeable<T> {
    Interchangeable { values: values.into(), pool: Pool(Rc::new(())) }
}

/// See [`interchangeable`].
#[derive(Clone, Debug)]
pub struct Interchangeable<T> {
    values: Vec<T>,
    pool: Pool,
}

impl<T: Clone + Debug> Strategy for Interchangeable<T> {
    type Value = T;

    fn draw(&self, tape: &mut Tape) -> Result<T, DrawRefusal> {
        let place = tape.place_of(&self.pool, self.values.len() as u128)?;
        Ok(self.values[place as usize].clone())
    }
}
