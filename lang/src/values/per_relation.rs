//! The relations of a spec, and something for each of them.

use std::ops::{Index, IndexMut};

use crate::arena::Arena;
use crate::model::{FieldId, Relation, SigId, VariableId};

/// A `T` for each sig, each field, and each parameter of a command.
///
/// Invariant: a complete map has as many entries as the model's arenas, and no variable occurs twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerRelation<T> {
    sigs: Arena<SigId, T>,
    fields: Arena<FieldId, T>,
    /// The entries of the variables, in order of declaration.
    variables: Vec<(VariableId, T)>,
}

impl<T> PerRelation<T> {
    /// A map of sigs and fields, without variables.
    pub fn new(sigs: Arena<SigId, T>, fields: Arena<FieldId, T>) -> PerRelation<T> {
        PerRelation { sigs, fields, variables: Vec::new() }
    }

    /// The entry of the next field.
    pub fn push_field(&mut self, entry: T) {
        self.fields.push(entry);
    }

    /// The entry of a variable that has none.
    pub fn declare(&mut self, variable: VariableId, entry: T) {
        self.variables.push((variable, entry));
    }

    pub fn sigs(&self) -> &Arena<SigId, T> {
        &self.sigs
    }

    pub fn fields(&self) -> &Arena<FieldId, T> {
        &self.fields
    }

    pub fn variables(&self) -> &[(VariableId, T)] {
        &self.variables
    }

    pub fn variable(&self, variable: VariableId) -> Option<&T> {
        self.variables.iter().find(|(id, _)| *id == variable).map(|(_, entry)| entry)
    }

    /// All relations, in order.
    pub fn relations(&self) -> impl Iterator<Item = Relation> {
        let variables = self.variables.iter().map(|(variable, _)| Relation::Variable(*variable));
        let sigs = self.sigs.ids().map(Relation::Sig);
        sigs.chain(variables).chain(self.fields.ids().map(Relation::Field))
    }

    pub fn iter(&self) -> impl Iterator<Item = (Relation, &T)> {
        self.relations().map(|relation| (relation, &self[relation]))
    }

    /// Something else for each relation.
    pub fn map<U>(&self, mut image: impl FnMut(Relation, &T) -> U) -> PerRelation<U> {
        let sigs = self.sigs.iter().map(|(id, entry)| image(Relation::Sig(id), entry)).collect();
        let fields =
            self.fields.iter().map(|(id, entry)| image(Relation::Field(id), entry)).collect();
        let variables = self.variables.iter();
        let variables =
            variables.map(|(id, entry)| (*id, image(Relation::Variable(*id), entry))).collect();
        PerRelation { sigs, fields, variables }
    }
}

impl<T> Index<Relation> for PerRelation<T> {
    type Output = T;

    fn index(&self, relation: Relation) -> &T {
        match relation {
            Relation::Sig(sig) => &self.sigs[sig],
            Relation::Field(field) => &self.fields[field],
            Relation::Variable(variable) => self.variable(variable).expect(DECLARED),
        }
    }
}

impl<T> IndexMut<Relation> for PerRelation<T> {
    fn index_mut(&mut self, relation: Relation) -> &mut T {
        match relation {
            Relation::Sig(sig) => &mut self.sigs[sig],
            Relation::Field(field) => &mut self.fields[field],
            Relation::Variable(variable) => {
                let mut variables = self.variables.iter_mut();
                let found = variables.find(|(id, _)| *id == variable);
                found.map(|(_, entry)| entry).expect(DECLARED)
            }
        }
    }
}

const DECLARED: &str = "every parameter of the command is declared";
