//! The header: the types, fields and roots of a stream's heaps.

use serde_json::{Map, Value as Json, json};

use crate::shape::{Column, Shape};
use crate::{MalformedRecord, malformed};

/// Types, enums and sets are in order of declaration, and no two have one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub spec: String,
    pub command: String,
    pub roots: Vec<Member>,
    pub types: Vec<ObjectType>,
    pub enums: Vec<Enumeration>,
    /// The types whose objects are told apart by their number: ordered sigs, above all.
    pub fixed: Vec<String>,
    pub sets: Vec<SubsetSig>,
    /// The fields of values that are no objects, and orders.
    pub relations: Vec<Member>,
    /// Shown beside an instance, and no part of it.
    pub witnesses: Vec<Member>,
    /// What changes within a trace: types, subset sigs, and fields as `Type.field`.
    pub variable: Vec<String>,
    /// The names of steps of traces, in the order of records.
    pub actions: Vec<Action>,
}

/// A field, or a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectType {
    pub name: String,
    /// The type that it extends.
    pub parent: Option<String>,
    pub is_abstract: bool,
    /// Inherited ones first.
    pub fields: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    pub name: String,
    pub values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetSig {
    pub name: String,
    pub of: Column,
    /// The fields of the objects in it.
    pub fields: Vec<Member>,
}

/// A name of steps, and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub name: String,
    pub parameters: Vec<Member>,
}

/// The shape of the member of this name.
pub fn shape_of<'m>(members: &'m [Member], name: &str) -> Option<&'m Shape> {
    members.iter().find(|member| member.name == name).map(|member| &member.shape)
}

/// Members as a header declares them: `{"root":"Node?"}`.
pub fn shapes(members: &[Member]) -> Json {
    object(members.iter().map(|member| (&member.name, json!(member.shape.to_string()))))
}

impl Header {
    /// The declarations of a header of heapgraph/1 or harness/1.
    ///
    /// # Errors
    /// A record that is no such header.
    pub fn read(record: &Json) -> Result<Header, MalformedRecord> {
        if record["format"] != "heapgraph/1" && record["protocol"] != "harness/1" {
            return malformed("format", "heapgraph/1");
        }
        Header::declared(record)
    }

    /// The same of a record of any kind.
    ///
    /// # Errors
    /// Declarations that are malformed.
    pub fn declared(record: &Json) -> Result<Header, MalformedRecord> {
        let text = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
        let is_abstract = texts(&record["abstract"]);
        let mut header = Header {
            spec: text("spec"),
            command: text("command"),
            roots: members(&record["roots"], "roots")?,
            fixed: texts(&record["fixed"]),
            relations: members(&record["relations"], "relations")?,
            witnesses: members(&record["witness"], "witness")?,
            variable: texts(&record["var"]),
            ..Header::default()
        };
        for (name, fields) in entries(&record["types"], "types")? {
            header.types.push(ObjectType {
                name: name.clone(),
                parent: record["extends"][name].as_str().map(str::to_owned),
                is_abstract: is_abstract.contains(name),
                fields: members(fields, &format!("types.{name}"))?,
            });
        }
        for (name, set) in entries(&record["sets"], "sets")? {
            header.sets.push(SubsetSig {
                name: name.clone(),
                of: Column::new(set["of"].as_str().unwrap_or("univ")),
                fields: members(&set["fields"], &format!("sets.{name}.fields"))?,
            });
        }
        for (name, values) in entries(&record["enums"], "enums")? {
            header.enums.push(Enumeration { name: name.clone(), values: texts(values) });
        }
        for (name, parameters) in entries(&record["actions"], "actions")? {
            let parameters = members(parameters, &format!("actions.{name}"))?;
            header.actions.push(Action { name: name.clone(), parameters });
        }
        Ok(header)
    }

    /// The declarations by key, as a header has them. Empty parts are left out, except the first three.
    pub fn declarations(&self) -> Vec<(&'static str, Json)> {
        let types = self.types.iter().map(|ty| (&ty.name, shapes(&ty.fields)));
        let enums = self.enums.iter().map(|of| (&of.name, json!(of.values)));
        let extends =
            self.types.iter().filter_map(|ty| Some((&ty.name, json!(ty.parent.as_ref()?))));
        let is_abstract = self.types.iter().filter(|ty| ty.is_abstract).map(|ty| &ty.name);
        let sets = self
            .sets
            .iter()
            .map(|set| (&set.name, json!({ "of": set.of.text, "fields": shapes(&set.fields) })));
        let actions = self.actions.iter().map(|of| (&of.name, shapes(&of.parameters)));
        let mut all = vec![
            ("roots", shapes(&self.roots)),
            ("types", object(types)),
            ("enums", object(enums)),
        ];
        let optional = [
            ("extends", object(extends)),
            ("abstract", json!(is_abstract.collect::<Vec<_>>())),
            ("fixed", json!(self.fixed)),
            ("sets", object(sets)),
            ("relations", shapes(&self.relations)),
            ("witness", shapes(&self.witnesses)),
            ("var", json!(self.variable)),
            ("actions", object(actions)),
        ];
        all.extend(
            optional.into_iter().filter(|(_, part)| *part != json!({}) && *part != json!([])),
        );
        all
    }

