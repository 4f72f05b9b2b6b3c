//! Vectors that are indexed by a type of their own, so that no bare `usize` crosses a function.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A newtype around a position in an [`Arena`].
pub trait Id: Copy {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares a typed index.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $crate::arena::Id for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use id;

/// A growing list whose entries are named by `I`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena<I, T> {
    entries: Vec<T>,
    index: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    pub fn push(&mut self, entry: T) -> I {
        self.entries.push(entry);
        I::from_index(self.entries.len() - 1)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.entries.len()).map(I::from_index)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.entries.iter().enumerate().map(|(index, entry)| (I::from_index(index), entry))
    }
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { entries: Vec::new(), index: PhantomData }
    }
}

impl<I, T> FromIterator<T> for Arena<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(entries: E) -> Self {
        Arena { entries: entries.into_iter().collect(), index: PhantomData }
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}
