use std::fmt::Debug;

use super::collection::vec;
use super::combined::optional;
use super::ranges::Integer;
use super::strategy::{BoxedStrategy, Map, Strategy};
use super::tape::{DrawRefusal, Tape};

/// A type with a strategy of all its values.
pub trait Arbitrary: Sized + Debug {
    /// The strategy.
    fn all() -> BoxedStrategy<Self>;
}

/// All values of a type. Those of a wide one can only be tried in part.
pub fn any<T: Arbitrary>() -> BoxedStrategy<T> {
    T::all()
}

/// `false`, then `true`.
#[derive(Clone, Copy, Debug)]
pub struct AnyBool;

impl Strategy for AnyBool {
    type Value = bool;

    fn draw(&self, tape: &mut Tape) -> Result<bool, DrawRefusal> {
        Ok(tape.place(2)? == 1)
    }
}

struct AnyInteger<T>(std::marker::PhantomData<T>);

impl<T: Integer> Strategy for AnyInteger<T> {
    type Value = T;

    fn draw(&self, tape: &mut Tape) -> Result<T, DrawRefusal> {
        T::between(T::least(), T::greatest(), tape)
    }
}

impl Arbitrary for bool {
    fn all() -> BoxedStrategy<bool> {
        AnyBool.boxed()
    }
}

impl Arbitrary for () {
    fn all() -> BoxedStrategy<()> {
        super::Just(()).boxed()
    }
}

macro_rules! integers {
    ($($T:ty)*) => {$(
        impl Arbitrary for $T {
            fn all() -> BoxedStrategy<$T> {
                AnyInteger(std::marker::PhantomData::<$T>).boxed()
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

/// Letters first, then all others by their numbers.
impl Arbitrary for char {
    fn all() -> BoxedStrategy<char> {
        const FIRST: u32 = 'a' as u32;
        let turned = |number: u32| char::from_u32((number + FIRST) % 0x11_0000);
        (0..0x11_0000u32).prop_filter_map("surrogates are no characters", turned).boxed()
    }
}

impl<T: Arbitrary + 'static> Arbitrary for Option<T> {
    fn all() -> BoxedStrategy<Option<T>> {
        optional(any::<T>()).boxed()
    }
}

impl<T: Arbitrary + 'static> Arbitrary for Vec<T> {
    fn all() -> BoxedStrategy<Vec<T>> {
        vec(any::<T>(), 0..=100).boxed()
    }
}

impl Arbitrary for String {
    fn all() -> BoxedStrategy<String> {
        let text: Map<_, _> =
            vec(any::<char>(), 0..=100).prop_map(|letters| letters.into_iter().collect());
        text.boxed()
    }
}

macro_rules! tuples {
    ($($($T:ident),+;)*) => {$(
        impl<$($T: Arbitrary + 'static),+> Arbitrary for ($($T,)+) {
            fn all() -> BoxedStrategy<Self> {
                ($(any::<$T>(),)+).boxed()
            }
        }
    )*};
}

tuples! { A; A, B; A, B, C; A, B, C, D; A, B, C, D, E; }