    pub fn type_of(&self, name: &str) -> Option<&ObjectType> {
        self.types.iter().find(|ty| ty.name == name)
    }

    /// The place of a type among all.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.types.iter().position(|ty| ty.name == name)
    }

    /// A type and those that it extends, nearest first.
    pub fn ancestors<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> + Clone {
        let parent = |name: &&str| self.type_of(name).and_then(|ty| ty.parent.as_deref());
        // A header from elsewhere may go round in circles.
        std::iter::successors(Some(name), parent).take(self.types.len() + 1)
    }

    /// The type is the other one or extends it.
    pub fn is_a(&self, name: &str, ancestor: &str) -> bool {
        self.ancestors(name).any(|line| line == ancestor)
    }

    /// The top-level type that a type extends, or itself.
    pub fn top<'h>(&'h self, name: &'h str) -> &'h str {
        self.ancestors(name).last().unwrap_or(name)
    }

    /// The objects of this type are told apart by their number.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.ancestors(name).any(|line| self.fixed.iter().any(|fixed| fixed == line))
    }

    /// The fields that an object of this type may have: its own, and those of subset sigs that it may be in.
    pub fn fields<'h, 'n>(
        &'h self,
        name: &'n str,
    ) -> impl Iterator<Item = &'h Member> + use<'h, 'n> {
        let own = self.type_of(name).into_iter().flat_map(|ty| &ty.fields);
        own.chain(
            self.sets
                .iter()
                .filter(move |set| self.may_hold(set, name))
                .flat_map(|set| &set.fields),
        )
    }

    /// The declaration of a field of an object of this type.
    pub fn field(&self, name: &str, field: &str) -> Option<&Member> {
        self.fields(name).find(|declared| declared.name == field)
    }

    /// The field is an array in no order.
    pub fn is_unordered(&self, name: &str, field: &str) -> bool {
        self.field(name, field).is_some_and(|field| field.shape.is_unordered())
    }

    /// The type, the subset sig or the `Type.field` of this name may differ from state to state of a trace.
    pub fn is_variable(&self, name: &str) -> bool {
        self.variable.iter().any(|other| other == name)
    }

    /// The same for a field of the objects of a type, whichever type or subset sig declares it.
    pub fn is_variable_field(&self, name: &str, field: &str) -> bool {
        let is_it = |owner: &str| {
            let declared = self.variable.iter().filter_map(|of| of.strip_prefix(owner));
            declared.filter_map(|rest| rest.strip_prefix('.')).any(|of| of == field)
        };
        !self.variable.is_empty()
            && (self.ancestors(name).any(is_it) || self.sets.iter().any(|set| is_it(&set.name)))
    }

    /// The objects of a type may be in some states of a trace only: it and all that it extends are `var`.
    pub fn comes_and_goes(&self, name: &str) -> bool {
        self.ancestors(name).all(|line| self.is_variable(line))
    }

    pub fn action(&self, name: &str) -> Option<&Action> {
        self.actions.iter().find(|action| action.name == name)
    }

    pub fn set(&self, name: &str) -> Option<&SubsetSig> {
        self.sets.iter().find(|set| set.name == name)
    }

    pub fn relation(&self, name: &str) -> Option<&Member> {
        self.relations.iter().find(|relation| relation.name == name)
    }

    /// The shape of a member of a record's `roots`, `sets`, `relations` or `witness`.
    pub fn shape(&self, part: &str, name: &str) -> Option<Shape> {
        let members = match part {
            "roots" => &self.roots,
            "sets" => return self.set(name).map(|set| Shape::Set(set.of.clone())),
            "witness" => &self.witnesses,
            _ => &self.relations,
        };
        shape_of(members, name).cloned()
    }

    /// The types that extend this one, itself included.
    pub fn descendants<'h, 'n>(
        &'h self,
        name: &'n str,
    ) -> impl Iterator<Item = &'h str> + use<'h, 'n> {
        let types = self.types.iter().map(|ty| ty.name.as_str());
        types.filter(move |ty| self.is_a(ty, name))
    }

    /// The place of an object in the order of a set: its top-level type's, then its number.
    pub fn place_of_object(&self, id: &str) -> (usize, i64) {
        let ty = id.rsplit_once('$').map_or(id, |(ty, _)| ty);
        (self.place(self.top(ty)).unwrap_or(usize::MAX), number(id).unwrap_or(-1))
    }

    pub fn is_enum_value(&self, text: &str) -> bool {
        self.enums.iter().any(|of| of.values.iter().any(|value| value == text))
    }

    /// An object of this type can be in the subset sig.
    fn may_hold(&self, set: &SubsetSig, name: &str) -> bool {
        set.of
            .sorts()
            .any(|sort| sort == "univ" || self.is_a(name, sort) || self.set(sort).is_some())
    }
}

