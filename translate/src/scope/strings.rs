//! The string literals that a command can speak of: the atoms of `String`.

use std::collections::BTreeSet;

use korrel_lang::model::{Command, ExprKind, FormulaKind, FunctionId, IntExprKind, Model, Sig};
use korrel_lang::walk::{Node, domains_of, walk};
use rustc_hash::FxHashSet;

/// The literals in the facts, the goal and the functions that these call, and as many more strings
/// as the scope asks for; sorted.
pub fn strings(model: &Model, command: &Command) -> Vec<String> {
    let found = Found::of(model, command);
    let wanted = found.wanted(command) as usize;
    let mut strings = found.strings;
    let mut number = 0;
    while strings.len() < wanted {
        strings.insert(format!("String{number}"));
        number += 1;
    }
    strings.into_iter().collect()
}

/// How many there are at the least, without a list of them.
pub fn count_strings(model: &Model, command: &Command) -> u64 {
    // Most commands say nothing of strings.
    if command.scope.strings.is_none() {
        return 0;
    }
    Found::of(model, command).wanted(command)
}

#[derive(Default)]
struct Found {
    /// Whether anything speaks of strings that are no literals.
    has_unnamed: bool,
    strings: BTreeSet<String>,
    /// In the order in which they are met.
    functions: Vec<FunctionId>,
    is_met: FxHashSet<FunctionId>,
}

impl Found {
    fn of(model: &Model, command: &Command) -> Found {
        let mut found = Found::default();
        for fact in &model.facts {
            found.collect(Node::Formula(&fact.formula));
        }
        found.collect(Node::Formula(&command.goal));
        let ranges = model.fields.iter().map(|(_, field)| &field.range);
        let parameters = command.parameters.iter().map(|declaration| &declaration.range);
        let mut domains = Vec::new();
        domains_of(ranges.chain(parameters), &mut domains);
        domains.into_iter().for_each(|domain| found.collect(domain));
        let mut at = 0;
        while let Some(&function) = found.functions.get(at) {
            found.collect(Node::of_value(&model.functions[function].body));
            at += 1;
        }
        found
    }

    /// How many the scope asks for. Those that nothing speaks of are in no instance, and make none
    /// another one.
    fn wanted(&self, command: &Command) -> u64 {
        let scope = command.scope.strings.filter(|_| self.has_unnamed);
        scope.map_or(0, |scope| u64::from(scope.sizes.max))
    }

    fn collect(&mut self, node: Node) {
        walk(node, &mut |node| {
            let function = match node {
                Node::Formula(formula) => match &formula.kind {
                    FormulaKind::Call(function, _) => Some(*function),
                    _ => None,
                },
                Node::Relation(expr) => match &expr.kind {
                    ExprKind::Call(function, _) => Some(*function),
                    ExprKind::Sig(Sig::UNIVERSE | Sig::STRING)
                    | ExprKind::Identity
                    | ExprKind::ReflexiveClosure(_) => {
                        self.has_unnamed = true;
                        None
                    }
                    ExprKind::String(text) => {
                        self.strings.insert(text.clone());
                        None
                    }
                    _ => None,
                },
                Node::Integer(int) => match &int.kind {
                    IntExprKind::Call(function, _) => Some(*function),
                    _ => None,
                },
            };
            self.functions.extend(function.filter(|&function| self.is_met.insert(function)));
        });
    }
}
