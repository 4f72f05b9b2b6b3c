//! What types mean. Each dialect has others, so they are told by the first words of their names.

use sqlparser::ast::{CharacterLength, DataType, EnumMember, Expr};

use super::Reader;
use super::types::type_name;
use crate::dialect::Dialect;
use crate::schema::ColumnKind;

/// A type, as a column has it.
#[derive(Clone)]
pub(super) struct Type {
    pub kind: ColumnKind,
    /// The enum that it is, by its name.
    pub labels_of: Option<String>,
    /// The length to which the engine fills its texts with spaces.
    pub width: Option<u64>,
    /// What a domain demands of `VALUE`.
    pub checks: Vec<Expr>,
}

impl Reader {
    pub(super) fn type_of(&self, ty: &DataType) -> Type {
        let domain = match ty {
            DataType::Custom(name, _) => self.domains.get(&type_name(name)),
            _ => None,
        };
        domain.cloned().unwrap_or_else(|| Type {
            kind: self.kind(ty),
            labels_of: self.labels_of(ty),
            width: self.width(ty),
            checks: Vec::new(),
        })
    }

    fn kind(&self, ty: &DataType) -> ColumnKind {
        match ty {
            DataType::Enum(members, _) => {
                let label = |member: &EnumMember| match member {
                    EnumMember::Name(name) | EnumMember::NamedValue(name, _) => name.clone(),
                };
                ColumnKind::Enum(members.iter().map(label).collect())
            }
            DataType::Char(size)
            | DataType::Character(size)
            | DataType::CharVarying(size)
            | DataType::CharacterVarying(size)
            | DataType::Varchar(size)
            | DataType::Nvarchar(size) => ColumnKind::Text(match size {
                Some(CharacterLength::IntegerLength { length, .. }) => Some(*length),
                _ => None,
            }),
            DataType::Custom(name, _) => {
                let name = type_name(name);
                match self.enums.get(&name) {
                    Some(labels) => ColumnKind::Enum(labels.clone()),
                    None => kind_named(&ty.to_string().to_ascii_uppercase(), self.schema.dialect),
                }
            }
            _ => kind_named(&ty.to_string().to_ascii_uppercase(), self.schema.dialect),
        }
    }

    /// The length of PostgreSQL's `CHAR(n)`.
    fn width(&self, ty: &DataType) -> Option<u64> {
        match ty {
            DataType::Char(size) | DataType::Character(size)
                if self.schema.dialect == Dialect::Postgres =>
            {
                match size {
                    Some(CharacterLength::IntegerLength { length, .. }) => Some(*length),
                    _ => Some(1),
                }
            }
            _ => None,
        }
    }
}

/// The kind of SQLite's `INTEGER`, which alone makes a primary key the number of the row.
pub(super) const ROW_ID: ColumnKind = ColumnKind::Integer { least: i64::MIN, greatest: i64::MAX };

/// Any other integer of 64 bits. SQLite's `INTEGER` alone has the whole range.
pub(super) const WIDE: ColumnKind =
    ColumnKind::Integer { least: -i64::MAX, greatest: i64::MAX - 1 };

/// Whether the name of a type begins with one of these words. SQLite takes any name, and there the beginning of a word will do:
/// PostgreSQL's `INT4RANGE` is no integer.
pub(crate) fn is_named(name: &str, words: &[&str], dialect: Dialect) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    words.iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| dialect == Dialect::Sqlite || !rest.starts_with(is_word))
    })
}

