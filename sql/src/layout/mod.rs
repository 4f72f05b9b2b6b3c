//! How instances are written as databases: which sig is which table, which field is which column, what a value is called.
//!
//! Comments of the spec say it, so a spec that was edited still makes databases. Drawings heed them, too:
//!
//! ```text
//! --@ sql: sqlite
//! --@ Books: table books
//! --@ Books: row number id          the row stands for the column
//! --@ Books: overriding system value      as an INSERT into an identity column says it
//! --@ Books.title: column title
//! --@ Books.part_of: nullable part_of
//! --@ Books: after Authors          rows of Authors are written first
//! --@ Books: after Shops by city = place      a row of Shops with this place, if there is a city
//! --@ Title: values 'a', 'b'        of the objects of Title, in their order
//! ```

mod instance;
mod name;

use self::name::{in_a_line, of_a_line};
use crate::dialect::Dialect;
use crate::value::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub dialect: Dialect,
    pub tables: Vec<TableLayout>,
    pub values: Vec<ValueLayout>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableLayout {
    pub sig: String,
    /// As SQL writes it.
    pub name: String,
    pub refers: Vec<ReferenceLayout>,
    /// The engine numbers the rows, unless it is told not to.
    pub is_numbered: bool,
    pub columns: Vec<ColumnLayout>,
}

/// A foreign key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceLayout {
    /// The table's.
    pub sig: String,
    /// Fields, and those of the other table that have the same values. There are none where the field holds the row itself.
    pub fields: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLayout {
    /// Nothing, where the row itself is the value.
    pub field: Option<String>,
    /// What rows are called.
    pub row: RowName,
    pub is_nullable: bool,
    /// As SQL writes it.
    pub name: String,
}

/// What stands for a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowName {
    /// 1, 2, 3.
    #[default]
    Number,
    Text,
    Uuid,
    /// Nothing: the column has no value.
    Null,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueLayout {
    /// A sig, or a value of an enum.
    pub name: String,
    pub values: Vec<Value>,
}

impl RowName {
    const ALL: [(RowName, &'static str); 4] = [
        (RowName::Number, "number"),
        (RowName::Text, "text"),
        (RowName::Uuid, "uuid"),
        (RowName::Null, "null"),
    ];

    /// The name of a row, counted from 0.
    fn of(self, row: usize) -> Value {
        match self {
            RowName::Null => Value::Null,
            RowName::Number => Value::Integer(row as i64 + 1),
            RowName::Text => Value::Text(format!("r{}", row + 1)),
            RowName::Uuid => Value::Text(format!("00000000-0000-4000-8000-{:012}", row + 1)),
        }
    }
}

impl ColumnLayout {
    fn is_key(&self) -> bool {
        self.field.is_none() && self.row != RowName::Null
    }
}

impl TableLayout {
    /// Takes a column, in the place of what was said of the same one. Several that the row stands for have several names.
    fn heed(&mut self, column: ColumnLayout) {
        let is_same = |own: &&mut ColumnLayout| {
            own.field == column.field && (column.field.is_some() || own.name == column.name)
        };
        match self.columns.iter_mut().find(is_same) {
            Some(own) => *own = column,
            None => self.columns.push(column),
        }
    }
}

impl Layout {
    /// The lines of a spec that say it.
    pub fn comments(&self) -> String {
        let mut text = format!("\n--@ sql: {}\n", self.dialect.word());
        for table in &self.tables {
            let sig = &table.sig;
            text += &format!("--@ {sig}: table {}\n", in_a_line(&table.name));
            for column in &table.columns {
                let name = in_a_line(&column.name);
                let words = RowName::ALL.iter().find(|(row, _)| *row == column.row);
                let word = words.map_or("number", |(_, word)| *word);
                text += &match &column.field {
                    Some(field) => {
                        let word = if column.is_nullable { "nullable" } else { "column" };
                        format!("--@ {sig}.{field}: {word} {name}\n")
                    }
                    None => format!("--@ {sig}: row {word} {name}\n"),
                };
            }
            if table.is_numbered {
                text += &format!("--@ {sig}: overriding system value\n");
            }
            for other in &table.refers {
                text += &format!("--@ {sig}: after {}", other.sig);
                if !other.fields.is_empty() {
                    let (own, to): (Vec<&str>, Vec<&str>) =
                        other.fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).unzip();
                    text += &format!(" by {} = {}", own.join(", "), to.join(", "));
                }
                text.push('\n');
            }
        }
        for value in &self.values {
            let values: Vec<String> = value.values.iter().map(Value::comment).collect();
            text += &format!("--@ {}: values {}\n", value.name, values.join(", "));
        }
        text
    }

