//! What a scope leaves out, and hardly anybody means to: texts for a field of strings, and a range for one of numbers.
//!
//! *Problem.* `String` has the texts that the spec writes, so `name: String` is empty in a spec without any, and a
//! sig with such a field has no atoms. `Int` without a range is −8..7, so a key is one of sixteen numbers: 65,536
//! choices for four nodes. Both are as in Alloy, and both are found out late.
//!
//! *Choice.* Each is said once, of the first field for which it is true. Of numbers it is said only where the spec
//! compares the field's values with each other, or does nothing with them. Where something compares it with a written
//! number or a size, or computes with it, its values are bounded, or their author has thought of it (and W0001 is
//! about overflows).
//!
//! *Rejected.* To ask a solver whether a field takes its extreme values: this costs a search, and says the same of
//! the specs that matter.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Command, Expr, ExprKind, FactOrigin, Field, FieldId, Formula, FormulaKind, IntExpr,
    IntExprKind, Measure, Model, Node, Range, Sig, SigId,
};

use super::Scopes;
use super::strings::strings;

/// Warnings about a scope that lacks a part.
pub(super) fn unstated(model: &Model, command: &Command, scopes: &Scopes) -> Vec<Diagnostic> {
    no_strings(model, command, scopes)
        .into_iter()
        .chain(all_integers(model, command, scopes))
        .collect()
}

/// The first field of the user's whose range has a sig in it, and where it stands there. A sig that the scope leaves
/// empty does not count.
fn field_of<'m>(
    model: &'m Model,
    scopes: &Scopes,
    wanted: SigId,
    is_told: impl Fn(FieldId) -> bool,
) -> Option<(&'m Field, &'m Expr)> {
    let own = model.fields.iter().filter(|(id, field)| {
        let is_there = scopes.sizes(field.sig).is_none_or(|sizes| sizes.max > 0);
        is_there && !model.sigs[field.sig].is_library && !field.is_defined && is_told(*id)
    });
    let mut found = own.filter_map(|(_, field)| {
        let mut below = Node::from(field.range.domain()).descendants();
        below.find_map(|node| match node {
            Node::Relation(expr) if matches!(expr.kind, ExprKind::Sig(sig) if sig == wanted) => {
                Some((field, expr))
            }
            _ => None,
        })
    });
    found.next()
}

fn no_strings(model: &Model, command: &Command, scopes: &Scopes) -> Option<Diagnostic> {
    if command.scope.strings.is_some() || !strings(model, command).is_empty() {
        return None;
    }
    let (field, place) = field_of(model, scopes, Sig::STRING, |_| true)?;
    let is_needed = matches!(&field.range, Range::Of { multiplicity, domain }
        if multiplicity.at_least_one() && matches!(domain.kind, ExprKind::Sig(Sig::STRING)));
    let name = &field.name;
    let label = match is_needed {
        true => format!("`{name}` needs one, so there is no `{}`", model.sigs[field.sig].name),
        false => format!("so `{name}` is empty"),
    };
    let scope = command.scope.text(model, &["exactly 3 String"]);
    let message = "`String` has no values: the spec writes no text, and the scope asks for none";
    Some(Diagnostic::new(code::NO_STRINGS, message).at(place.span, label).help(format!(
        "for three texts, whichever they are: `for {scope}`; or write those that matter: \"a\""
    )))
}

fn all_integers(model: &Model, command: &Command, scopes: &Scopes) -> Option<Diagnostic> {
    if command.scope.integers.is_some() {
        return None;
    }
    let known = known(model, command);
    let (field, place) = field_of(model, scopes, Sig::INT, |field| !known.contains(&field))?;
    let (least, greatest) = scopes.integers;
    let positions = model.fields.iter().any(|(_, field)| field.is_sequence);
    let most = if positions { scopes.max_sequence.max(4) - 1 } else { 3 };
    let scope = command.scope.text(model, &[&format!("0..{most} Int")]);
    let number = greatest - least + 1;
    let message = format!("`Int` is {least}..{greatest}, for the scope has no range of integers");
    Some(
        Diagnostic::new(code::ALL_INTEGERS, message)
            .at(place.span, format!("each of these {number} numbers can be in `{}`", field.name))
            .help(format!("fewer are usually enough: `for {scope}`")),
    )
}

/// The fields about which more is known than how their values compare with each other.
fn known(model: &Model, command: &Command) -> Vec<FieldId> {
    let facts = model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
    let mut from: Vec<Node<'_>> = facts.map(|fact| Node::Formula(&fact.formula)).collect();
    from.push(Node::Formula(&command.goal));
    let mut known = Vec::new();
    for node in model.reachable(from) {
        match node {
            Node::Formula(formula) if sides(formula).into_iter().flatten().any(is_a_bound) => {
                known.extend(fields_below(node));
            }
            Node::Integer(IntExpr { kind: IntExprKind::Binary(..), .. }) => {
                known.extend(fields_below(node));
            }
            _ => {}
        }
    }
    known
}

/// The sides of a comparison.
fn sides(formula: &Formula) -> Option<[Node<'_>; 2]> {
    match &formula.kind {
        FormulaKind::Compare(_, a, b) => Some([Node::Integer(a), Node::Integer(b)]),
        FormulaKind::Equal(a, b) | FormulaKind::Subset(a, b) => {
            Some([Node::Relation(a), Node::Relation(b)])
        }
        _ => None,
    }
}

/// True if a number is written in it, or it is a size.
fn is_a_bound(side: Node<'_>) -> bool {
    side.descendants().any(|node| {
        let Node::Integer(int) = node else { return false };
        matches!(
            int.kind,
            IntExprKind::Constant(_)
                | IntExprKind::Measure(Measure::Cardinality, _)
                | IntExprKind::Least
                | IntExprKind::Greatest
        )
    })
}

fn fields_below(node: Node<'_>) -> impl Iterator<Item = FieldId> {
    node.descendants().filter_map(|node| match node {
        Node::Relation(Expr { kind: ExprKind::Field(field), .. }) => Some(*field),
        _ => None,
    })
}
