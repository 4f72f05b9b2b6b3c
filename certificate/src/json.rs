//! JSON in which no name stands twice in one object.

use serde_json::Value;

/// A value, or what is wrong with the text: a line in it, and why.
pub(crate) fn parse(text: &[u8]) -> Result<Value, (u64, String)> {
    let value: Value =
        serde_json::from_slice(text).map_err(|error| (error.line() as u64, error.to_string()))?;
    // The parser keeps the last of two members of one name. Each member has a colon.
    if colons(text) != members(&value) {
        return Err((1, "a name stands twice in one JSON object".to_owned()));
    }
    Ok(value)
}

/// How many colons stand outside texts.
fn colons(text: &[u8]) -> usize {
    let (mut count, mut is_text, mut is_escaped) = (0, false, false);
    for &byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b':' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

/// How many members all objects have together.
fn members(value: &Value) -> usize {
    match value {
        Value::Array(values) => values.iter().map(members).sum(),
        Value::Object(object) => object.len() + object.values().map(members).sum::<usize>(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_name_that_stands_twice_is_refused() {
        assert!(parse(br#"{"a:\":":[{"b":1},{"b":":"}]}"#).is_ok());
        assert!(parse(br#"{"a":{"b":1,"b":2}}"#).is_err());
        assert!(parse(br#"{"a":1,"\u0061":2}"#).is_err());
        assert!(parse(br#"{"a":{"c":{}},"a":1}"#).is_err());
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "{", "[1,]", "{} {}", "\u{feff}{}", "[1e999]"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse("[".repeat(100_000).as_bytes()).is_err());
        assert!(parse(b"\"\xff\"").is_err());
    }
}
