//! The types of a command's heaps.

use std::sync::Arc;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::shown_variables;
use korrel_heapgraph::Header;
use korrel_heapgraph::typed::{Codec, Misfit, Values};
use korrel_lang::model::{Command, Model};
use korrel_lang::spec::{Mistakes, Spec};

use crate::settings::Settings;

/// The schema of a command's records, with the witnesses of a `check`.
///
/// # Errors
/// Names that a reader of a heap would misread.
pub(crate) fn schema(
    spec: &Spec,
    command: &Command,
    settings: &Settings,
) -> Result<Schema, Mistakes> {
    let schema = Schema::of(spec, command)?;
    let schema = schema.with_witnesses(&spec.model, &shown_variables(&spec.model, command));
    Ok(if settings.ignore_parameters { schema.ignoring_parameters() } else { schema })
}

/// The types that are needed to read and to write the heaps of a command.
#[derive(Clone, Debug)]
pub struct Types(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    schema: Schema,
    model: Model,
    codec: Arc<Codec>,
}

impl Types {
    pub(crate) fn new(schema: Schema, model: &Model, values: &Values) -> Result<Types, Misfit> {
        let codec = Arc::new(Codec::new(schema.header(), values)?);
        Ok(Types(Arc::new(Inner { schema, model: model.clone(), codec })))
    }

    /// What a stream of these heaps declares.
    pub fn header(&self) -> &Header {
        &self.0.codec.types
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.0.schema
    }

    pub(crate) fn model(&self) -> &Model {
        &self.0.model
    }

    /// What makes values of heaps, and heaps of values.
    pub fn codec(&self) -> Arc<Codec> {
        Arc::clone(&self.0.codec)
    }
}
