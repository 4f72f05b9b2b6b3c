//! Names that a file cannot have as they stand in the spec. A note in the file tells readers who look for them.

use super::{CodeModel, Property, Struct};
use crate::syntax::Syntax;

/// A name of the spec, with its owner where it has one, and how a file spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenamedMember {
    pub spec: String,
    pub code: String,
}

pub fn renamed(language: &dyn Syntax, code: &CodeModel) -> Vec<RenamedMember> {
    let mut all = Vec::new();
    let mut note = |owner: &str, name: &str, ident: &str| {
        if name != ident {
            all.push(RenamedMember { spec: format!("{owner}{name}"), code: ident.to_owned() });
        }
    };
    for of in &code.enums {
        note("", &of.name, &of.ident);
        for (value, ident) in of.values.iter().filter(|_| language.has_names_of_values()) {
            note(&format!("{}.", of.name), value, ident);
        }
    }
    for class in code.classes.iter().filter(|class| language.has_class(class)) {
        note("", &class.name, &class.ident);
        let is_own = |property: &&Property| language.repeats_inherited() || !property.is_inherited;
        for property in class.properties.iter().filter(is_own) {
            note(&format!("{}.", class.name), &property.name, &property.ident);
        }
    }
    let mut note_all = |owner: &str, group: &Struct| {
        group.properties.iter().for_each(|member| note(owner, &member.name, &member.ident));
    };
    note_all("", &code.roots);
    [&code.sets, &code.relations, &code.witness]
        .into_iter()
        .flatten()
        .for_each(|group| note_all("", group));
    for operation in &code.operations {
        note_all(&format!("{}.", operation.name), &operation.roots);
    }
    for operation in &code.operations {
        note("", &operation.name, &operation.ident);
    }
    all.dedup();
    all
}
