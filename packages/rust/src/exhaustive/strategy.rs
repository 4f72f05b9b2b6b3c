use std::fmt::Debug;
use std::rc::Rc;

use super::tape::{DrawRefusal, Tape};

/// A description of values, which are drawn one choice after the other.
pub trait Strategy {
    /// The values.
    type Value: Debug;

    /// A value by the choices of a tape.
    ///
    /// # Errors
    ///
    /// These choices make no value: a filter refuses it, or a set has it already.
    fn draw(&self, tape: &mut Tape) -> Result<Self::Value, DrawRefusal>;

    /// The values of a function.
    fn prop_map<O: Debug, F: Fn(Self::Value) -> O>(self, map: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { of: self, map }
    }

    /// A strategy that depends on a value.
    fn prop_flat_map<S: Strategy, F: Fn(Self::Value) -> S>(self, then: F) -> FlatMap<Self, F>
    where
        Self: Sized,
    {
        FlatMap { of: self, then }
    }

    /// The values of which something holds. All others are made, and left out.
    fn prop_filter<R, F: Fn(&Self::Value) -> bool>(self, _reason: R, keep: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter { of: self, keep }
    }

    /// The values that a function has.
    fn prop_filter_map<R, O: Debug, F: Fn(Self::Value) -> Option<O>>(
        self,
        _reason: R,
        map: F,
    ) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap { of: self, map }
    }

    /// Values that contain others of the same kind, so many levels deep. The sizes, which guide random draws, do nothing here.
    fn prop_recursive<S, F>(
        self,
        depth: u32,
        _desired_size: u32,
        _expected_branch_size: u32,
        around: F,
    ) -> BoxedStrategy<Self::Value>
    where
        Self: Sized + 'static,
        S: Strategy<Value = Self::Value> + 'static,
        F: Fn(BoxedStrategy<Self::Value>) -> S,
    {
        let leaf = self.boxed();
        (0..depth)
            .fold(leaf.clone(), |inner, _| Union::of([leaf.clone(), around(inner).boxed()]).boxed())
    }

    /// A strategy of a type that shows only its values.
    fn boxed(self) -> BoxedStrategy<Self::Value>
    where
        Self: Sized + 'static,
    {
        BoxedStrategy(Rc::new(self))
    }
}

/// See [`Strategy::boxed`].
pub struct BoxedStrategy<T>(Rc<dyn Strategy<Value = T>>);

impl<T> Clone for BoxedStrategy<T> {
    fn clone(&self) -> Self {
        BoxedStrategy(self.0.clone())
    }
}

impl<T: Debug> Strategy for BoxedStrategy<T> {
    type Value = T;

    fn draw(&self, tape: &mut Tape) -> Result<T, DrawRefusal> {
        self.0.draw(tape)
    }
}

/// One value.
#[derive(Clone, Debug)]
pub struct Just<T>(pub T);

impl<T: Clone + Debug> Strategy for Just<T> {
    type Value = T;

    fn draw(&self, _: &mut Tape) -> Result<T, DrawRefusal> {
        Ok(self.0.clone())
    }
}

impl<S: Strategy + ?Sized> Strategy for &S {
    type Value = S::Value;

    fn draw(&self, tape: &mut Tape) -> Result<S::Value, DrawRefusal> {
        (**self).draw(tape)
    }
}

/// No choice.
impl Strategy for () {
    type Value = ();

    fn draw(&self, _: &mut Tape) -> Result<(), DrawRefusal> {
        Ok(())
    }
}

macro_rules! tuples {
    ($($($S:ident $at:tt),+;)*) => {$(
        impl<$($S: Strategy),+> Strategy for ($($S,)+) {
            type Value = ($($S::Value,)+);

            fn draw(&self, tape: &mut Tape) -> Result<Self::Value, DrawRefusal> {
                Ok(($(self.$at.draw(tape)?,)+))
            }
        }
    )*};
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
}

impl<S: Strategy, const N: usize> Strategy for [S; N] {
    type Value = [S::Value; N];

    fn draw(&self, tape: &mut Tape) -> Result<Self::Value, DrawRefusal> {
        let values: Result<Vec<_>, _> = self.iter().map(|strategy| strategy.draw(tape)).collect();
        values.map(|values| values.try_into().expect("as many as strategies"))
    }
}

/// See [`Strategy::prop_map`].
#[derive(Clone, Debug)]
pub struct Map<S, F> {
    of: S,
    map: F,
}

impl<S: Strategy, O: Debug, F: Fn(S::Value) -> O> Strategy for Map<S, F> {
    type Value = O;

    fn draw(&self, tape: &mut Tape) -> Result<O, DrawRefusal> {
        self.of.draw(tape).map(&self.map)
    }
}

/// See [`Strategy::prop_flat_map`].
#[derive(Clone, Debug)]
pub struct FlatMap<S, F> {
    of: S,
    then: F,
}

impl<S: Strategy, T: Strategy, F: Fn(S::Value) -> T> Strategy for FlatMap<S, F> {
    type Value = T::Value;

    fn draw(&self, tape: &mut Tape) -> Result<T::Value, DrawRefusal> {
        (self.then)(self.of.draw(tape)?).draw(tape)
    }
}

/// See [`Strategy::prop_filter`].
#[derive(Clone, Debug)]
pub struct Filter<S, F> {
    of: S,
    keep: F,
}

impl<S: Strategy, F: Fn(&S::Value) -> bool> Strategy for Filter<S, F> {
    type Value = S::Value;

    fn draw(&self, tape: &mut Tape) -> Result<S::Value, DrawRefusal> {
        Some(self.of.draw(tape)?).filter(&self.keep).ok_or(DrawRefusal)
    }
}

/// See [`Strategy::prop_filter_map`].
#[derive(Clone, Debug)]
pub struct FilterMap<S, F> {
    of: S,
    map: F,
}

impl<S: Strategy, O: Debug, F: Fn(S::Value) -> Option<O>> Strategy for FilterMap<S, F> {
    type Value = O;

    fn draw(&self, tape: &mut Tape) -> Result<O, DrawRefusal> {
        (self.map)(self.of.draw(tape)?).ok_or(DrawRefusal)
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

    fn draw(&self, tape: &mut Tape) -> Result<T, DrawRefusal> {
        let place = tape.place(self.0.len() as u128)?;
        self.0[place as usize].draw(tape)
    }
}
