//! Scopes that are not as the command says.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Model};

use super::{Raised, Scopes};

/// A warning for each sig that may hold more than its scope says, because its children need it.
pub fn scope_warnings(model: &Model, command: &Command, scopes: &Scopes) -> Vec<Diagnostic> {
    scopes.raised.iter().map(|raised| warning(model, command, *raised)).collect()
}

fn warning(model: &Model, command: &Command, raised: Raised) -> Diagnostic {
    let Raised { sig, from, to } = raised;
    let declared = &model.sigs[sig];
    let stated = command.scope.sigs.iter().find(|scope| scope.sig == sig);
    let span = stated.map_or(command.scope.span.unwrap_or(command.span), |scope| scope.span);
    let name = &declared.name;
    let message = format!("the scope of `{name}` is raised from {from} to {to}");
    Diagnostic::new(code::RAISED_SCOPE, message)
        .at(span, format!("its children need {to}"))
        .related(declared.span, "declared here")
        .help(format!("write `{to} {name}`, or give its children smaller scopes"))
}
