//! The types of a spec as heaps have them.

use korrel_enumerate::heap::Schema;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;

use crate::messages::error::Error;

/// Without witnesses.
///
/// # Errors
/// Names that a reader could not tell apart.
pub fn plain(spec: &Spec, command: &Command) -> Result<Schema, Error> {
    let parameters = || command.parameters.iter().flat_map(|group| &group.variables);
    let is_parameter = |span| parameters().any(|&p| spec.model.variables[p].span == span);
    let what = |span| if is_parameter(span) { "a parameter" } else { "a `one` sig" };
    let schema = Schema::new(&spec.model, command).map_err(|clash| {
        let message = format!("two roots are called `{}`", clash.name);
        Error::about(
            spec,
            Diagnostic::new(code::ROOT_NAMES, message)
                .at(clash.second, what(clash.second))
                .related(clash.first, what(clash.first))
                .help("rename a parameter"),
        )
    })?;
    let ambiguities = schema.ambiguities(&spec.model, command);
    match ambiguities.is_empty() {
        true => Ok(schema),
        false => Err(Error::Spec(Box::new(spec.sources.clone()), ambiguities)),
    }
}
