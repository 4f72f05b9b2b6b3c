//! Whether the tuples of some heaps can be numbered.

use korrel_lang::model::{Model, Value};
use korrel_lang::walk::{Node, walk};

/// The most columns of the expressions in the spec and in what is asked beside it.
pub fn widest(model: &Model, asked: &[Value]) -> usize {
    let mut most = 2;
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let bodies = model.functions.iter().map(|(_, function)| Node::of_value(&function.body));
    for node in facts.chain(bodies).chain(asked.iter().map(Node::of_value)) {
        walk(node, &mut |node| {
            if let Node::Relation(expr) = node {
                most = most.max(expr.arity);
            }
        });
    }
    most
}

/// What is said if the tuples of so many columns over all atoms are more than there are numbers.
pub(super) fn too_many(model: &Model, atoms: usize, widest: usize) -> Option<String> {
    let fields = model.fields.iter().map(|(_, field)| 1 + field.range.arity());
    let widest = fields.chain([widest]).max().unwrap_or(2);
    let fits = u32::try_from(widest).ok().and_then(|arity| atoms.checked_pow(arity));
    let is_small = fits.is_some_and(|tuples| isize::try_from(tuples).is_ok());
    (!is_small).then(|| format!("{atoms} atoms are too many for relations of {widest} columns"))
}
