//! Instances as heaps.

use std::fmt;
use std::ops::Deref;

use korrel_enumerate::heap::{HeapGraph, Keys, read};
use korrel_heapgraph::typed::TypedHeap;
use korrel_sat::Effort;

use crate::spec::Types;

/// The width of a drawing in a message, in columns. Messages do not depend on the reader.
const WIDTH: usize = 100;

/// An instance: objects with fields that point at one another.
///
/// A type of the caller's own is filled by serde. It says itself what becomes of a reference: where it has
/// a struct, the object stands there; where it has a `String`, the object's id. A sum of sigs is an enum whose
/// variants are called like them.
///
/// ```
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Node {
///     key: String,
///     next: Option<Box<Node>>,
/// }
///
/// let spec = "sig Key {}  sig Node { key: Key, next: lone Node }
///     pred list[head: Node] { Node = head.*next and Key = Node.key and no n: Node | n in n.^next }
///     run list for exactly 2 Node, exactly 2 Key";
/// let command = korrel::spec(spec)?.command("list")?;
/// let command = command.values(korrel::Values::new().of("Key", ["", "é"]))?;
/// for heap in command.instances() {
///     let heap = heap?;
///     let head: Node = heap.root("head")?;
///     assert!(head.next.is_some_and(|next| next.next.is_none() && next.key != head.key));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Heap {
    types: Types,
    typed: TypedHeap,
}

impl Heap {
    /// The heap of a record of heapgraph/1 that fits the types.
    pub(crate) fn new(types: Types, line: String) -> Heap {
        let typed = TypedHeap::new(types.codec(), line).expect("we write JSON");
        Heap { types, typed }
    }

    /// The key, found now if it was not wanted from the start.
    pub fn find_key(&self) -> String {
        let find = || Keys::new(self.types.schema()).key(&self.graph(), &Effort::default());
        let key = self.key().map(str::to_owned);
        key.or_else(find).expect("nothing stops it")
    }

    /// The types that read it, and write others like it.
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// The objects with their types and fields, and the roots. Witnesses stand in the record only.
    pub fn graph(&self) -> HeapGraph<'_> {
        let (schema, model) = (self.types.schema(), self.types.model());
        read(schema, model, self.record()).expect("what is written can be read")
    }
}

/// All that a record gives without a spec.
impl Deref for Heap {
    type Target = TypedHeap;

    fn deref(&self) -> &TypedHeap {
        &self.typed
    }
}

/// The heap as its record. With `{:#?}`, as in the report of a failure, it is drawn, too.
impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write!(f, "\n{}\n", self.shown(&self.drawing(WIDTH))),
            false => f.write_str(self.json()),
        }
    }
}
