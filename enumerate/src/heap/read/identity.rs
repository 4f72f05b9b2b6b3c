//! The objects of a heap, and their types.

use korrel_lang::model::SigId;
use korrel_lang::similar::most_similar;
use serde_json::Value as Json;

use super::super::graph::Object;
use super::place::JsonPlace;
use super::{JsonObject, RecordReader};

impl<'a> RecordReader<'a> {
    /// The objects, without fields. Makes their ids known.
    pub(super) fn identify(&mut self, objects: &'a JsonObject) -> Vec<Object<'a>> {
        let mut found = Vec::new();
        for (id, json) in objects {
            let ty = self.type_of(json, JsonPlace::Root("objects").key(id));
            self.ids.insert(id, ty.map(|(sig, _)| (found.len(), sig)));
            if let Some((sig, type_name)) = ty {
                found.push(Object { id: id.into(), sig, type_name, fields: Vec::new() });
            }
        }
        found
    }

    pub(super) fn type_of(&mut self, json: &'a Json, path: JsonPlace) -> Option<(SigId, &'a str)> {
        let fields = self.object(json, path)?;
        let path = path.key("$type");
        let name = match fields.get("$type") {
            None => {
                let types = self.types();
                let slip = ["type", "Type", "$Type", "_type", "@type", "class", "$class", "kind"];
                let found = slip.iter().find(|key| fields.contains_key(**key));
                return match found {
                    Some(found) => {
                        self.fail(path, format!("missing; `{found}` is written `$type`; {types}"))
                    }
                    None => self.fail(path, format!("missing; {types}")),
                };
            }
            Some(Json::String(name)) => name,
            Some(other) => return self.fail(path, format!("{other} is not the name of a type")),
        };
        let schema = self.schema;
        match schema.types.iter().find(|ty| ty.name == *name) {
            None => {
                let names: Vec<String> = schema.types.iter().map(|ty| ty.name.clone()).collect();
                let hint = match most_similar(name, &names) {
                    Some(similar) => format!("did you mean `{similar}`? {}", self.types()),
                    None => self.types(),
                };
                self.fail(path, format!("there is no type `{name}`; {hint}"))
            }
            Some(ty) if ty.is_abstract && !self.model.sigs[ty.sig].children.is_empty() => self
                .fail(
                    path,
                    format!("`{name}` is abstract: an object is of a type that extends it"),
                ),
            Some(ty) => Some((ty.sig, &ty.name)),
        }
    }

    /// "the types are `Tree`, `Node`".
    fn types(&self) -> String {
        let types = self.schema.types.iter();
        let names: Vec<String> =
            types.filter(|ty| !ty.is_abstract).map(|ty| format!("`{}`", ty.name)).collect();
        match names.as_slice() {
            [] => "the spec has no types of objects".to_owned(),
            names => format!("the types are {}", names.join(", ")),
        }
    }
}
