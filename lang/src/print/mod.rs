//! A resolved model as Alloy again.
//!
//! The text says everything that the model says. The facts that declarations imply are written out, functions
//! that nothing calls are left out, and modules are one file. Korrel reads it again and finds as many
//! instances. Names are those of the spec, except where two things share one.

mod command;
mod declaration;
mod expression;
mod names;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::model::{Fact, FactOrigin, Formula, FormulaKind, FunctionId, Model, Node, VariableId};
use names::PrintNames;

/// The model as a spec of one module.
pub fn print(model: &Model) -> String {
    let printer = Printer { model, names: PrintNames::of(model), this: None };
    let mut text = String::new();
    for sig in model.sigs.ids() {
        text += &printer.sig(sig);
    }
    for fact in &model.facts {
        text += &printer.fact(fact);
    }
    for function in called(model) {
        text += &printer.function(function);
    }
    for (number, command) in model.commands.iter().enumerate() {
        text += &printer.command(number, command);
    }
    text
}

struct Printer<'m> {
    model: &'m Model,
    names: PrintNames,
    /// The variable that is `this` where fields are declared.
    this: Option<VariableId>,
}

impl<'m> Printer<'m> {
    fn fact(&self, fact: &'m Fact) -> String {
        let mut text = match fact.origin {
            FactOrigin::Written => String::new(),
            FactOrigin::Sig(_) | FactOrigin::Field(_) | FactOrigin::OverTime(_) => {
                format!("// {}\n", fact.name)
            }
        };
        writeln!(text, "fact {}", self.block(&fact.formula)).expect("strings take all");
        text
    }

    /// A formula in braces, a line for each conjunct.
    fn block(&self, formula: &'m Formula) -> String {
        let lines: Vec<String> = match &formula.kind {
            FormulaKind::And(parts) => parts.iter().map(|part| self.formula(part)).collect(),
            _ => vec![self.formula(formula)],
        };
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("{{\n{lines}}}")
    }
}

/// The functions that facts and commands call.
fn called(model: &Model) -> BTreeSet<FunctionId> {
    let facts = model.facts.iter().map(|fact| Node::from(&fact.formula));
    let goals = model.commands.iter().map(|command| Node::from(&command.goal));
    model.reachable(facts.chain(goals)).filter_map(|node| node.call()).map(|(id, _)| id).collect()
}
