//! From a heap to a value of the caller's type.
//!
//! *Problem.* Heaps are graphs, and serde knows trees. *Choice.* The caller's type says what becomes of a
//! reference. Where it asks for text (`String`), that is the object's id. Where it asks for a struct, a map or an
//! enum, the object itself stands there. So trees come out as trees, and a cycle is cut where the caller wants it
//! to be. An object within itself is an error that names it. *Rejected.* To write objects out as JSON and to
//! decode that: shared objects would be copied before anyone asked for them, and cycles have no end.

mod content;
mod deserializer;
mod members;
mod roots;
mod variant;

use std::borrow::Cow;
use std::cell::RefCell;

use serde_json::{Map, Value as Json};

use super::misfit::Misfit;
use super::values::Tables;
use crate::{Header, Shape};

pub(crate) use self::roots::Roots;

/// A heap that is being read.
pub(crate) struct Decoding<'a> {
    types: &'a Header,
    tables: &'a Tables,
    objects: &'a Map<String, Json>,
    /// The objects around the present place.
    open: RefCell<Vec<&'a str>>,
}

impl<'a> Decoding<'a> {
    pub fn new(
        types: &'a Header,
        tables: &'a Tables,
        objects: &'a Map<String, Json>,
    ) -> Decoding<'a> {
        Decoding { types, tables, objects, open: RefCell::default() }
    }

    /// Runs something inside an object.
    fn within<T>(&self, id: &'a str, run: impl FnOnce() -> Result<T, Misfit>) -> Result<T, Misfit> {
        if self.open.borrow().contains(&id) {
            let help = "take its id there, as a `String`, and look that up with `Heap::object`";
            return Err(Misfit::new(format!("{id} lies within itself; {help}")));
        }
        self.open.borrow_mut().push(id);
        let done = run();
        self.open.borrow_mut().pop();
        done
    }
}

/// A value at its place.
#[derive(Clone)]
pub(crate) struct Decoder<'a> {
    decoding: &'a Decoding<'a>,
    value: Cow<'a, Json>,
    form: Option<&'a Shape>,
}

impl<'a> Decoder<'a> {
    pub fn new(
        decoding: &'a Decoding<'a>,
        value: &'a Json,
        form: Option<&'a Shape>,
    ) -> Decoder<'a> {
        Decoder { decoding, value: Cow::Borrowed(value), form }
    }
}
