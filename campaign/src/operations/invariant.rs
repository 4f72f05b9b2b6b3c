//! `--invariant`: a predicate that the roots of every input satisfy, and must satisfy afterwards.

use korrel_enumerate::heap::{Member, Schema, Shape};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Declaration, Expr, ExprKind, Formula, FormulaKind, Function, FunctionId, Model,
    Multiplicity, Quantifier, Range, SigId, Value,
};

use super::Invariant;
use super::parameters::variable;

/// # Errors
/// A predicate that has not one parameter of one atom, or an operation without a root of its type.
pub(super) fn invariant(
    model: &Model,
    schema: &Schema,
    predicate: FunctionId,
) -> Result<Invariant, Diagnostic> {
    let function = &model.functions[predicate];
    let Some((parameter, of)) = only_parameter(model, function) else {
        let message = format!("`{}` is not an invariant", function.name);
        return Err(Diagnostic::new(code::OPERATION, message)
            .at(function.span, "an invariant has one parameter, an atom of a sig"));
    };
    let roots = schema.roots.iter().filter(|root| is_of(model, root, of));
    let parts: Vec<Formula> =
        roots.map(|root| holds_of(model, predicate, parameter, root)).collect();
    if parts.is_empty() {
        let name = schema.name(of);
        let message = format!("no root of the input is a `{name}`");
        return Err(Diagnostic::new(code::OPERATION, message)
            .at(function.span, "so this says nothing about it"));
    }
    let span = function.span;
    Ok(Invariant { predicate, formula: Formula { kind: FormulaKind::And(parts), span } })
}

/// The command with inputs for which it holds.
pub(super) fn restricted(command: Command, invariant: &Invariant) -> Command {
    let parts = vec![command.goal.clone(), invariant.formula.clone()];
    let goal = Formula { kind: FormulaKind::And(parts), span: command.goal.span };
    Command { goal, ..command }
}

fn only_parameter<'m>(model: &Model, function: &'m Function) -> Option<(&'m Declaration, SigId)> {
    let [parameter] = function.parameters.as_slice() else { return None };
    let [variable] = parameter.variables[..] else { return None };
    match model.variables[variable].ty.products.as_slice() {
        [product] if product.len() == 1 && parameter.atoms().is_some() => {
            Some((parameter, product[0]))
        }
        _ => None,
    }
}

/// True if all that a root can hold is of a sig.
fn is_of(model: &Model, root: &Member, of: SigId) -> bool {
    let sigs: Vec<SigId> = match root.relation {
        Relation::Sig(sig) => vec![sig],
        Relation::Field(_) => return false,
        Relation::Variable(variable) => {
            let products = &model.variables[variable].ty.products;
            if products.iter().any(|product| product.len() != 1) {
                return false;
            }
            products.iter().map(|product| product[0]).collect()
        }
    };
    !sigs.is_empty() && sigs.iter().all(|sig| model.is_descendant(*sig, of))
}

/// The formula that the predicate holds of a root. If the root is one atom, it is a call. Otherwise
/// it says so for each atom in the root, by the predicate's own parameter.
fn holds_of(
    model: &Model,
    predicate: FunctionId,
    parameter: &Declaration,
    root: &Member,
) -> Formula {
    let function = &model.functions[predicate];
    let span = function.span;
    let root_expr = match root.relation {
        Relation::Variable(id) => variable(model, id),
        Relation::Sig(sig) => Expr { kind: ExprKind::Sig(sig), arity: 1, span },
        Relation::Field(_) => unreachable!("a root is a parameter or a sig"),
    };
    if matches!(root.shape, Shape::One(_)) {
        return Formula { kind: FormulaKind::Call(predicate, vec![root_expr]), span };
    }
    let Value::Formula(body) = &function.body else { unreachable!("it is a predicate") };
    let declaration =
        Declaration { range: Range::of(Multiplicity::One, root_expr), ..parameter.clone() };
    let kind = FormulaKind::Quantified {
        quantifier: Quantifier::All,
        declarations: vec![declaration],
        body: Box::new(body.clone()),
    };
    Formula { kind, span }
}
