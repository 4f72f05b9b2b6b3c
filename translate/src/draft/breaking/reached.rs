//! Is every atom of a class reached? There are two ways to state that one is not reached. A solver answers.

use std::collections::BTreeSet;

use korrel_lang::model::{Command, Expr, ExprKind, FieldId, Model, Node, PairOp, RelationOp};
use korrel_lang::universe::AtomId;

use crate::bounds::Cell;
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::encode::Reach;
use crate::symmetry::rooted::{RootedClass, target_of};

/// "Some atom in use is not reached": there is a set of atoms of the class, not empty and all in
/// use, into which no pointer leads from outside. A set that is closed backwards needs no closure,
/// and no order in which atoms are reached.
pub fn closed_backwards(
    rooted: &RootedClass,
    bit: &impl Fn(&Cell) -> Bit,
    in_use: &impl Fn(AtomId) -> Bit,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    let outside: Vec<Bit> = rooted.atoms.iter().map(|_| circuit.input()).collect();
    let place = |atom| rooted.place(atom);
    let mut roots = vec![circuit.or(outside.iter().copied())];
    for (at, &atom) in rooted.atoms.iter().enumerate() {
        roots.push(circuit.implies(outside[at], in_use(atom)));
    }
    for row in &rooted.rows {
        let owner = row.owner.and_then(place).map_or(Bit::FALSE, |owner| outside[owner]);
        for cell in &row.cells {
            let target = place(target_of(cell)).expect("a row leads to the class");
            roots.push(circuit.or([!bit(cell), !outside[target], owner]));
        }
    }
    roots
}

/// The atoms that are reached by `entry.*(f + g)`, where `entry` are the atoms outside the class
/// that have pointers of f or g into it, and the targets of other pointers from outside. A spec
/// that states that all atoms are reached does so by such a closure. With the same fields the gates
/// are the same. If the closure is opaque, the reached atoms are inputs, about which nothing is
/// known but what the spec says of the same expression.
pub fn reach(
    rooted: &RootedClass,
    atoms: usize,
    bit: &impl Fn(&Cell) -> Bit,
    is_opaque: bool,
    circuit: &mut Circuit,
) -> Reach {
    let ReachedSteps { entry, steps } = ReachedSteps::of(rooted, atoms, bit, circuit);
    let reached = if is_opaque {
        let targets = steps.entries().map(|(index, _)| index % atoms);
        let reachable: BTreeSet<usize> =
            targets.chain(entry.entries().map(|(atom, _)| atom)).collect();
        Matrix::from_entries(atoms, 1, reachable.into_iter().map(|atom| (atom, circuit.input())))
    } else {
        entry.join(&steps.closure(circuit), circuit).union(&entry, circuit)
    };
    Reach { entry, steps, reached }
}

/// "Some atom in use is not reached." If the spec says that all are, the question answers itself.
pub fn missing(
    reach: &Reach,
    rooted: &RootedClass,
    in_use: &impl Fn(AtomId) -> Bit,
    circuit: &mut Circuit,
) -> Bit {
    let missing: Vec<Bit> = rooted
        .atoms
        .iter()
        .map(|&atom| circuit.and([in_use(atom), !reach.reached.get(atom.0 as usize)]))
        .collect();
    circuit.or(missing)
}

/// The rows of a class as relations.
pub struct ReachedSteps {
    /// The targets of the other rows that come from outside, and the starts of the steps that do.
    pub entry: Matrix,
    /// Along the class's own fields.
    pub steps: Matrix,
}

impl ReachedSteps {
    pub fn of(
        rooted: &RootedClass,
        atoms: usize,
        bit: &impl Fn(&Cell) -> Bit,
        circuit: &mut Circuit,
    ) -> ReachedSteps {
        let mut entry: Vec<Vec<Bit>> = vec![Vec::new(); atoms];
        let mut steps: Vec<Vec<Bit>> = vec![Vec::new(); atoms * atoms];
        for row in &rooted.rows {
            for cell in &row.cells {
                let target = target_of(cell).0 as usize;
                match row.owner.filter(|_| rooted.is_step(row)) {
                    None => entry[target].push(bit(cell)),
                    Some(owner) => {
                        steps[owner.0 as usize * atoms + target].push(bit(cell));
                        if !rooted.is_own(row) {
                            entry[owner.0 as usize].push(Bit::TRUE);
                        }
                    }
                }
            }
        }
        let matrix = |bits: Vec<Vec<Bit>>, arity, circuit: &mut Circuit| {
            let any = |(index, bits)| (index, circuit.or(bits));
            let entries: Vec<(usize, Bit)> = bits.into_iter().enumerate().map(any).collect();
            Matrix::from_entries(atoms, arity, entries)
        };
        ReachedSteps { entry: matrix(entry, 1, circuit), steps: matrix(steps, 2, circuit) }
    }
}

/// The sets of fields whose closures a spec mentions, in order of appearance: `left + right` in `*(left +
/// right)`. After them come the fields of steps that are written otherwise, as a comprehension or a function:
/// a guess, but one that suffices where `*parts` goes along `members` and `items`.
pub fn closed_fields(model: &Model, command: &Command) -> Vec<Vec<FieldId>> {
    let facts = model.facts.iter().map(|fact| Node::Formula(&fact.formula));
    let bodies = model.functions.iter().map(|(_, function)| Node::from(&function.body));
    let roots = facts.chain([Node::Formula(&command.goal)]).chain(bodies);
    let steps: Vec<&Expr> = roots.flat_map(Node::descendants).filter_map(closed).collect();
    let unions = steps.iter().filter_map(|steps| union_of_fields(steps));
    let others = steps.iter().filter(|steps| union_of_fields(steps).is_none());
    let mut sets: Vec<Vec<FieldId>> = Vec::new();
    for mut fields in unions.chain(others.map(|steps| fields_in(model, steps))) {
        fields.sort_unstable();
        fields.dedup();
        if !fields.is_empty() && !sets.contains(&fields) {
            sets.push(fields);
        }
    }
    sets
}

/// The expression that a closure is taken of.
fn closed<'m>(node: Node<'m>) -> Option<&'m Expr> {
    match node {
        Node::Relation(Expr { kind: ExprKind::Unary(op, of), .. }) => {
            matches!(op, PairOp::Closure | PairOp::ReflexiveClosure).then_some(of)
        }
        _ => None,
    }
}

/// All fields that an expression mentions, by itself or through functions.
fn fields_in(model: &Model, expr: &Expr) -> Vec<FieldId> {
    let nodes = model.reachable([Node::Relation(expr)]);
    let field = |node: Node<'_>| match node {
        Node::Relation(Expr { kind: ExprKind::Field(field), .. }) => Some(*field),
        _ => None,
    };
    nodes.filter_map(field).collect()
}

fn union_of_fields(expr: &Expr) -> Option<Vec<FieldId>> {
    match &expr.kind {
        ExprKind::Field(field) => Some(vec![*field]),
        ExprKind::Binary(RelationOp::Union, a, b) => {
            Some([union_of_fields(a)?, union_of_fields(b)?].concat())
        }
        _ => None,
    }
}
