//! Heaps as values of the caller's own types, and back, through serde.

mod decode;
mod encode;
mod layout;
mod misfit;
mod values;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

pub(crate) use encode::Writer;
pub(crate) use layout::{Layout, Shape};
pub use misfit::Misfit;
pub(crate) use values::Tables;
pub use values::Values;

use decode::{Decoder, Reading};

/// What reads and writes heaps: their types, and what their atoms and integers stand for.
#[derive(Debug)]
pub(crate) struct Codec {
    pub layout: Layout,
    pub tables: Tables,
}

impl Codec {
    /// # Errors
    /// Values that do not fit the types.
    pub fn new(header: &Json, values: &Values) -> Result<Codec, Misfit> {
        let layout = Layout::of(header);
        let tables = values.tables(&layout)?;
        Ok(Codec { layout, tables })
    }

    /// A value of a heap with these objects.
    pub fn decode<T: DeserializeOwned>(
        &self,
        objects: &Map<String, Json>,
        value: &Json,
        shape: Option<&Shape>,
        name: &str,
    ) -> Result<T, Misfit> {
        let reading = Reading::new(&self.layout, &self.tables, objects);
        T::deserialize(Decoder::new(&reading, value, shape)).map_err(|misfit| misfit.below(name))
    }

    /// All roots together.
    pub fn decode_roots<T: DeserializeOwned>(
        &self,
        objects: &Map<String, Json>,
        roots: &Map<String, Json>,
    ) -> Result<T, Misfit> {
        let reading = Reading::new(&self.layout, &self.tables, objects);
        T::deserialize(decode::Members::new(&reading, roots, &self.layout.roots))
    }
}
