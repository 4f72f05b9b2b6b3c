//! The string literals that a command can speak of: the atoms of `String`.

use korrel_lang::model::{Command, ExprKind, FormulaKind, FunctionId, IntExprKind, Model};
use korrel_lang::walk::{Node, walk};

/// The literals in the facts, the goal and the functions that these call, and as many more strings
/// as the scope asks for; sorted.
pub fn strings(model: &Model, command: &Command) -> Vec<String> {
    let mut found = Found::default();
    for fact in &model.facts {
        found.collect(Node::Formula(&fact.formula));
    }
    found.collect(Node::Formula(&command.goal));
    let mut at = 0;
    while let Some(&function) = found.functions.get(at) {
        found.collect(Node::of_value(&model.functions[function].body));
        at += 1;
    }
    let mut strings = found.strings;
    let wanted = command.scope.strings.map_or(0, |scope| scope.sizes.max as usize);
    let mut number = 0;
    while strings.len() < wanted {
        let text = format!("String{number}");
        if !strings.contains(&text) {
            strings.push(text);
        }
        number += 1;
    }
    strings.sort();
    strings
}

#[derive(Default)]
struct Found {
    strings: Vec<String>,
    functions: Vec<FunctionId>,
}

impl Found {
    fn collect(&mut self, node: Node) {
        walk(node, &mut |node| {
            let function = match node {
                Node::Formula(formula) => match &formula.kind {
                    FormulaKind::Call(function, _) => Some(*function),
                    _ => None,
                },
                Node::Relation(expr) => match &expr.kind {
                    ExprKind::Call(function, _) => Some(*function),
                    ExprKind::String(text) if !self.strings.contains(text) => {
                        self.strings.push(text.clone());
                        None
                    }
                    _ => None,
                },
                Node::Integer(int) => match &int.kind {
                    IntExprKind::Call(function, _) => Some(*function),
                    _ => None,
                },
            };
            self.functions.extend(function.filter(|function| !self.functions.contains(function)));
        });
    }
}
