//! What a header says of types.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// The names of the sigs, or `int`, `bool`, `string`, of which values may be.
pub(crate) type Column = Vec<String>;
pub(crate) type Shapes = Vec<(String, Shape)>;

/// The form of a field or a root.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// One, or none.
    One(Column),
    Set(Column),
    Sequence(Column),
    Map(Column, Column),
    Relation(Vec<Column>),
}

impl Shape {
    pub fn of(text: &str) -> Shape {
        let column = |text: &str| -> Column {
            text.trim_end_matches('?').split('|').map(str::to_owned).collect()
        };
        let words: Vec<&str> = text.split(' ').collect();
        match &words[..] {
            ["set", of] => Shape::Set(column(of)),
            ["seq", of] => Shape::Sequence(column(of)),
            ["map", key, value] => Shape::Map(column(key), column(value)),
            ["rel", columns @ ..] => Shape::Relation(columns.iter().map(|of| column(of)).collect()),
            _ => Shape::One(column(text)),
        }
    }
}

/// The types of a heap.
#[derive(Debug)]
pub(crate) struct Layout {
    pub roots: Shapes,
    pub types: BTreeMap<String, Shapes>,
    /// The types as they are declared.
    pub order: Vec<String>,
    pub parents: BTreeMap<String, String>,
    pub enums: BTreeMap<String, Vec<String>>,
    /// Subset sigs: of what, and the fields that their objects have.
    pub sets: BTreeMap<String, (Shape, Shapes)>,
    pub relations: Shapes,
}

impl Layout {
    /// From a header of heapgraph/1 or of harness/1.
    pub fn of(header: &Json) -> Layout {
        let names = |json: &Json| -> Vec<String> {
            let names = json.as_array().into_iter().flatten();
            names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let set = |json: &Json| {
            let of = json["of"].as_str().unwrap_or("univ");
            (Shape::of(&format!("set {of}")), shapes(&json["fields"]))
        };
        Layout {
            roots: shapes(&header["roots"]),
            types: entries(&header["types"]).map(|(name, json)| (name, shapes(json))).collect(),
            order: entries(&header["types"]).map(|(name, _)| name).collect(),
            parents: entries(&header["extends"])
                .filter_map(|(name, json)| Some((name, json.as_str()?.to_owned())))
                .collect(),
            enums: entries(&header["enums"]).map(|(name, json)| (name, names(json))).collect(),
            sets: entries(&header["sets"]).map(|(name, json)| (name, set(json))).collect(),
            relations: shapes(&header["relations"]),
        }
    }

    /// A type and those that it extends, nearest first.
    pub fn line<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a str> {
        std::iter::successors(Some(of), |name| self.parents.get(*name).map(String::as_str))
    }

    /// Of a member of a record's `roots`, `sets` or `relations`.
    pub fn shape(&self, among: &str, name: &str) -> Option<&Shape> {
        match among {
            "roots" => shape(&self.roots, name),
            "sets" => self.sets.get(name).map(|(of, _)| of),
            _ => shape(&self.relations, name),
        }
    }

    /// By which objects are in order: top-level sigs as they are declared, numbers within one.
    pub fn place(&self, id: &str) -> (usize, i64) {
        let of = id.rsplit_once('$').map_or(id, |(of, _)| of);
        let top = self.line(of).last().unwrap_or(of);
        (self.order.iter().position(|name| name == top).unwrap_or(usize::MAX), number(id))
    }

    /// The types that extend this one, itself included.
    pub fn below<'a>(&'a self, top: &'a str) -> impl Iterator<Item = &'a str> {
        let types = self.types.keys().map(String::as_str);
        types.filter(move |name| self.line(name).any(|one| one == top))
    }

    /// The fields of a type, inherited ones included, and those that subset sigs may add.
    pub fn fields<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a (String, Shape)> {
        let line: Vec<&str> = self.line(of).collect();
        let own = line.clone().into_iter().rev().filter_map(|name| self.types.get(name)).flatten();
        own.chain(self.added(line))
    }

    /// Fields that an object of such a type has if it is in a subset sig.
    pub fn added<'a>(&'a self, line: Vec<&'a str>) -> impl Iterator<Item = &'a (String, Shape)> {
        let of_it = move |of: &Shape| {
            let Shape::Set(column) = of else { return false };
            column.iter().any(|sig| line.contains(&sig.as_str()) || self.sets.contains_key(sig))
        };
        self.sets.values().filter(move |(of, _)| of_it(of)).flat_map(|(_, fields)| fields)
    }
}

/// The shape of this name.
pub(crate) fn shape<'a>(shapes: &'a Shapes, name: &str) -> Option<&'a Shape> {
    shapes.iter().find(|(known, _)| known == name).map(|(_, shape)| shape)
}

fn entries(json: &Json) -> impl Iterator<Item = (String, &Json)> {
    json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), json))
}

fn shapes(json: &Json) -> Shapes {
    let shapes = entries(json);
    shapes.filter_map(|(name, json)| Some((name, Shape::of(json.as_str()?)))).collect()
}

/// The number in an id: 3, of `Node$3`.
pub(crate) fn number(id: &str) -> i64 {
    id.rsplit_once('$').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(-1)
}
