//! Types, enums and subset sigs from their declarations.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Field, FieldId, Model, Sig, SigId, SigKind};

use super::column::SortColumn;
use super::names::SchemaNames;
use super::shape::{DeclaredForm, Shape};
use super::sort::{Sort, is_boolean};
use super::{Member, SchemaEnum, SchemaType, Subset};

pub(super) fn object_type(model: &Model, names: &SchemaNames, sig: SigId) -> Option<SchemaType> {
    let declared = &model.sigs[sig];
    let parent = match declared.kind {
        SigKind::TopLevel => None,
        SigKind::Extends(parent) => Some(parent),
        SigKind::Builtin | SigKind::Subset { .. } => return None,
    };
    if Sort::of(model, sig) != [Sort::Object(sig)] {
        return None;
    }
    Some(SchemaType {
        name: names.get(sig).to_owned(),
        sig,
        parent,
        is_abstract: declared.is_abstract,
        fields: inherited_fields(model, sig).map(|field| field_member(model, field)).collect(),
    })
}

/// The fields of a sig's atoms: those of its top-level sig first, its own last.
pub(super) fn inherited_fields(model: &Model, sig: SigId) -> impl Iterator<Item = FieldId> {
    let mut line = vec![sig];
    while let SigKind::Extends(parent) = model.sigs[line[line.len() - 1]].kind {
        line.push(parent);
    }
    line.into_iter().rev().flat_map(|sig| model.sigs[sig].fields.iter().copied())
}

fn field_member(model: &Model, id: FieldId) -> Member {
    let field = &model.fields[id];
    Member {
        name: field.name.clone(),
        relation: Relation::Field(id),
        shape: Shape::of(model, &field.range, &field.ty, form(field)),
    }
}

fn form(field: &Field) -> DeclaredForm {
    match (field.is_defined, field.is_sequence) {
        (true, _) => DeclaredForm::Defined,
        (false, true) => DeclaredForm::Sequence,
        (false, false) => DeclaredForm::Plain,
    }
}

pub(super) fn enumeration(model: &Model, names: &SchemaNames, sig: SigId) -> Option<SchemaEnum> {
    let declared = &model.sigs[sig];
    let value = |&child: &SigId| (names.get(child).to_owned(), child);
    (declared.is_enum && !is_boolean(model, sig)).then(|| SchemaEnum {
        name: names.get(sig).to_owned(),
        sig,
        values: declared.children.iter().map(value).collect(),
    })
}

pub(super) fn subset(model: &Model, names: &SchemaNames, sig: SigId) -> Option<Subset> {
    let SigKind::Subset { .. } = model.sigs[sig].kind else {
        return None;
    };
    let fields = model.sigs[sig].fields.iter().filter(|_| holds_objects(model, sig));
    Some(Subset {
        name: names.get(sig).to_owned(),
        sig,
        of: SortColumn::new(model, [sig]),
        fields: fields.map(|&field| field_member(model, field)).collect(),
    })
}

/// A sig's fields, if not all its atoms are objects. Their shape is `rel`, their sig's column first.
pub(super) fn relations(model: &Model, names: &SchemaNames, sig: SigId) -> Vec<Member> {
    let fields = model.sigs[sig].fields.iter().filter(|_| !holds_objects(model, sig));
    fields.map(|&field| relation(model, names, sig, field)).collect()
}

fn relation(model: &Model, names: &SchemaNames, sig: SigId, field: FieldId) -> Member {
    let member = field_member(model, field);
    let mut columns = vec![SortColumn::new(model, [sig])];
    match member.shape {
        Shape::One(column) | Shape::Lone(column) | Shape::Set(column) => columns.push(column),
        Shape::Sequence(column) => columns.extend([SortColumn::new(model, [Sig::SEQ_INT]), column]),
        Shape::Map(key, value) => columns.extend([key, value]),
        Shape::Relation(rest) => columns.extend(rest),
    }
    let name = format!("{}.{}", names.get(sig), member.name);
    Member { name, shape: Shape::Relation(columns), ..member }
}

fn holds_objects(model: &Model, sig: SigId) -> bool {
    Sort::of(model, sig).iter().all(|sort| matches!(sort, Sort::Object(_)))
}