/// The number in an id: 3, of `Node$3`.
pub fn number(id: &str) -> Option<i64> {
    id.rsplit_once('$').and_then(|(_, digits)| digits.parse().ok())
}

/// The members of an object that may be missing.
pub(crate) fn entries<'a>(
    json: &'a Json,
    path: &str,
) -> Result<impl Iterator<Item = (&'a String, &'a Json)> + use<'a>, MalformedRecord> {
    match json {
        Json::Object(object) => Ok(Some(object).into_iter().flatten()),
        Json::Null => Ok(None.into_iter().flatten()),
        _ => malformed(path, "an object"),
    }
}

fn members(json: &Json, path: &str) -> Result<Vec<Member>, MalformedRecord> {
    let member = |(name, shape): (&String, &Json)| match shape.as_str().and_then(Shape::parse) {
        Some(shape) => Ok(Member { name: name.clone(), shape }),
        None => malformed(format!("{path}.{name}"), "a shape"),
    };
    entries(json, path)?.map(member).collect()
}

fn texts(json: &Json) -> Vec<String> {
    let items = json.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn object<'a>(entries: impl Iterator<Item = (&'a String, Json)>) -> Json {
    Json::Object(entries.map(|(key, value)| (key.clone(), value)).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value as Json, json};

    use super::Header;

    /// If it failed, a header would lose a declaration on its way through a reader.
    #[test]
    fn declarations_are_written_as_they_are_read() {
        let given = json!({
            "roots": { "t": "Tree" },
            "types": { "Tree": { "root": "Node?" }, "Node": {}, "Leaf": { "of": "set A|int" } },
            "enums": { "A": ["x", "y"] },
            "extends": { "Leaf": "Node" },
            "abstract": ["Node"],
            "fixed": ["Leaf"],
            "sets": { "Marked": { "of": "Node", "fields": { "by": "map A int" } } },
            "relations": { "A.next": "rel A A" },
            "witness": { "w": "seq Node" },
            "var": ["Tree", "Tree.root", "Marked"],
            "actions": { "cut": { "t": "Tree", "s": "set A" }, "stay": {} },
        });
        let header = Header::declared(&given).expect("it is a header");
        let written = header.declarations().into_iter().map(|(key, part)| (key.to_owned(), part));
        assert_eq!(written.collect::<Map<String, Json>>(), *given.as_object().expect("it is one"));
        // A subset sig's fields are those of the objects that it may hold.
        assert!(header.field("Leaf", "by").is_some() && header.field("Tree", "by").is_none());
        assert!(header.is_a("Leaf", "Node") && !header.is_a("Node", "Leaf"));
        assert!(
            header.is_variable_field("Tree", "root") && !header.is_variable_field("Leaf", "of")
        );
        assert!(header.comes_and_goes("Tree") && !header.comes_and_goes("Leaf"));
    }

    /// A header from elsewhere may extend in a circle. No walk of it goes on for ever.
    #[test]
    fn circles_end() {
        let circle = json!({ "types": { "A": {}, "B": {} }, "extends": { "A": "B", "B": "A" } });
        let header = Header::declared(&circle).expect("it is a header");
        assert!(header.is_a("A", "B") && header.is_a("B", "A") && !header.is_a("A", "C"));
        assert_eq!(header.ancestors("A").count(), 3);
    }

    #[test]
    fn what_is_no_header_is_refused_with_its_place() {
        for (record, place) in [
            (json!({ "format": "heapgraph/2" }), "format"),
            (json!({ "format": "heapgraph/1", "types": 3 }), "types"),
            (json!({ "format": "heapgraph/1", "types": { "A": { "f": 1 } } }), "types.A.f"),
            (json!({ "format": "heapgraph/1", "roots": { "r": "set" , "s": "set " } }), "roots.s"),
        ] {
            assert_eq!(Header::read(&record).expect_err("it is none").path, place);
        }
    }
}
