//! Inputs for proptest.

use std::fmt;
use std::sync::{Arc, OnceLock};

use proptest::num::usize::BinarySearch;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::heap::Heap;
use super::inputs::Inputs;

/// A strategy that draws from all inputs alike, and shrinks to those with smaller ids, which are
/// smaller.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(heap in korrel_test::proptest::heaps(korrel_test::Inputs::of("../../specs/binary_tree.als", "repOk")))| {
///     prop_assert!(heap.ids("Node").count() <= 3);
/// });
/// ```
///
/// All of them are kept, so give [`Inputs::limit`] where there are millions.
pub fn heaps(inputs: Inputs) -> Heaps {
    Heaps { inputs, found: Arc::default() }
}

/// See [`heaps`].
#[derive(Clone)]
pub struct Heaps {
    inputs: Inputs,
    found: Arc<OnceLock<Result<Arc<[Heap]>, String>>>,
}

impl Heaps {
    /// All inputs, found when the first one is drawn.
    fn all(&self) -> Result<Arc<[Heap]>, String> {
        let found = self.found.get_or_init(|| {
            let heaps: Result<Vec<Heap>, _> = self.inputs.instances().collect();
            match heaps {
                Ok(heaps) if heaps.is_empty() => Err(format!("{}: there is no input", self.inputs)),
                Ok(heaps) => Ok(heaps.into()),
                Err(error) => Err(format!("{}: incomplete: {error}", self.inputs)),
            }
        });
        found.clone()
    }
}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the inputs of {}", self.inputs)
    }
}

impl Strategy for Heaps {
    type Tree = HeapTree;
    type Value = Heap;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Heaps> {
        let heaps = self.all()?;
        let at = (0..heaps.len()).new_tree(runner)?;
        Ok(HeapTree { heaps, at })
    }
}

/// One of the inputs.
#[derive(Clone)]
pub struct HeapTree {
    heaps: Arc<[Heap]>,
    at: BinarySearch,
}

impl fmt::Debug for HeapTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input {} of {}", self.at.current(), self.heaps.len())
    }
}

impl ValueTree for HeapTree {
    type Value = Heap;

    fn current(&self) -> Heap {
        self.heaps[self.at.current()].clone()
    }

    fn simplify(&mut self) -> bool {
        self.at.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.at.complicate()
    }
}
