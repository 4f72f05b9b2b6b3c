//! A counterexample in which two variables stand for one atom: `all a, b: A` includes a = b.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Declaration, Model, Node};
use serde_json::Value as Json;

/// Returns the remark on the first counterexample, if its witnesses are the same.
pub fn same_witnesses(model: &Model, command: &Command, first: &Json) -> Option<Diagnostic> {
    if command.kind != CommandKind::Check {
        return None;
    }
    let quantifiers = Node::Formula(&command.goal).descendants();
    let quantifiers = quantifiers.filter(|node| matches!(node, Node::Formula(_)));
    let mut declarations = quantifiers.flat_map(Node::declarations);
    declarations.find_map(|declaration| note(model, declaration, first.get("witness")?))
}

fn note(model: &Model, declaration: &Declaration, witnesses: &Json) -> Option<Diagnostic> {
    if declaration.is_disjoint {
        return None;
    }
    let name = |at: usize| model.variables[declaration.variables[at]].name.as_str();
    for b in 1..declaration.variables.len() {
        let value = witnesses.get(name(b)).filter(|value| value.is_string());
        let twin = (0..b).find(|&a| value.is_some() && witnesses.get(name(a)) == value);
        if let Some(a) = twin {
            let (a, b) = (name(a), name(b));
            let message = format!("it fails for {a} = {b}: two variables can stand for one atom");
            return Some(
                Diagnostic::note(message)
                    .at(declaration.span, "these need not differ")
                    .help(format!("`all disj {a}, {b}: …` speaks of two atoms")),
            );
        }
    }
    None
}
