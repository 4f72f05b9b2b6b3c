//! No predicate or function calls itself, directly or not: its value would have no end.

use crate::arena::Id;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{FunctionId, Node, Value};
use crate::resolve::context::Resolver;
use crate::source::Span;

impl Resolver<'_> {
    /// Reports each circle of calls once.
    pub(crate) fn refuse_recursion(&mut self) {
        let mut done = vec![false; self.model.functions.len()];
        for start in self.model.functions.ids() {
            let mut path = Vec::new();
            self.follow_calls(start, &mut path, &mut done);
        }
    }

    fn follow_calls(
        &mut self,
        function: FunctionId,
        path: &mut Vec<FunctionId>,
        done: &mut [bool],
    ) {
        if done[function.index()] {
            return;
        }
        path.push(function);
        for (callee, span) in calls(&self.model.functions[function].body) {
            match path.iter().position(|&open| open == callee) {
                Some(from) => self.recursion(&path[from..], span),
                None => Self::with_stack(|| self.follow_calls(callee, path, done)),
            }
        }
        path.pop();
        done[function.index()] = true;
    }

    fn recursion(&mut self, circle: &[FunctionId], call: Span) {
        let functions = &self.model.functions;
        let names: Vec<&str> = circle.iter().map(|&f| functions[f].name.as_str()).collect();
        let (name, declared) = (names[0], functions[circle[0]].span);
        let chain = names.join("` calls `");
        let diagnostic = Diagnostic::new(code::RECURSION, format!("`{name}` calls itself"))
            .at(call, format!("`{chain}` calls `{name}`"))
            .related(declared, "declared here")
            .help("use `^` or `*` to follow a relation any number of steps");
        self.diagnostics.push(diagnostic);
    }
}

/// The calls in a body, in order.
fn calls(body: &Value) -> Vec<(FunctionId, Span)> {
    let nodes = Node::from(body).descendants();
    nodes.filter_map(|node| node.call().map(|(function, _)| (function, node.span()))).collect()
}