    /// What the comments of a spec say. Nothing, if it is no spec of databases.
    pub fn read(spec: &str) -> Option<Layout> {
        let mut layout: Option<Layout> = None;
        for line in spec.lines() {
            let Some(said) = line.trim_start().strip_prefix("--@") else { continue };
            let Some((subject, said)) = said.split_once(':') else { continue };
            let (subject, said) = (subject.trim(), said.trim_start());
            if subject == "sql" {
                let dialect = Dialect::named(said.trim())?;
                layout = Some(Layout { dialect, tables: Vec::new(), values: Vec::new() });
                continue;
            }
            let Some(layout) = &mut layout else { continue };
            layout.heed(subject, said);
        }
        layout
    }

    fn heed(&mut self, subject: &str, said: &str) {
        let Some((word, rest)) = said.split_once(' ') else { return };
        let sig = subject.split_once('.').map_or(subject, |(sig, _)| sig);
        let table = self.tables.iter_mut().find(|table| table.sig == sig);
        match (word, table) {
            ("table", None) => self.tables.push(TableLayout {
                sig: sig.to_owned(),
                name: of_a_line(rest),
                ..TableLayout::default()
            }),
            ("table", Some(table)) => table.name = of_a_line(rest),
            ("row", Some(table)) => {
                let Some((word, name)) = rest.split_once(' ') else { return };
                let row = RowName::ALL.iter().find(|(_, own)| *own == word);
                let row = row.map_or(RowName::Number, |(row, _)| *row);
                let name = of_a_line(name);
                table.heed(ColumnLayout { field: None, row, is_nullable: false, name });
            }
            ("column" | "nullable", Some(table)) => {
                let field = subject.split_once('.').map(|(_, field)| field.to_owned());
                let (row, is_nullable) = (RowName::Number, word == "nullable");
                let name = of_a_line(rest);
                table.heed(ColumnLayout { field, row, is_nullable, name });
            }
            ("overriding", Some(table)) => table.is_numbered = true,
            ("after", Some(table)) => {
                let (sig, by) = rest.split_once(" by ").unwrap_or((rest, ""));
                let (own, to) = by.split_once(" = ").unwrap_or_default();
                let names = own.split(", ").zip(to.split(", ")).filter(|(own, _)| !own.is_empty());
                let fields =
                    names.map(|(a, b)| (a.trim().to_owned(), b.trim().to_owned())).collect();
                table.refers.push(ReferenceLayout { sig: sig.trim().to_owned(), fields });
            }
            ("values", _) => {
                if let Some(values) = Value::list(rest) {
                    self.values.retain(|value| value.name != sig);
                    self.values.push(ValueLayout { name: sig.to_owned(), values });
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a database would have a column twice, or other names than the drawing of the same spec.
    #[test]
    fn what_is_said_last_is_heeded() {
        let spec = "--@ sql: sqlite\n--@ A: table first\n--@ A: row number id\n--@ A: row null other\n\
                    --@ A.x: column one\n--@ A.x: nullable two\n--@ A: row text id\n--@ A: table last\n\
                    --@ N: values 1\n--@ N: values 2";
        let layout = Layout::read(spec).expect("it is one");
        assert_eq!((layout.tables.len(), layout.values.len()), (1, 1));
        let said = layout.comments();
        let words = ["table last", "row text id", "row null other", "nullable two", "values 2"];
        let places: Vec<Option<usize>> = words.iter().map(|word| said.find(word)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{said}");
        assert!(!said.contains("first") && !said.contains("one") && !said.contains("number"));
    }
}
