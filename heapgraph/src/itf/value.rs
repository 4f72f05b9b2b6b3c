//! The values of the Informal Trace Format.

use std::fmt::{self, Display, Formatter};

use serde_json::{Map, Number, Value as Json, json};

use crate::heap::{Scalar, State, Value};
use crate::{MalformedRecord, malformed};

#[derive(Clone, Debug, PartialEq)]
pub enum ItfValue {
    Boolean(bool),
    String(String),
    Number(Number),
    /// `{"#bigint":"12"}`: the digits as they stand.
    BigInteger(String),
    List(Vec<ItfValue>),
    Tuple(Vec<ItfValue>),
    Set(Vec<ItfValue>),
    Map(Vec<(ItfValue, ItfValue)>),
    Record(Vec<(String, ItfValue)>),
    /// The text of what the writer could not write.
    Unserializable(String),
}

impl ItfValue {
    pub(super) fn read(json: &Json, path: &str) -> Result<ItfValue, MalformedRecord> {
        match json {
            Json::Bool(value) => Ok(ItfValue::Boolean(*value)),
            Json::String(text) => Ok(ItfValue::String(text.clone())),
            Json::Number(number) if number.is_f64() => malformed(path, "an integer"),
            Json::Number(number) => Ok(ItfValue::Number(number.clone())),
            Json::Array(items) => values(items, path).map(ItfValue::List),
            Json::Null => malformed(path, "a value"),
            Json::Object(members) => {
                let mut entries = members.iter();
                match (entries.next(), entries.next()) {
                    (Some((name, json)), None) if name.starts_with('#') => tagged(name, json, path),
                    _ => record(members, path),
                }
            }
        }
    }

