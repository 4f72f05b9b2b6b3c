//! When the calls of actions must throw: `put_throws` is about the state before a call of `put`.

use korrel_enumerate::heap::NamedAction;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{FunctionId, Model, Node};
use korrel_lang::similar::most_similar;
use korrel_lang::source::Span;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::states::one_state;

use super::find::{PRE, THROWS, optional, predicates};

/// The parameter of an action that stands for the returned value.
pub(super) const RESULT: &str = "result";

/// The predicate of each action that says when it must throw, as an action of the same name, or `None` where there is
/// none.
///
/// # Errors
/// A predicate whose parameters are not those of its action, or that is about more than one state.
pub(super) fn throwing(
    spec: &Spec,
    actions: &[NamedAction],
) -> Result<Vec<Option<NamedAction>>, Mistakes> {
    let of = |action: &NamedAction| {
        let name = format!("{}{THROWS}", spec.model.functions[action.function].name);
        let Some(predicate) = optional(spec, &name)? else { return Ok(None) };
        condition(&spec.model, action, predicate).map(Some).map_err(|mistake| spec.mistake(mistake))
    };
    actions.iter().map(of).collect()
}

/// A predicate `NAME_throws` that is about no action.
#[derive(Clone, Debug, PartialEq)]
pub struct IdleThrows {
    pub name: String,
    /// `NAME`, which is no action.
    pub action: String,
    /// The predicate that was probably meant.
    pub meant: Option<String>,
    pub span: Span,
    /// There is a predicate `NAME`, so that its being no action may be a choice.
    pub is_chosen: bool,
}

/// The predicates `NAME_throws` that are about none of these actions, and about no operation with inputs of its own.
pub fn idle_throws(spec: &Spec, actions: &[NamedAction]) -> Vec<IdleThrows> {
    let name = |action: &NamedAction| spec.model.functions[action.function].name.clone();
    let names: Vec<String> = actions.iter().map(name).collect();
    let has = |name: &str| predicates(spec).any(|(_, known)| known == name);
    let idle = |(id, name): (FunctionId, &str)| {
        let action = name.strip_suffix(THROWS)?.to_owned();
        if names.contains(&action) || has(&format!("{action}{PRE}")) {
            return None;
        }
        // Of each action that has none yet.
        let free: Vec<String> =
            names.iter().filter(|name| !has(&format!("{name}{THROWS}"))).cloned().collect();
        let meant = most_similar(&action, &free).map(|meant| format!("{meant}{THROWS}"));
        let span = spec.model.functions[id].span;
        Some(IdleThrows { name: name.to_owned(), meant, span, is_chosen: has(&action), action })
    };
    predicates(spec).filter_map(idle).collect()
}

fn condition(
    model: &Model,
    action: &NamedAction,
    predicate: FunctionId,
) -> Result<NamedAction, Diagnostic> {
    let function = &model.functions[predicate];
    let condition = NamedAction::of(model, action.name.clone(), predicate);
    let asked: Vec<_> = action.parameters.iter().filter(|one| one.name != RESULT).collect();
    let is_asked = |name: &str, arity: usize| {
        asked.iter().any(|one| one.name == name && one.shape.arity() == arity)
    };
    let is_own = condition.parameters.iter().all(|one| is_asked(&one.name, one.shape.arity()));
    if !is_own || condition.parameters.len() != asked.len() {
        let names: Vec<String> = asked.iter().map(|one| format!("`{}`", one.name)).collect();
        let help = match names.as_slice() {
            [] => format!("`{}` has no parameters", action.name),
            names => format!("its parameters are those of `{}`: {}", action.name, names.join(", ")),
        };
        let message = format!("the parameters of `{}` are not those of the action", function.name);
        return Err(Diagnostic::new(code::OPERATION, message)
            .at(function.span, "this says when the action must throw")
            .related(model.functions[action.function].span, "the action")
            .help(help));
    }
    let body = Node::from(&function.body);
    match model.lookahead(body) {
        Some(0) => Ok(condition),
        _ => Err(one_state("a predicate `NAME_throws`")
            .at(function.span, "it is about the state before the call")),
    }
}
