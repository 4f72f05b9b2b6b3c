//! A name of its own for everything that has one.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::model::{
    Binder, Declaration, FieldId, FunctionId, Model, Node, SigId, SigKind, VariableId,
};

#[derive(Clone)]
pub(super) struct PrintNames {
    pub sigs: Arena<SigId, String>,
    pub fields: Arena<FieldId, String>,
    pub functions: Arena<FunctionId, String>,
    pub variables: Arena<VariableId, String>,
    /// The name of each command's goal, by the command's number.
    pub goals: Vec<String>,
}

impl PrintNames {
    pub fn of(model: &Model) -> PrintNames {
        let mut taken = UsedNames::default();
        let sigs = model.sigs.iter().map(|(_, sig)| match sig.kind {
            SigKind::Builtin => sig.path.clone(),
            _ => taken.fresh(&sig.path),
        });
        let sigs = sigs.collect();
        let fields = model.fields.iter().map(|(_, field)| taken.fresh(&field.name)).collect();
        let functions = model.functions.iter().map(|(_, f)| taken.fresh(&f.name)).collect();
        let goals = model.commands.iter().map(|command| taken.fresh(&command.label)).collect();
        PrintNames { sigs, fields, functions, goals, variables: variables(model, &taken) }
    }
}

/// Within each paragraph they differ from each other, and from all that is no variable.
fn variables(model: &Model, taken: &UsedNames) -> Arena<VariableId, String> {
    let mut names: Arena<VariableId, String> =
        model.variables.ids().map(|_| String::new()).collect();
    let mut paragraph = |parameters: &[Declaration], root: Node| {
        let mut taken = taken.clone();
        let within = root.descendants().filter_map(Node::binder);
        let bound = parameters.iter().flat_map(|declaration| declaration.variables.clone());
        for variable in bound.chain(within.flat_map(Binder::variables)) {
            names[variable] = taken.fresh(&model.variables[variable].name);
        }
    };
    for (_, field) in model.fields.iter() {
        paragraph(&[], Node::from(field.range.domain()));
    }
    for fact in &model.facts {
        paragraph(&[], Node::from(&fact.formula));
    }
    for (_, function) in model.functions.iter() {
        paragraph(&function.parameters, Node::from(&function.body));
    }
    for command in &model.commands {
        paragraph(&command.parameters, Node::from(&command.goal));
    }
    names
}

#[derive(Clone, Default)]
struct UsedNames(BTreeSet<String>);

impl UsedNames {
    /// The name, as far as it is an identifier, with a number if it is taken.
    fn fresh(&mut self, name: &str) -> String {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let plain: String = name.chars().map(|c| if is_part(c) { c } else { '_' }).collect();
        // `this` is a name only where Alloy gives it.
        let plain = if plain == "this" { "self".to_string() } else { plain };
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let fresh = names.find(|name| !self.0.contains(name)).expect("numbers do not end");
        self.0.insert(fresh.clone());
        fresh
    }
}
