//! Members of records that may be missing.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A member that is left out where it says nothing.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value that is there, be it null.
pub(crate) fn given<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}
