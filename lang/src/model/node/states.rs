//! Formulas about two states: the one before an operation and the one after it.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, Node, State};
use crate::source::Span;

/// Why there is no second state where nothing is declared by `var`.
pub const NOTHING_CHANGES: &str = "nothing changes: no sig and no field is declared by `var`";

/// The mistake of relating two states in a place that is about one.
pub fn one_state(what: &str) -> Diagnostic {
    Diagnostic::new(code::TEMPORAL, format!("{what} speaks of one state"))
        .help("two states are related by a postcondition: `pred NAME_post`, of the operation NAME")
}

impl Model {
    /// The place where a node says that a name is read in the state afterwards, or calls a function
    /// that says so. `None` if it is about one state.
    pub fn second_state(&self, node: Node<'_>) -> Option<Span> {
        let says = |node: &Node<'_>| node.state().is_some();
        // Each call is looked through by itself, which takes long where calls are many.
        if !self.reachable([node]).any(|below| says(&below)) {
            return None;
        }
        node.descendants().find_map(|node| match node.call() {
            Some((callee, _)) => {
                let body = Node::from(&self.functions[callee].body);
                self.reachable([body]).any(|below| says(&below)).then_some(node.span())
            }
            None => node.state().map(|state| first_mark(node, state)),
        })
    }
}

/// The mark by which a node says its state. If its whole body is read afterwards, that is the first
/// mark of the state before, if there is one.
fn first_mark(node: Node<'_>, state: State) -> Span {
    let mut below = node.descendants();
    let ticked = below.find(|below| state == State::After && below.state() == Some(State::Before));
    ticked.unwrap_or(node).span()
}
