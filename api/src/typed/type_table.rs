//! What a header says of types.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// The names of the sigs, or `int`, `bool`, `string`, of which values may be.
pub(crate) type Sorts = Vec<String>;
pub(crate) type Forms = Vec<(String, Form)>;

/// The form of a field or a root.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// One, or none.
    One(Sorts),
    Set(Sorts),
    Sequence(Sorts),
    Map(Sorts, Sorts),
    Relation(Vec<Sorts>),
}

impl Form {
    pub fn of(text: &str) -> Form {
        let column = |text: &str| -> Sorts {
            text.trim_end_matches('?').split('|').map(str::to_owned).collect()
        };
        let words: Vec<&str> = text.split(' ').collect();
        match &words[..] {
            ["set", of] => Form::Set(column(of)),
            ["seq", of] => Form::Sequence(column(of)),
            ["map", key, value] => Form::Map(column(key), column(value)),
            ["rel", columns @ ..] => Form::Relation(columns.iter().map(|of| column(of)).collect()),
            _ => Form::One(column(text)),
        }
    }
}

/// The types of a heap.
#[derive(Debug)]
pub(crate) struct TypeTable {
    pub roots: Forms,
    /// By type, without those that it inherits.
    pub own_fields: BTreeMap<String, Forms>,
    /// The types as they are declared.
    pub order: Vec<String>,
    pub parents: BTreeMap<String, String>,
    pub enums: BTreeMap<String, Vec<String>>,
    /// Subset sigs: of what, and the fields that their objects have.
    pub sets: BTreeMap<String, (Form, Forms)>,
    pub relations: Forms,
}

impl TypeTable {
    /// From a header of heapgraph/1 or of harness/1.
    pub fn of(header: &Json) -> TypeTable {
        let names = |json: &Json| -> Vec<String> {
            let names = json.as_array().into_iter().flatten();
            names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let set = |json: &Json| {
            let of = json["of"].as_str().unwrap_or("univ");
            (Form::of(&format!("set {of}")), forms(&json["fields"]))
        };
        TypeTable {
            roots: forms(&header["roots"]),
            own_fields: entries(&header["types"]).map(|(name, json)| (name, forms(json))).collect(),
            order: entries(&header["types"]).map(|(name, _)| name).collect(),
            parents: entries(&header["extends"])
                .filter_map(|(name, json)| Some((name, json.as_str()?.to_owned())))
                .collect(),
            enums: entries(&header["enums"]).map(|(name, json)| (name, names(json))).collect(),
            sets: entries(&header["sets"]).map(|(name, json)| (name, set(json))).collect(),
            relations: forms(&header["relations"]),
        }
    }

    /// A type and those that it extends, nearest first.
    pub fn line<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a str> {
        std::iter::successors(Some(of), |name| self.parents.get(*name).map(String::as_str))
    }

    /// Of a member of a record's `roots`, `sets` or `relations`.
    pub fn form(&self, among: &str, name: &str) -> Option<&Form> {
        match among {
            "roots" => form(&self.roots, name),
            "sets" => self.sets.get(name).map(|(of, _)| of),
            _ => form(&self.relations, name),
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
        let types = self.own_fields.keys().map(String::as_str);
        types.filter(move |name| self.line(name).any(|one| one == top))
    }

    /// The fields of a type, inherited ones included, and those that subset sigs may add.
    pub fn fields<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a (String, Form)> {
        let line: Vec<&str> = self.line(of).collect();
        let own =
            line.clone().into_iter().rev().filter_map(|name| self.own_fields.get(name)).flatten();
        own.chain(self.added(line))
    }

    /// Fields that an object of such a type has if it is in a subset sig.
    pub fn added<'a>(&'a self, line: Vec<&'a str>) -> impl Iterator<Item = &'a (String, Form)> {
        let of_it = move |of: &Form| {
            let Form::Set(column) = of else { return false };
            column.iter().any(|sig| line.contains(&sig.as_str()) || self.sets.contains_key(sig))
        };
        self.sets.values().filter(move |(of, _)| of_it(of)).flat_map(|(_, fields)| fields)
    }
}

/// The form of this name.
pub(crate) fn form<'a>(forms: &'a Forms, name: &str) -> Option<&'a Form> {
    forms.iter().find(|(known, _)| known == name).map(|(_, form)| form)
}

fn entries(json: &Json) -> impl Iterator<Item = (String, &Json)> {
    json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), json))
}

fn forms(json: &Json) -> Forms {
    let forms = entries(json);
    forms.filter_map(|(name, json)| Some((name, Form::of(json.as_str()?)))).collect()
}

/// The number in an id: 3, of `Node$3`.
pub(crate) fn number(id: &str) -> i64 {
    id.rsplit_once('$').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(-1)
}