    pub fn json(&self) -> Json {
        let array = |items: &[ItfValue]| items.iter().map(ItfValue::json).collect::<Json>();
        match self {
            ItfValue::Boolean(value) => json!(value),
            ItfValue::String(text) => json!(text),
            ItfValue::Number(number) => Json::Number(number.clone()),
            ItfValue::BigInteger(digits) => json!({ "#bigint": digits }),
            ItfValue::List(items) => array(items),
            ItfValue::Tuple(items) => json!({ "#tup": array(items) }),
            ItfValue::Set(items) => json!({ "#set": array(items) }),
            ItfValue::Map(entries) => {
                let entry = |(key, value): &(ItfValue, ItfValue)| json!([key.json(), value.json()]);
                json!({ "#map": entries.iter().map(entry).collect::<Json>() })
            }
            ItfValue::Record(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.clone(), value.json()));
                fields.collect::<Map<_, _>>().into()
            }
            ItfValue::Unserializable(text) => json!({ "#unserializable": text }),
        }
    }

    /// The tag of a variant and its contents, if it has any: a record of `tag` and `value`, as both write one.
    pub fn variant(&self) -> Option<(&str, Option<&ItfValue>)> {
        let ItfValue::Record(fields) = self else { return None };
        let of = |wanted: &str| {
            let found = fields.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value)
        };
        match (fields.len(), of("tag")?, of("value")?) {
            (2, ItfValue::String(tag), value) if is_word(tag) => Some((tag, carried(value))),
            _ => None,
        }
    }

    /// The number, if it fits into a word.
    pub fn integer(&self) -> Option<i64> {
        match self {
            ItfValue::Number(number) => number.as_i64(),
            ItfValue::BigInteger(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

fn tagged(name: &str, json: &Json, path: &str) -> Result<ItfValue, MalformedRecord> {
    match (name, json) {
        ("#bigint", Json::String(digits)) if is_integer(digits) => {
            Ok(ItfValue::BigInteger(digits.clone()))
        }
        ("#bigint", _) => malformed(path, "the digits of an integer"),
        ("#tup", Json::Array(items)) => values(items, path).map(ItfValue::Tuple),
        ("#set", Json::Array(items)) => values(items, path).map(ItfValue::Set),
        ("#map", Json::Array(entries)) => {
            let entry = |(at, entry): (usize, &Json)| {
                let path = format!("{path}[{at}]");
                match entry.as_array().map(Vec::as_slice) {
                    Some([key, value]) => {
                        Ok((ItfValue::read(key, &path)?, ItfValue::read(value, &path)?))
                    }
                    _ => malformed(path, "a pair"),
                }
            };
            let entries = entries.iter().enumerate().map(entry);
            Ok(ItfValue::Map(entries.collect::<Result<_, MalformedRecord>>()?))
        }
        ("#unserializable", Json::String(text)) => Ok(ItfValue::Unserializable(text.clone())),
        ("#tup" | "#set" | "#map", _) => malformed(path, "an array"),
        _ => malformed(path, "a value of this format"),
    }
}

fn values(items: &[Json], path: &str) -> Result<Vec<ItfValue>, MalformedRecord> {
    let value = |(at, item)| ItfValue::read(item, &format!("{path}[{at}]"));
    items.iter().enumerate().map(value).collect()
}

fn record(members: &Map<String, Json>, path: &str) -> Result<ItfValue, MalformedRecord> {
    let field = |(name, json): (&String, &Json)| {
        Ok((name.clone(), ItfValue::read(json, &format!("{path}.{name}"))?))
    };
    Ok(ItfValue::Record(members.iter().map(field).collect::<Result<_, MalformedRecord>>()?))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Quint gives a variant without a value an empty tuple or record, Apalache a constant.
fn carried(value: &ItfValue) -> Option<&ItfValue> {
    let is_nothing = match value {
        ItfValue::Tuple(items) => items.is_empty(),
        ItfValue::Record(fields) => fields.is_empty(),
        ItfValue::String(text) => text == "U_OF_UNIT",
        _ => false,
    };
    (!is_nothing).then_some(value)
}

fn is_integer(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// As TLA+ writes it: `{1, 2}`, `<<1, "a">>`, `[x |-> 1]`, `("a" :> 1 @@ "b" :> 2)`. A list is `[1, 2]` and a variant
/// `Some(3)`, as in Quint.
impl Display for ItfValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some((tag, value)) = self.variant() {
            return match value {
                Some(value) => write!(f, "{tag}({value})"),
                None => f.write_str(tag),
            };
        }
        match self {
            ItfValue::Boolean(value) => write!(f, "{}", if *value { "TRUE" } else { "FALSE" }),
            ItfValue::String(text) => write!(f, "{text:?}"),
            ItfValue::Number(number) => write!(f, "{number}"),
            ItfValue::BigInteger(digits) => f.write_str(digits),
            ItfValue::List(items) => list(f, "[", items, "]"),
            ItfValue::Tuple(items) => list(f, "<<", items, ">>"),
            ItfValue::Set(items) => list(f, "{", items, "}"),
            ItfValue::Map(entries) => {
                f.write_str("(")?;
                for (at, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key} :> {value}", if at > 0 { " @@ " } else { "" })?;
                }
                f.write_str(")")
            }
            ItfValue::Record(fields) => {
                f.write_str("[")?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name} |-> {value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            ItfValue::Unserializable(text) => write!(f, "#unserializable {text}"),
        }
    }
}

fn list(f: &mut Formatter<'_>, open: &str, items: &[ItfValue], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    f.write_str(close)
}

/// `None` for null.
pub(super) fn itf_value(state: &State, value: &Value) -> Option<ItfValue> {
    let scalars =
        |items: &[Scalar]| items.iter().map(|item| itf_scalar(state, item)).collect::<Vec<_>>();
    Some(match value {
        Value::Null => return None,
        Value::One(scalar) => itf_scalar(state, scalar),
        Value::Set(items) => ItfValue::Set(scalars(items)),
        Value::Sequence(items) => ItfValue::List(scalars(items)),
        Value::Map(entries) => {
            let entry = |(key, value): &(Scalar, Scalar)| {
                (itf_scalar(state, key), itf_scalar(state, value))
            };
            ItfValue::Map(entries.iter().map(entry).collect())
        }
        Value::Relation(tuples) => {
            ItfValue::Set(tuples.iter().map(|tuple| ItfValue::Tuple(scalars(tuple))).collect())
        }
    })
}

pub(super) fn itf_scalar(state: &State, scalar: &Scalar) -> ItfValue {
    match scalar {
        Scalar::Object(at) => ItfValue::String(state.objects[*at].id.clone()),
        Scalar::Number(number) => ItfValue::BigInteger(number.to_string()),
        Scalar::Boolean(value) => ItfValue::Boolean(*value),
        Scalar::Name(text) | Scalar::String(text) => ItfValue::String(text.clone()),
    }
}