/// Kinds by the first words of the types' names, for each dialect has others.
pub(crate) fn kind_named(name: &str, dialect: Dialect) -> ColumnKind {
    let begins = |words: &[&str]| is_named(name, words, dialect);
    let integer = |least: i64, greatest: i64| ColumnKind::Integer { least, greatest };
    let is_unsigned = name.contains("UNSIGNED");
    let signed = |bits: u32| {
        let most = (1_i64 << (bits - 1)) - 1;
        if is_unsigned { integer(0, 2 * most + 1) } else { integer(-most - 1, most) }
    };
    let is_bit = matches!(name, "BIT" | "BIT(1)") && dialect != Dialect::Postgres;
    if name.ends_with(']') {
        ColumnKind::Other(name.to_owned())
    } else if begins(&["BOOL", "BOOLEAN"]) || is_bit || name == "TINYINT(1)" {
        ColumnKind::Boolean
    } else if dialect == Dialect::Sqlite && name == "INTEGER" {
        ROW_ID
    } else if begins(&["INTERVAL"]) {
        ColumnKind::Other(name.to_owned())
    } else if begins(&["TINYINT"]) || name == "INT1" {
        signed(8)
    } else if begins(&["SMALLINT", "INT2", "INT16", "SMALLSERIAL", "SERIAL2"]) {
        signed(16)
    } else if begins(&WIDE_NAMES) {
        if is_unsigned { integer(0, i64::MAX - 1) } else { WIDE }
    } else if begins(&INTEGER_NAMES) {
        signed(32)
    } else if begins(&NUMBER_NAMES) {
        ColumnKind::Number { places: places(name, dialect) }
    } else if begins(&TIMESTAMP_NAMES) {
        ColumnKind::Timestamp { has_zone: name.contains("TZ") || name.contains("WITH TIME ZONE") }
    } else if begins(&["DATE"]) {
        ColumnKind::Date
    } else if begins(&["TIME", "TIMETZ"]) {
        ColumnKind::Time
    } else if begins(&["UUID", "UNIQUEIDENTIFIER"]) {
        ColumnKind::Uuid
    } else if begins(&BYTES_NAMES) {
        ColumnKind::Bytes
    } else if begins(&["JSON", "JSONB"]) {
        ColumnKind::Json
    } else if begins(&TEXT_NAMES) || name.is_empty() {
        ColumnKind::Text(None)
    } else {
        ColumnKind::Other(name.to_owned())
    }
}

/// How many digits behind the point a column of this type keeps. Nothing, where it keeps all.
fn places(name: &str, dialect: Dialect) -> Option<usize> {
    let is_decimal = is_named(name, &["DEC", "DECIMAL", "NUMERIC"], dialect);
    let said = name.split_once('(').and_then(|(_, said)| said.split_once(')'));
    let said = said.map(|(said, _)| said.split_once(',').map_or("0", |(_, places)| places.trim()));
    match dialect {
        Dialect::Sqlite => None,
        _ if is_named(name, &["MONEY"], dialect) => Some(2),
        _ if !is_decimal => None,
        Dialect::Postgres => said?.parse().ok(),
        Dialect::Mysql => said.unwrap_or("0").parse().ok(),
        Dialect::Duckdb => said.unwrap_or("3").parse().ok(),
    }
}

const WIDE_NAMES: [&str; 7] =
    ["BIGINT", "INT8", "BIGSERIAL", "SERIAL8", "INT64", "HUGEINT", "UBIGINT"];

const INTEGER_NAMES: [&str; 11] = [
    "INT",
    "INTEGER",
    "INT3",
    "INT4",
    "INT32",
    "SERIAL",
    "SERIAL4",
    "MEDIUMINT",
    "UNSIGNED",
    "YEAR",
    "UINTEGER",
];

const NUMBER_NAMES: [&str; 11] = [
    "DEC", "DECIMAL", "NUMERIC", "FLOAT", "FLOAT4", "FLOAT8", "FLOAT64", "REAL", "DOUBLE", "MONEY",
    "NUMBER",
];

const TIMESTAMP_NAMES: [&str; 10] = [
    "TIMESTAMP",
    "TIMESTAMPTZ",
    "TIMESTAMP_S",
    "TIMESTAMP_MS",
    "TIMESTAMP_US",
    "TIMESTAMP_NS",
    "DATETIME",
    "DATETIME2",
    "DATETIMEOFFSET",
    "SMALLDATETIME",
];

const BYTES_NAMES: [&str; 7] =
    ["BYTEA", "BLOB", "BINARY", "VARBINARY", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB"];

const TEXT_NAMES: [&str; 13] = [
    "TEXT",
    "TINYTEXT",
    "MEDIUMTEXT",
    "LONGTEXT",
    "CLOB",
    "CITEXT",
    "STRING",
    "NTEXT",
    "CHAR",
    "CHARACTER",
    "VARCHAR",
    "VARCHAR2",
    "NAME",
];
