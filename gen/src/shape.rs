//! How a value is written, as a header says it: `set Node`, `map Color int`.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    One(Column),
    Lone(Column),
    Set(Column),
    Sequence(Column),
    Map(Column, Column),
    Relation(Vec<Column>),
}

/// What may stand at one place: `Node`, `Dir|File`, `int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub text: String,
}

impl Column {
    pub fn new(text: &str) -> Column {
        Column { text: text.to_owned() }
    }

    pub fn sorts(&self) -> impl Iterator<Item = &str> {
        self.text.split('|')
    }
}

impl Shape {
    pub fn parse(text: &str) -> Shape {
        let (word, rest) = text.split_once(' ').unwrap_or(("", text));
        let mut columns = rest.split(' ').map(Column::new);
        let mut next = || columns.next().unwrap_or(Column::new("univ"));
        match word {
            "set" => Shape::Set(next()),
            "seq" => Shape::Sequence(next()),
            "map" => Shape::Map(next(), next()),
            "rel" => Shape::Relation(columns.collect()),
            _ => match rest.strip_suffix('?') {
                Some(column) => Shape::Lone(Column::new(column)),
                None => Shape::One(Column::new(rest)),
            },
        }
    }

    /// As code calls how it is read and written.
    pub fn verb(&self) -> &'static str {
        match self {
            Shape::One(_) => "one",
            Shape::Lone(_) => "lone",
            Shape::Set(_) => "set",
            Shape::Sequence(_) => "seq",
            Shape::Map(..) => "map",
            Shape::Relation(_) => "rel",
        }
    }

    pub fn columns(&self) -> Vec<&Column> {
        match self {
            Shape::One(column)
            | Shape::Lone(column)
            | Shape::Set(column)
            | Shape::Sequence(column) => vec![column],
            Shape::Map(key, value) => vec![key, value],
            Shape::Relation(columns) => columns.iter().collect(),
        }
    }
}
