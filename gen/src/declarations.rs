//! What a header of heapgraph/1 says of the types of its heaps.

use serde_json::Value as Json;

use crate::container::{Container, Element};

/// Names are those of the spec.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    pub(crate) spec: String,
    pub(crate) command: String,
    pub(crate) types: Vec<TypeDeclaration>,
    pub(crate) enums: Vec<(String, Vec<String>)>,
    pub(crate) roots: Vec<NamedShape>,
    pub(crate) sets: Vec<SubsetSig>,
    pub(crate) relations: Vec<NamedShape>,
    pub(crate) witnesses: Vec<NamedShape>,
    pub(crate) operations: Vec<Method>,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeDeclaration {
    pub name: String,
    pub parent: Option<String>,
    pub is_abstract: bool,
    /// Inherited ones first.
    pub fields: Vec<NamedShape>,
}

#[derive(Clone, Debug)]
pub(crate) struct SubsetSig {
    pub name: String,
    pub of: Element,
    /// Of the objects in it.
    pub fields: Vec<NamedShape>,
}

#[derive(Clone, Debug)]
pub(crate) struct NamedShape {
    pub name: String,
    pub container: Container,
}

/// A method under test.
#[derive(Clone, Debug)]
pub struct Method {
    pub(crate) name: String,
    pub(crate) roots: Vec<NamedShape>,
}

impl Method {
    /// `roots`: by name the shape of each.
    pub fn new(name: &str, roots: &Json) -> Method {
        Method { name: name.to_owned(), roots: members(roots) }
    }
}

impl Declarations {
    /// What a header says, and what its spec's operations are. What is missing is empty.
    pub fn read(header: &Json, operations: Vec<Method>) -> Declarations {
        let text = |name: &str| header[name].as_str().unwrap_or_default().to_owned();
        let is_abstract = texts(&header["abstract"]);
        let types = entries(&header["types"]).map(|(name, fields)| TypeDeclaration {
            name: name.clone(),
            parent: header["extends"][name].as_str().map(str::to_owned),
            is_abstract: is_abstract.contains(name),
            fields: members(fields),
        });
        let sets = entries(&header["sets"]).map(|(name, set)| SubsetSig {
            name: name.clone(),
            of: Element::new(set["of"].as_str().unwrap_or("univ")),
            fields: members(&set["fields"]),
        });
        let enums = entries(&header["enums"]);
        Declarations {
            spec: text("spec"),
            command: text("command"),
            types: types.collect(),
            enums: enums.map(|(name, values)| (name.clone(), texts(values))).collect(),
            roots: members(&header["roots"]),
            sets: sets.collect(),
            relations: members(&header["relations"]),
            witnesses: members(&header["witness"]),
            operations,
        }
    }
}

fn entries(json: &Json) -> impl Iterator<Item = (&String, &Json)> {
    json.as_object().into_iter().flatten()
}

fn members(json: &Json) -> Vec<NamedShape> {
    let member = |(name, text): (&String, &Json)| NamedShape {
        name: name.clone(),
        container: Container::parse(text.as_str().unwrap_or("univ")),
    };
    entries(json).map(member).collect()
}

fn texts(json: &Json) -> Vec<String> {
    let items = json.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}
