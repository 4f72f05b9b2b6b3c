//! What a theme says of names that a spec does not have.

use korrel_heapgraph::Header;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use super::AlloyTheme;
use crate::hints::is_name;

impl AlloyTheme {
    /// Warnings about names that the spec of a header does not have. Those that the viewer makes up, and those of its
    /// libraries, are passed over.
    pub fn unknown(&self, header: &Header) -> Vec<Diagnostic> {
        let mut told: Vec<&str> = Vec::new();
        let mut unknown = Vec::new();
        for (name, place) in &self.projected {
            let is_type = header.types.iter().any(|ty| is_name(name, &ty.name));
            if is_type || is_made_up(name) || told.contains(&&**name) {
                continue;
            }
            told.push(name);
            let message = match is_known(header, name) {
                true => {
                    format!("the theme projects over `{name}`, which has no objects of its own")
                }
                false => format!("the theme speaks of `{name}`, which the spec does not have"),
            };
            unknown.push(Diagnostic::new(code::UNHEEDED, message).at(*place, "it is passed over"));
        }
        for (name, place) in &self.names {
            if told.contains(&&**name) || is_made_up(name) || is_known(header, name) {
                continue;
            }
            told.push(name);
            let message = format!("the theme speaks of `{name}`, which the spec does not have");
            unknown.push(Diagnostic::new(code::UNHEEDED, message).at(*place, "it is passed over"));
        }
        unknown
    }
}

/// Parameters (`$p_x`), orders (`ord/First`), and sigs that are no objects.
fn is_made_up(name: &str) -> bool {
    let builtin = ["univ", "Int", "String", "seq/Int", "First", "Last", "Next", "Prev", "none"];
    name.contains('$') || name.ends_with("/Ord") || builtin.contains(&name)
}

fn is_known(header: &Header, name: &str) -> bool {
    let types = header.types.iter().map(|ty| &ty.name);
    let fields = header.types.iter().flat_map(|ty| &ty.fields).map(|field| &field.name);
    let of_sets = header.sets.iter().flat_map(|set| &set.fields).map(|field| &field.name);
    let sets = header.sets.iter().map(|set| &set.name).chain(of_sets);
    let values = header.enums.iter().flat_map(|of| of.values.iter().chain([&of.name]));
    let beside = header.roots.iter().chain(&header.relations).chain(&header.witnesses);
    let beside = beside.map(|member| &member.name);
    let mut all = types.chain(fields).chain(sets).chain(values).chain(beside);
    all.any(|own| is_name(name, own) || own.rsplit('.').next() == Some(name))
}
