//! The string literals that a command can mention: the atoms of `String`.

use std::collections::BTreeSet;

use korrel_lang::model::{Command, ExprKind, Model, Node, PairOp, Sig};

/// The literals in the facts, the goal and the functions that these call, and as many more strings
/// as the scope asks for, sorted.
pub fn strings(model: &Model, command: &Command) -> Vec<String> {
    let found = StringUses::of(model, command);
    let wanted = found.wanted(command) as usize;
    let mut strings = found.strings;
    let mut number = 0;
    while strings.len() < wanted {
        strings.insert(format!("String{number}"));
        number += 1;
    }
    strings.into_iter().collect()
}

/// The least number of strings, without a list of them.
pub fn count_strings(model: &Model, command: &Command) -> u64 {
    // Most commands say nothing of strings.
    if command.scope.strings.is_none() {
        return 0;
    }
    StringUses::of(model, command).wanted(command)
}

#[derive(Default)]
struct StringUses {
    /// True if anything mentions strings that are no literals.
    has_unnamed: bool,
    strings: BTreeSet<String>,
}

impl StringUses {
    fn of(model: &Model, command: &Command) -> StringUses {
        let mut from: Vec<Node> =
            model.facts.iter().map(|fact| Node::from(&fact.formula)).collect();
        from.push(Node::from(&command.goal));
        let ranges = model.fields.iter().map(|(_, field)| &field.range);
        let parameters = command.parameters.iter().map(|declaration| &declaration.range);
        from.extend(ranges.chain(parameters).map(|range| Node::from(range.domain())));
        let mut found = StringUses::default();
        model.reachable(from).for_each(|node| found.see(node));
        found
    }

    /// The number that the scope asks for. Strings that nothing mentions are in no instance, and
    /// make no instance differ from another.
    fn wanted(&self, command: &Command) -> u64 {
        let scope = command.scope.strings.filter(|_| self.has_unnamed);
        scope.map_or(0, |scope| u64::from(scope.sizes.max))
    }

    fn see(&mut self, node: Node) {
        let Node::Relation(expr) = node else { return };
        match &expr.kind {
            ExprKind::Sig(Sig::UNIVERSE | Sig::STRING)
            | ExprKind::Identity
            | ExprKind::Unary(PairOp::ReflexiveClosure, _) => self.has_unnamed = true,
            ExprKind::String(text) => {
                self.strings.insert(text.clone());
            }
            _ => {}
        }
    }
}
