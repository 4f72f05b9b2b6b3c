//! The types of a command's heaps.

use std::sync::Arc;

use korrel_draw::RecordHeader;
use korrel_enumerate::heap::{Heading, Schema, header};
use korrel_lang::model::Model;

use crate::typed::{Codec, Misfit, Values};

/// What is needed to read and to write the heaps of a command.
#[derive(Clone, Debug)]
pub struct Types(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    schema: Schema,
    model: Model,
    codec: Codec,
    declarations: RecordHeader,
}

impl Types {
    pub(crate) fn new(schema: Schema, model: &Model, values: &Values) -> Result<Types, Misfit> {
        let heading = Heading {
            tool: "",
            spec: "",
            command: "",
            question: "",
            symmetry: "",
            shard: None,
            cut: None,
            key: None,
            sample: None,
            asks: None,
        };
        let header = serde_json::from_str(&header(&schema, &heading)).expect("we write JSON");
        let codec = Codec::new(&header, values)?;
        let declarations = RecordHeader::read(&header).expect("we write headers");
        Ok(Types(Arc::new(Inner { schema, model: model.clone(), codec, declarations })))
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.0.schema
    }

    pub(crate) fn model(&self) -> &Model {
        &self.0.model
    }

    /// By which heaps are drawn.
    pub(crate) fn declarations(&self) -> &RecordHeader {
        &self.0.declarations
    }

    pub(crate) fn codec(&self) -> &Codec {
        &self.0.codec
    }
}
