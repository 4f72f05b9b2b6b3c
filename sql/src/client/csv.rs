//! CSV, as clients write results.

use crate::value::Value;

/// A field of CSV.
pub(super) struct Field {
    pub text: String,
    pub is_quoted: bool,
}

/// Each line of CSV. A line without anything is one empty field.
pub(super) fn records(text: &str) -> Vec<Vec<Field>> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut field = Field { text: String::new(), is_quoted: false };
    let mut letters = text.chars().peekable();
    let mut is_within = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_within && letters.peek() == Some(&'"') => {
                letters.next();
                field.text.push('"');
            }
            '"' if is_within => is_within = false,
            '"' if field.text.is_empty() && !field.is_quoted => {
                (is_within, field.is_quoted) = (true, true)
            }
            ',' if !is_within => record.push(std::mem::replace(
                &mut field,
                Field { text: String::new(), is_quoted: false },
            )),
            '\n' if !is_within => {
                record.push(std::mem::replace(
                    &mut field,
                    Field { text: String::new(), is_quoted: false },
                ));
                records.push(std::mem::take(&mut record));
            }
            '\r' if !is_within && letters.peek() == Some(&'\n') => {}
            _ => field.text.push(letter),
        }
    }
    records
}

/// What a column of a result holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Boolean,
    Bytes,
    Text,
    Unknown,
}

impl Kind {
    pub fn of(said: &str) -> Kind {
        const NUMBERS: [&str; 18] = [
            "smallint",
            "integer",
            "bigint",
            "numeric",
            "real",
            "double",
            "decimal",
            "float",
            "tinyint",
            "hugeint",
            "utinyint",
            "usmallint",
            "uinteger",
            "ubigint",
            "uhugeint",
            "int",
            "oid",
            "bignum",
        ];
        let said = said.to_ascii_lowercase();
        let word: String = said.chars().take_while(char::is_ascii_alphabetic).collect();
        match word.as_str() {
            _ if said.ends_with(']') => Kind::Text,
            "boolean" => Kind::Boolean,
            "bytea" => Kind::Bytes,
            word if NUMBERS.contains(&word) => Kind::Number,
            _ => Kind::Text,
        }
    }
}

pub(super) fn number(text: &str) -> Value {
    let plain = Value::number(text);
    let value = plain.or_else(|| {
        let number: f64 = text.parse().ok()?;
        (number.is_finite() && text.contains(['e', 'E']))
            .then(|| Value::Decimal(number.to_string()))
    });
    value.unwrap_or_else(|| Value::Text(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_empty_column() {
        let records = records("a\n\n\"\"\n");
        let fields: Vec<(usize, bool)> =
            records.iter().map(|record| (record.len(), record[0].is_quoted)).collect();
        assert_eq!(fields, [(1, false), (1, false), (1, true)]);
    }
}
