//! The declarations that fit a document: the narrowest that all its states keep to.

use std::collections::BTreeSet;

use super::{AlloyField, AlloySig, AlloyState, AlloyXml};
use crate::header::{Enumeration, Header, Member, ObjectType, SubsetSig};
use crate::shape::{Column, Shape};

pub(super) fn header(document: &AlloyXml) -> Header {
    let first = &document.states[0];
    let types = first.sigs.iter().filter(|sig| is_type(first, sig));
    let types = types.map(|sig| ObjectType {
        name: sig.name.clone(),
        parent: parent(first, sig).map(|parent| parent.name.clone()),
        is_abstract: sig.is_abstract,
        fields: {
            let mut line: Vec<&AlloySig> = first.line(sig).collect();
            line.reverse();
            line.into_iter().flat_map(|sig| fields(document, sig)).collect()
        },
    });
    let enums = first.sigs.iter().filter(|sig| sig.is_enum).map(|sig| Enumeration {
        name: sig.name.clone(),
        values: {
            let is_value = |value: &&AlloySig| value.parent.as_ref() == Some(&sig.id);
            first.sigs.iter().filter(is_value).map(|value| value.name.clone()).collect()
        },
    });
    let sets = first.sigs.iter().filter(|sig| sig.is_subset() && !sig.is_hidden);
    let sets = sets.map(|sig| SubsetSig {
        name: sig.name.clone(),
        of: Column::new(text(&columns(first, sig.of.iter()))),
        fields: fields(document, sig),
    });
    let roots = first.sigs.iter().filter(|sig| sig.is_one && is_type(first, sig));
    let roots = roots.map(|sig| Member {
        name: sig.name.clone(),
        shape: Shape::One(Column::new(sig.name.clone())),
    });
    let witnesses = first.skolems.iter().filter(|one| !one.types.is_empty());
    let witnesses = witnesses.map(|one| Member {
        name: witness(first, &one.name).to_owned(),
        shape: shape(document, one, 0, &[one.name.as_str()], |state| &state.skolems),
    });
    Header {
        spec: document.file.clone(),
        command: document.command.clone(),
        roots: roots.collect(),
        types: types.collect(),
        enums: enums.collect(),
        sets: sets.collect(),
        relations: relations(document),
        witnesses: witnesses.collect(),
        variable: variable(document),
        ..Header::default()
    }
}

/// Objects are of it.
fn is_type(state: &AlloyState, sig: &AlloySig) -> bool {
    !sig.is_builtin
        && !sig.is_subset()
        && !sig.is_hidden
        && !sig.is_enum
        && sig.boolean().is_none()
        && !is_booleans(state, sig)
        && state.enum_of(sig).is_none()
}

/// `boolean/Bool`.
fn is_booleans(state: &AlloyState, sig: &AlloySig) -> bool {
    let mut values = state.sigs.iter().filter(|value| value.parent.as_ref() == Some(&sig.id));
    sig.name.contains('/') && values.any(|value| value.boolean().is_some())
}

fn parent<'s>(state: &'s AlloyState, sig: &'s AlloySig) -> Option<&'s AlloySig> {
    state.line(sig).nth(1).filter(|parent| !parent.is_builtin)
}

/// `x`, of the skolem `$p_x`, unless another one is called so.
pub(super) fn witness<'n>(state: &AlloyState, name: &'n str) -> &'n str {
    let whole = name.trim_start_matches('$');
    // A command's own name may have the sign in it.
    fn short<'n>(state: &AlloyState, name: &'n str) -> Option<&'n str> {
        let own = name.strip_prefix(&state.label).and_then(|rest| rest.strip_prefix('_'));
        own.or_else(|| name.split_once('_').map(|(_, short)| short))
    }
    match short(state, whole).filter(|short| !short.is_empty()) {
        Some(own) => {
            let others = state
                .skolems
                .iter()
                .filter(|other| short(state, other.name.trim_start_matches('$')) == Some(own));
            if others.count() > 1 { whole } else { own }
        }
        None => whole,
    }
}

/// The fields that a sig declares.
fn fields(document: &AlloyXml, sig: &AlloySig) -> Vec<Member> {
    let own = document.states[0].fields.iter().filter(|field| field.parent == sig.id);
    let own = own.filter(|field| !field.is_hidden && !sig.is_builtin);
    let member = |field: &AlloyField| {
        let owners = owners(document, sig);
        let owners: Vec<&str> = owners.iter().map(String::as_str).collect();
        let name = field.name.clone();
        Member { name, shape: shape(document, field, 1, &owners, |state| &state.fields) }
    };
    own.map(member).collect()
}

/// The objects that have the fields of a sig, in any state.
fn owners(document: &AlloyXml, sig: &AlloySig) -> BTreeSet<String> {
    let of = |state: &AlloyState| -> Vec<String> {
        let is_below = |other: &&AlloySig| state.line(other).any(|one| one.id == sig.id);
        let below = state.sigs.iter().filter(is_below);
        below.flat_map(|sig| &sig.atoms).cloned().collect()
    };
    document.states.iter().flat_map(of).collect()
}

