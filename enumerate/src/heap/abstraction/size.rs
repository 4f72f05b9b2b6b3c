//! A check that the tuples of some heaps can be numbered.

use korrel_lang::model::{Model, Node, Value};

/// The most columns of the expressions in the spec and in the question beside it.
pub fn widest(model: &Model, asked: &[Value]) -> usize {
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let bodies = model.functions.iter().map(|(_, function)| Node::from(&function.body));
    let nodes = facts.chain(bodies).chain(asked.iter().map(Node::from)).flat_map(Node::descendants);
    let arities = nodes.filter_map(|node| match node {
        Node::Relation(expr) => Some(expr.arity),
        _ => None,
    });
    arities.fold(2, usize::max)
}

/// The message if there are more tuples of this arity over all atoms than numbers.
pub(super) fn too_many(model: &Model, atoms: usize, widest: usize) -> Option<String> {
    let fields = model.fields.iter().map(|(_, field)| 1 + field.range.arity());
    let widest = fields.chain([widest]).max().unwrap_or(2);
    let fits = u32::try_from(widest).ok().and_then(|arity| atoms.checked_pow(arity));
    let is_small = fits.is_some_and(|tuples| isize::try_from(tuples).is_ok());
    (!is_small).then(|| format!("{atoms} atoms are too many for relations of {widest} columns"))
}
