//! How a value is written, as a header says it: `set Node`, `map Color int`.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Container {
    One(Element),
    Lone(Element),
    Set(Element),
    Sequence(Element),
    Map(Element, Element),
    Relation(Vec<Element>),
}

/// What may stand at one place: `Node`, `Dir|File`, `int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub text: String,
}

impl Element {
    pub fn new(text: &str) -> Element {
        Element { text: text.to_owned() }
    }

    pub fn sorts(&self) -> impl Iterator<Item = &str> {
        self.text.split('|')
    }
}

impl Container {
    pub fn parse(text: &str) -> Container {
        let (word, rest) = text.split_once(' ').unwrap_or(("", text));
        let mut columns = rest.split(' ').map(Element::new);
        let mut next = || columns.next().unwrap_or(Element::new("univ"));
        match word {
            "set" => Container::Set(next()),
            "seq" => Container::Sequence(next()),
            "map" => Container::Map(next(), next()),
            "rel" => Container::Relation(columns.collect()),
            _ => match rest.strip_suffix('?') {
                Some(column) => Container::Lone(Element::new(column)),
                None => Container::One(Element::new(rest)),
            },
        }
    }

    /// As code calls how it is read and written.
    pub fn verb(&self) -> &'static str {
        match self {
            Container::One(_) => "one",
            Container::Lone(_) => "lone",
            Container::Set(_) => "set",
            Container::Sequence(_) => "seq",
            Container::Map(..) => "map",
            Container::Relation(_) => "rel",
        }
    }

    pub fn columns(&self) -> Vec<&Element> {
        match self {
            Container::One(column)
            | Container::Lone(column)
            | Container::Set(column)
            | Container::Sequence(column) => vec![column],
            Container::Map(key, value) => vec![key, value],
            Container::Relation(columns) => columns.iter().collect(),
        }
    }
}
