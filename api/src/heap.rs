//! Instances as heaps.

use std::sync::Arc;

use korrel_enumerate::heap::{HeapGraph, Schema, read};
use korrel_lang::model::Model;
use serde_json::Value as Json;

/// An instance: objects with fields that point at one another.
#[derive(Clone, Debug)]
pub struct Heap {
    types: Arc<HeapTypes>,
    line: String,
    record: Json,
}

/// What is needed to read a heap.
#[derive(Debug)]
pub(crate) struct HeapTypes {
    pub schema: Schema,
    pub model: Model,
}

impl Heap {
    /// Of a record of heapgraph/1 that fits the types.
    pub(crate) fn new(types: Arc<HeapTypes>, line: String) -> Heap {
        let record = serde_json::from_str(&line).expect("we write JSON");
        Heap { types, line, record }
    }

    /// Its number, from 0.
    pub fn id(&self) -> u64 {
        self.record["id"].as_u64().expect("a record has an id")
    }

    /// Its key, if keys are wanted.
    pub fn key(&self) -> Option<&str> {
        self.record["key"].as_str()
    }

    /// The record of heapgraph/1, byte for byte as the program writes it.
    pub fn json(&self) -> &str {
        &self.line
    }

    /// The record as a tree of JSON.
    pub fn record(&self) -> &Json {
        &self.record
    }

    /// The objects with their types and fields, and the roots. Witnesses stand in the record only.
    pub fn graph(&self) -> HeapGraph<'_> {
        let HeapTypes { schema, model } = &*self.types;
        read(schema, model, &self.record).expect("what is written can be read")
    }
}
