//! Numbers of any size.

use std::fmt;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::question::Amount;

/// A number of any size: above 2^53, where not every reader of JSON keeps each digit, it is a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub BigUint);

/// The greatest number that is written as one.
const GREATEST: u64 = 1 << 53;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(number) if number <= GREATEST => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Number {
        Number(number.clone())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }],
            "description": "A number of any size: one above 2^53 is a text."
        })
    }
}

/// A number of instances that may have been counted as far as a limit only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AmountAnswer {
    pub count: Number,
    /// There are so many, or more.
    pub at_least: bool,
}

impl From<&Amount> for AmountAnswer {
    fn from(amount: &Amount) -> AmountAnswer {
        AmountAnswer { count: Number(amount.number.clone()), at_least: amount.is_least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a reader that has 53 bits for a number would get another one.
    #[test]
    fn a_number_is_a_text_beyond_what_readers_keep() {
        let written = |text: &str| {
            let number = Number(text.parse().expect("digits"));
            serde_json::to_string(&number).expect("a number is JSON")
        };
        assert_eq!(written("9007199254740992"), "9007199254740992");
        assert_eq!(written("9007199254740993"), "\"9007199254740993\"");
        assert_eq!(written("88889951797478443205435392"), "\"88889951797478443205435392\"");
    }
}
