//! A check that the evaluator can judge the instances of a problem in a bearable time.
//!
//! It goes through all values of a variable, which is right for atoms and, as long as there are few,
//! for sets and relations. Where there may be more, nothing is judged, rather than only some.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Declaration, Model, Node};
use korrel_lang::source::Span;
use korrel_translate::{Bounds, upper_bound};

use crate::problem::Problem;

/// A quantifier whose variables may hold more tuples than this, all in all, has too many values.
const MAX_TUPLES: usize = 16;

impl Problem<'_> {
    /// # Errors
    /// A quantifier over too many sets or relations for all of them to be tried.
    pub fn check_judged(&self) -> Result<(), Diagnostic> {
        let goal = Node::Formula(&self.question.command.goal);
        refusal(self.question.model, self.question.bounds.clone(), [goal]).map_or(Ok(()), Err)
    }
}

/// The message if the facts, or the formula that is asked beside them, go through too many sets or
/// relations.
fn refusal<'a>(
    model: &'a Model,
    bounds: Bounds,
    asked: impl IntoIterator<Item = Node<'a>>,
) -> Option<Diagnostic> {
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let mut sizes = JudgedSizes { bounds, excess: None };
    model.functions.iter().for_each(|(_, function)| sizes.bind(&function.parameters));
    model.reachable(facts.chain(asked)).for_each(|node| sizes.add(node.declarations()));
    let (span, tuples) = sizes.excess?;
    let message = format!("the evaluator would try 2^{tuples} sets or relations");
    let refusal = Diagnostic::new(code::TOO_LARGE, message);
    Some(refusal.at(span, "for each binding of the variables around this"))
}

struct JudgedSizes {
    /// The bounds with all variables met so far as parameters.
    bounds: Bounds,
    /// The first declaration that makes too many, and how many tuples there are.
    excess: Option<(Span, usize)>,
}

impl JudgedSizes {
    /// The declarations of one quantifier.
    fn add(&mut self, declarations: &[Declaration]) {
        let mut tuples = 0;
        for declaration in declarations {
            self.bind(std::slice::from_ref(declaration));
            if !declaration.range.is_one() {
                let each = upper_bound(&declaration.range, &self.bounds).len();
                tuples += each * declaration.variables.len();
            }
            if tuples > MAX_TUPLES && self.excess.is_none() {
                self.excess = Some((declaration.span, tuples));
            }
        }
    }

    fn bind(&mut self, declarations: &[Declaration]) {
        self.bounds.declare(declarations);
    }
}
