//! The roots of a heap: the values from which a reader starts.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Declaration, Model, SigId, SigMultiplicity};

use super::Member;
use super::column::SortColumn;
use super::declare::inherited_fields;
use super::names::{SchemaNames, is_enum_value};
use super::shape::{DeclaredForm, Shape};
use super::sort::is_hidden;

pub(super) fn roots(model: &Model, names: &SchemaNames, command: &Command) -> Vec<Member> {
    let sigs = model.sigs.ids().filter(|&sig| is_root(model, sig));
    let sigs = sigs.map(|sig| Member {
        name: names.get(sig).to_owned(),
        relation: Relation::Sig(sig),
        shape: Shape::One(SortColumn::new(model, [sig])),
    });
    parameters(model, &command.parameters).into_iter().chain(sigs).collect()
}

/// A `one` sig whose atom has fields, inherited ones included, unless a module hides it.
fn is_root(model: &Model, sig: SigId) -> bool {
    let declared = &model.sigs[sig];
    declared.multiplicity == SigMultiplicity::One
        && !is_hidden(model, sig)
        && !is_enum_value(model, sig)
        && inherited_fields(model, sig).next().is_some()
}

pub(super) fn parameters(model: &Model, declarations: &[Declaration]) -> Vec<Member> {
    let mut members = Vec::new();
    for declaration in declarations {
        members.extend(declaration.variables.iter().map(|&id| {
            let variable = &model.variables[id];
            let form =
                if variable.is_sequence { DeclaredForm::Sequence } else { DeclaredForm::Plain };
            Member {
                name: variable.name.clone(),
                relation: Relation::Variable(id),
                shape: Shape::of(model, &declaration.range, &variable.ty, form),
            }
        }));
    }
    members
}