/// The narrowest shape that a field has in all states, behind so many columns that say whose it is.
fn shape(
    document: &AlloyXml,
    field: &AlloyField,
    before: usize,
    owners: &[&str],
    among: impl Fn(&AlloyState) -> &[AlloyField],
) -> Shape {
    let first = &document.states[0];
    let same = document.states.iter().flat_map(&among).filter(|other| other.id() == field.id());
    let told = same.filter_map(|other| other.tuples.first()).map(Vec::len).max();
    let arity = field.types.first().map_or(0, Vec::len).max(told.unwrap_or(0));
    let column = |at: usize| {
        let of = field.types.iter().filter_map(|product| product.get(at));
        Column::new(text(&columns(first, of)))
    };
    let rest: Vec<Column> = (before..arity).map(column).collect();
    let tuples = |state: usize, owner: &str| -> Vec<&[String]> {
        let same = among(&document.states[state]).iter().filter(|one| one.id() == field.id());
        let tuples = same.flat_map(|one| &one.tuples);
        let own = tuples.filter(|tuple| before == 0 || tuple.first().is_some_and(|of| of == owner));
        own.map(|tuple| &tuple[before.min(tuple.len())..]).collect()
    };
    let all = || (0..document.states.len()).flat_map(|at| owners.iter().map(move |of| (at, *of)));
    let is_sequence = |tuples: &[&[String]]| {
        let mut indices: Vec<usize> =
            tuples.iter().filter_map(|tuple| tuple.first()?.parse().ok()).collect();
        indices.sort_unstable();
        indices.len() == tuples.len() && indices.into_iter().eq(0..tuples.len())
    };
    let starts_with_index = || {
        let id = field.types.first().and_then(|product| product.get(before));
        id.and_then(|id| first.sig(id)).is_some_and(|sig| sig.name == "seq/Int")
    };
    match &rest[..] {
        [one] => {
            let counts: BTreeSet<usize> = all().map(|(at, of)| tuples(at, of).len()).collect();
            match counts.last() {
                Some(1) if counts.len() == 1 => Shape::One(one.clone()),
                Some(0 | 1) => Shape::Lone(one.clone()),
                _ => Shape::Set(one.clone()),
            }
        }
        [_, item] if starts_with_index() && all().all(|(at, of)| is_sequence(&tuples(at, of))) => {
            Shape::Sequence(item.clone())
        }
        _ => Shape::Relation(rest),
    }
}

impl AlloyField {
    /// By which it is known in other states.
    fn id(&self) -> (&str, &str) {
        (&self.parent, &self.name)
    }
}

/// The sorts of a column, each once.
fn columns<'i>(state: &AlloyState, ids: impl Iterator<Item = &'i String>) -> Vec<String> {
    let mut sorts: Vec<String> = Vec::new();
    for sig in ids.filter_map(|id| state.sig(id)) {
        let sort = match sig.name.as_str() {
            "Int" | "seq/Int" => "int",
            "String" => "string",
            _ if is_booleans(state, sig) || sig.boolean().is_some() => "bool",
            _ if sig.is_builtin || sig.is_hidden => "univ",
            name => state.enum_of(sig).map_or(name, |of| &of.name),
        };
        if !sorts.iter().any(|other| other == sort) {
            sorts.push(sort.to_owned());
        }
    }
    sorts
}

fn text(sorts: &[String]) -> String {
    match sorts {
        [] => "univ".to_owned(),
        sorts if sorts.iter().any(|sort| sort == "univ") => "univ".to_owned(),
        sorts => sorts.join("|"),
    }
}

/// The fields of values of enums, which are no objects.
fn relations(document: &AlloyXml) -> Vec<Member> {
    let first = &document.states[0];
    let of_enum = |field: &&AlloyField| {
        let sig = first.sig(&field.parent);
        sig.is_some_and(|sig| sig.is_enum || first.enum_of(sig).is_some()) && !field.is_hidden
    };
    let member = |field: &AlloyField| {
        let sig = first.sig(&field.parent).expect("it was found");
        let arity = field.types.first().map_or(2, Vec::len);
        let column = |at: usize| {
            let of = field.types.iter().filter_map(|product| product.get(at));
            Column::new(text(&columns(first, of)))
        };
        Member {
            name: format!("{}.{}", sig.name, field.name),
            shape: Shape::Relation((0..arity).map(column).collect()),
        }
    };
    first.fields.iter().filter(of_enum).map(member).collect()
}

/// The changing parts: those that are declared so, and those that differ between states.
fn variable(document: &AlloyXml) -> Vec<String> {
    let first = &document.states[0];
    let mut found = Vec::new();
    if !document.is_trace() {
        return found;
    }
    let set = |tuples: &[Vec<String>]| tuples.iter().cloned().collect::<BTreeSet<_>>();
    for sig in first.sigs.iter().filter(|sig| is_type(first, sig) || sig.is_subset()) {
        let atoms = |state: &AlloyState| {
            let sig = state.sig(&sig.id);
            sig.map(|sig| sig.atoms.iter().cloned().collect::<BTreeSet<_>>())
        };
        let differs = document.states.iter().any(|state| atoms(state) != atoms(first));
        if sig.is_variable || differs {
            found.push(sig.name.clone());
        }
    }
    for field in &first.fields {
        let Some(sig) = first.sig(&field.parent).filter(|sig| !sig.is_builtin) else { continue };
        let tuples = |state: &AlloyState| {
            let same = state.fields.iter().find(|other| other.id() == field.id());
            same.map(|same| set(&same.tuples))
        };
        let differs = document.states.iter().any(|state| tuples(state) != tuples(first));
        if (field.is_variable || differs) && !field.is_hidden {
            found.push(format!("{}.{}", sig.name, field.name));
        }
    }
    found
}
