//! The actions by which the steps of traces are called, and their parameters as records have them.

use std::cell::LazyCell;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Declaration, Function, FunctionId, Model};
use korrel_sat::Effort;
use korrel_translate::{Bounds, Overflow, Scopes, upper_bound};

use super::{Member, parameters};

/// An action, and its parameters.
#[derive(Clone, Debug)]
pub struct NamedAction {
    /// No two actions have one name: one that is taken gets a prime.
    pub name: String,
    pub function: FunctionId,
    pub parameters: Vec<Member>,
}

impl NamedAction {
    /// A predicate as an action of this name.
    pub fn of(model: &Model, name: String, function: FunctionId) -> NamedAction {
        let parameters = parameters(model, &model.functions[function].parameters);
        NamedAction { name, function, parameters }
    }
}

/// The sets that a parameter stands for are tried one by one: 2¹⁰ of them, at most.
const MOST_TUPLES: usize = 10;

/// The actions of a command, and a warning for each that has too many arguments to try.
pub(super) fn actions(model: &Model, command: &Command) -> (Vec<NamedAction>, Vec<Diagnostic>) {
    let (mut found, mut warnings): (Vec<NamedAction>, Vec<Diagnostic>) = Default::default();
    // A command without bounds has no traces either.
    let bounds = LazyCell::new(|| {
        let scopes = Scopes::new(model, command, Overflow::default()).ok()?;
        Bounds::new(model, command, &scopes, &Effort::default()).ok()
    });
    for id in model.actions(command) {
        let function = &model.functions[id];
        let mut of_sets =
            function.parameters.iter().filter(|group| !group.range.is_one()).peekable();
        let is_open = of_sets.peek().is_some() && bounds.is_none();
        let tuples = |group| tuples(model, group, bounds.as_ref()?);
        if is_open || of_sets.map(tuples).sum::<Option<usize>>().is_none_or(|all| all > MOST_TUPLES)
        {
            warnings.push(too_many(function));
            continue;
        }
        let mut name = function.name.clone();
        while found.iter().any(|other| other.name == name) {
            name.push('\'');
        }
        found.push(NamedAction::of(model, name, id));
    }
    (found, warnings)
}

/// The number of tuples that the values of some sets or relations are made of, or `None` for sequences, which have
/// gaps.
fn tuples(model: &Model, group: &Declaration, bounds: &Bounds) -> Option<usize> {
    let is_sequence = group.variables.iter().any(|&variable| model.variables[variable].is_sequence);
    (!is_sequence).then(|| upper_bound(&group.range, bounds).len() * group.variables.len())
}

fn too_many(function: &Function) -> Diagnostic {
    let name = &function.name;
    let of_sets = function.parameters.iter().find(|group| !group.range.is_one());
    let place = of_sets.map_or(function.span, |group| group.span);
    Diagnostic::new(
        code::UNNAMED,
        format!("no step is called by `{name}`: it has too many arguments"),
    )
    .at(place, "this stands for sets or relations")
    .related(function.span, "the action")
    .help(format!("all of 2^{MOST_TUPLES} sets are tried, and no more; a smaller scope may do"))
    .help("or let the action have parameters that are one object each")
}
