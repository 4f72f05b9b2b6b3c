//! The instances that a search finds, wherever it runs.

use std::sync::Arc;

use korrel_heapgraph::typed::Codec;

use super::error::{Error, Message};
use super::heap::Heap;
use super::inputs::Inputs;
use super::program;

/// A search.
pub(crate) trait AnyListing {
    /// The next instance; `None` if all have come.
    ///
    /// # Errors
    /// The reason why no more come. Nothing comes after it.
    fn next(&mut self) -> Result<Option<Heap>, Error>;

    /// What reads and writes its heaps.
    ///
    /// # Errors
    /// The reason why there are no heaps.
    fn codec(&mut self) -> Result<Arc<Codec>, Error>;

    /// The warnings about the spec, and the reasons why it has no instance; known once all have come.
    fn told(&mut self) -> Vec<Message>;
}

/// The instances of a command, smallest first. After an error nothing comes; without one, all have come, or as many as
/// the limit allows. The search ends when this is dropped.
pub struct Instances {
    /// `None` once all is over.
    listing: Option<Result<Box<dyn AnyListing>, Error>>,
    told: Vec<Message>,
}

impl Instances {
    pub(crate) fn new(inputs: &Inputs) -> Instances {
        Instances { listing: Some(begun(inputs)), told: Vec::new() }
    }

    /// The warnings about the spec, and the reasons why it has no instance; none before all instances have come.
    pub fn messages(&self) -> &[Message] {
        &self.told
    }

    fn heap(&mut self) -> Result<Option<Heap>, Error> {
        match &mut self.listing {
            Some(Ok(listing)) => listing.next(),
            Some(Err(error)) => Err(error.clone()),
            None => Ok(None),
        }
    }
}

/// The search in the program that is named, in the library, or in the program that is found: the first of these.
pub(crate) fn begun(inputs: &Inputs) -> Result<Box<dyn AnyListing>, Error> {
    let named = inputs.program.clone().or_else(|| std::env::var_os("KORREL").map(Into::into));
    #[cfg(feature = "library")]
    if named.is_none() {
        return Ok(Box::new(super::library::LibraryListing::new(inputs)?));
    }
    Ok(Box::new(program::ProgramListing::new(inputs, named)?))
}

impl Iterator for Instances {
    type Item = Result<Heap, Error>;

    fn next(&mut self) -> Option<Result<Heap, Error>> {
        let heap = self.heap().transpose();
        if !matches!(heap, Some(Ok(_)))
            && let Some(Ok(mut listing)) = self.listing.take()
        {
            self.told = listing.told();
        }
        heap
    }
}

impl std::fmt::Debug for Instances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instances").field("told", &self.told).finish_non_exhaustive()
    }
}
