//! The shape of a value, as a header declares it: `set Node`, `map Color int`.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T`: one value.
    One(Column),
    /// `T?`: a value or null.
    Lone(Column),
    /// `set T`: a sorted array.
    Set(Column),
    /// `seq T`: an array in order.
    Sequence(Column),
    /// `map K V`: an object, keyed by the names of K's values.
    Map(Column, Column),
    /// `rel A B …`: a sorted array of arrays.
    Relation(Vec<Column>),
}

/// The values that one place can have: `Node`, `Dir|File`, `int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub text: String,
}

impl Column {
    pub fn new(text: impl Into<String>) -> Column {
        Column { text: text.into() }
    }

    /// The names of sigs and enums, or `int`, `bool`, `string`, `univ`.
    pub fn sorts(&self) -> impl Iterator<Item = &str> + Clone {
        self.text.split('|')
    }

    pub fn has(&self, sort: &str) -> bool {
        self.sorts().any(|other| other == sort)
    }
}

impl Shape {
    /// The shape that [`fmt::Display`] writes so, or `None` if there is none.
    pub fn parse(text: &str) -> Option<Shape> {
        let (word, rest) = text.split_once(' ').unwrap_or(("", text));
        let is_column = |text: &str| !text.is_empty() && !text.contains('?');
        if word.is_empty() {
            let (column, is_lone) =
                rest.strip_suffix('?').map_or((rest, false), |column| (column, true));
            let shape = if is_lone { Shape::Lone } else { Shape::One };
            return is_column(column).then(|| shape(Column::new(column)));
        }
        if !rest.split(' ').all(is_column) {
            return None;
        }
        let mut columns: Vec<Column> = rest.split(' ').map(Column::new).collect();
        match (word, columns.len()) {
            ("set", 1) => columns.pop().map(Shape::Set),
            ("seq", 1) => columns.pop().map(Shape::Sequence),
            ("map", 2) => {
                let value = columns.pop()?;
                Some(Shape::Map(columns.pop()?, value))
            }
            ("rel", _) => Some(Shape::Relation(columns)),
            _ => None,
        }
    }

    /// `one`, `lone`, `set`, `seq`, `map`, `rel`.
    pub fn word(&self) -> &'static str {
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

    /// The array of such a value is in no order.
    pub fn is_unordered(&self) -> bool {
        matches!(self, Shape::Set(_) | Shape::Relation(_))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::One(column) => write!(f, "{column}"),
            Shape::Lone(column) => write!(f, "{column}?"),
            _ => {
                f.write_str(self.word())?;
                self.columns().into_iter().try_for_each(|column| write!(f, " {column}"))
            }
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn shapes_are_written_as_they_are_read() {
        for text in ["Node", "Dir|File?", "set int", "seq Node", "map Color int", "rel A B|C int"] {
            assert_eq!(Shape::parse(text).expect(text).to_string(), text);
        }
    }

    /// A shape that is guessed would make a heap of another type.
    #[test]
    fn what_is_no_shape_is_refused() {
        for text in
            ["", "?", "set ", "set A B", "map A", "map A B C", "rel ", "bag A", "A??", "seq A?"]
        {
            assert_eq!(Shape::parse(text), None, "{text:?}");
        }
    }
}
