//! The content of a place: an object, a plain value, an array, or entries.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use super::{Decoder, Decoding};
use crate::number;
use crate::typed::Misfit;

/// The content of a value.
pub(super) enum HeapContent<'a> {
    Object(ObjectContent<'a>),
    /// A value without references: one of the caller's values, or a value as it stands.
    Plain(Json),
    Array(&'a [Json]),
    Entries(&'a Map<String, Json>),
}

#[derive(Clone, Copy)]
pub(super) struct ObjectContent<'a> {
    pub id: &'a str,
    pub of: &'a str,
    pub fields: &'a Map<String, Json>,
}

impl<'a> Decoder<'a> {
    pub(super) fn content(&self) -> Result<HeapContent<'a>, Misfit> {
        let Decoding { types, tables, objects, .. } = self.decoding;
        match &self.value {
            Cow::Borrowed(Json::Array(elements)) => return Ok(HeapContent::Array(elements)),
            Cow::Borrowed(Json::Object(entries)) => return Ok(HeapContent::Entries(entries)),
            _ => {}
        }
        let given = match &*self.value {
            Json::Number(integer) => match integer.as_i64() {
                Some(integer) => tables.value("Int", integer)?,
                None => None,
            },
            Json::String(text) => match objects.get_key_value(text) {
                Some((id, fields)) => {
                    let fields = fields.as_object().ok_or_else(|| Misfit::new("no object"))?;
                    let of = fields.get("$type").and_then(Json::as_str).unwrap_or_default();
                    match tables.sig_of(types, of) {
                        Some(sig) => tables.value(sig, number(id).unwrap_or(-1))?,
                        None => return Ok(HeapContent::Object(ObjectContent { id, of, fields })),
                    }
                }
                None => None,
            },
            _ => None,
        };
        Ok(HeapContent::Plain(given.unwrap_or(&self.value).clone()))
    }
}
