//! What comments say of tables. They are those by which an instance is written as a database, so that a spec says once what a
//! table is, and a name or a literal is taken as it stands there.
//!
//! ```text
//! --@ Author: table author            the objects of the sig are rows of a table of this name, or of the sig's own
//! --@ Author: row number id           a column has the number of the row; row text: r1, row uuid; row null: nothing
//! --@ Author.name: column name        a field is a column of this name; so does nullable
//! --@ Book: after Shop by city = at   a reference to the row of the sig whose field has the same value
//! --@ Title: values 'a', 'b'          what the objects of a sig stand for, in their order, or a value of an enum
//! ```

/// All that is said of tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableHints {
    pub tables: Vec<TableHint>,
    values: Vec<(String, Vec<String>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHint {
    pub sig: String,
    pub name: String,
    pub columns: Vec<ColumnHint>,
    pub keys: Vec<KeyHint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnHint {
    pub source: ColumnSource,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnSource {
    Field(String),
    Row(RowName),
}

/// What stands for a row in the column that is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowName {
    Number,
    Text,
    Uuid,
    Null,
}

/// A reference by equal values, to the rows of a sig: own fields, and those of the other row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHint {
    pub sig: String,
    pub fields: Vec<(String, String)>,
}

impl RowName {
    /// The name of a row, counted from 0. `None`, where nothing stands for it.
    pub fn of(self, row: usize) -> Option<String> {
        match self {
            RowName::Number => Some((row + 1).to_string()),
            RowName::Text => Some(format!("'r{}'", row + 1)),
            RowName::Uuid => Some(format!("'00000000-0000-4000-8000-{:012}'", row + 1)),
            RowName::Null => None,
        }
    }
}

impl TableHints {
    /// Takes a hint that is about tables.
    pub fn heed(&mut self, subject: &str, hint: &str) {
        let (word, rest) = hint.split_once(' ').unwrap_or((hint, ""));
        let (rest, sig) = (rest.trim(), subject.split('.').next().unwrap_or(subject));
        if word == "table" {
            let name = if rest.is_empty() { subject } else { rest };
            let (sig, name) = (subject.to_owned(), name.to_owned());
            if let Some(table) = self.tables.iter_mut().find(|table| table.sig == sig) {
                table.name = name;
                return;
            }
            self.tables.push(TableHint { sig, name, columns: Vec::new(), keys: Vec::new() });
            return;
        }
        if word == "values" {
            self.values.retain(|(of, _)| of != subject);
            self.values.push((subject.to_owned(), literals(rest)));
            return;
        }
        let Some(table) = self.tables.iter_mut().find(|table| table.sig == sig) else { return };
        match (word, subject.split_once('.')) {
            ("row", None) => {
                let Some((word, name)) = rest.split_once(' ') else { return };
                let source = match word {
                    "number" => RowName::Number,
                    "text" => RowName::Text,
                    "uuid" => RowName::Uuid,
                    "null" => RowName::Null,
                    _ => return,
                };
                let (source, name) = (ColumnSource::Row(source), name.trim().to_owned());
                table.heed(ColumnHint { source, name });
            }
            ("column" | "nullable", Some((_, field))) if !rest.is_empty() => {
                let (source, name) = (ColumnSource::Field(field.to_owned()), rest.to_owned());
                table.heed(ColumnHint { source, name });
            }
            ("after", None) => {
                table.keys.extend(key(rest).filter(|key| !table.keys.contains(key)));
            }
            _ => {}
        }
    }

    /// The same, and what others say after it.
    pub fn then(&mut self, later: &TableHints) {
        self.tables.retain(|own| later.tables.iter().all(|other| other.sig != own.sig));
        self.tables.extend(later.tables.iter().cloned());
        self.values.retain(|(own, _)| later.values.iter().all(|(other, _)| other != own));
        self.values.extend(later.values.iter().cloned());
    }

    pub fn is_silent(&self) -> bool {
        self.tables.is_empty() && self.values.is_empty()
    }

    /// What an object of a sig stands for, counted from 0.
    pub fn value(&self, sig: &str, place: usize) -> Option<&str> {
        let (_, values) = self.values.iter().find(|(own, _)| own == sig)?;
        values.get(place).map(String::as_str)
    }
}

impl TableHint {
    /// Takes a column, in the place of what was said of the same one.
    fn heed(&mut self, column: ColumnHint) {
        let is_same = |own: &&mut ColumnHint| match (&own.source, &column.source) {
            (ColumnSource::Field(own), ColumnSource::Field(field)) => own == field,
            (ColumnSource::Row(_), ColumnSource::Row(_)) => own.name == column.name,
            _ => false,
        };
        match self.columns.iter_mut().find(is_same) {
            Some(own) => *own = column,
            None => self.columns.push(column),
        }
    }

    /// The name of a row, counted from 0, in the column that is its own.
    pub fn row(&self, row: usize) -> Option<String> {
        self.columns.iter().find_map(|column| match column.source {
            ColumnSource::Row(name) => name.of(row),
            ColumnSource::Field(_) => None,
        })
    }
}

/// A reference by values. One that a field says itself has none.
fn key(said: &str) -> Option<KeyHint> {
    let (sig, by) = said.split_once(" by ")?;
    let (own, to) = by.split_once(" = ")?;
    let names = own.split(',').zip(to.split(','));
    let fields = names.map(|(own, to)| (own.trim().to_owned(), to.trim().to_owned())).collect();
    Some(KeyHint { sig: sig.trim().to_owned(), fields })
}

/// The literals of a list, as they stand there. A comma within quotes is part of one.
fn literals(list: &str) -> Vec<String> {
    let (mut all, mut one, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in list.chars() {
        is_quoted ^= c == '\'';
        match c {
            ',' if !is_quoted => all.push(std::mem::take(&mut one).trim().to_owned()),
            c => one.push(c),
        }
    }
    all.push(one.trim().to_owned());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a row would show another value than the one that its object stands for.
    #[test]
    fn literals_are_taken_as_they_stand() {
        assert_eq!(literals("1, -2"), ["1", "-2"]);
        assert_eq!(literals("'a, b', 'it''s, so',''"), ["'a, b'", "'it''s, so'", "''"]);
        assert_eq!(literals("E'\\u{9}, ', NULL"), ["E'\\u{9}, '", "NULL"]);
    }
}
