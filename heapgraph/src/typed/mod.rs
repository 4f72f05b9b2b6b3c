//! Heaps as values of the caller's own types, and back, through serde.

mod decode;
mod encode;
mod heap;
mod misfit;
mod trace;
mod values;

use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::{Header, Shape};

pub use encode::ValueWriter;
pub use heap::TypedHeap;
pub use misfit::Misfit;
pub use trace::{TypedAction, TypedTrace};
pub use values::Values;

use decode::{Decoder, Decoding, Roots};
use values::Tables;

/// The codec that reads and writes heaps: their types, and the values that their atoms and integers
/// stand for.
#[derive(Debug)]
pub struct Codec {
    pub types: Header,
    tables: Tables,
}

impl Codec {
    /// # Errors
    /// Values that do not fit the types.
    pub fn new(types: Header, values: &Values) -> Result<Codec, Misfit> {
        let tables = values.tables(&types)?;
        Ok(Codec { types, tables })
    }

    /// A value of a heap with these objects.
    ///
    /// # Errors
    /// A type that does not fit, an atom without a value, or an object within itself.
    pub fn decode<T: DeserializeOwned>(
        &self,
        objects: &Map<String, Json>,
        value: &Json,
        form: Option<&Shape>,
        name: &str,
    ) -> Result<T, Misfit> {
        let decoding = Decoding::new(&self.types, &self.tables, objects);
        T::deserialize(Decoder::new(&decoding, value, form)).map_err(|misfit| misfit.below(name))
    }

    /// All roots together.
    ///
    /// # Errors
    /// As [`Codec::decode`].
    pub fn decode_roots<T: DeserializeOwned>(
        &self,
        objects: &Map<String, Json>,
        roots: &Map<String, Json>,
    ) -> Result<T, Misfit> {
        let decoding = Decoding::new(&self.types, &self.tables, objects);
        T::deserialize(Roots::new(&decoding, roots, &self.types.roots))
    }
}
