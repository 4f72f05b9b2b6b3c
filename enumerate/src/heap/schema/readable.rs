//! A schema whose records can be read back.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};

use super::Schema;

impl Schema {
    /// The schema of a command, without witnesses.
    ///
    /// # Errors
    /// Names that a reader could not tell apart.
    pub fn of(spec: &Spec, command: &Command) -> Result<Schema, Mistakes> {
        let parameters = || command.parameters.iter().flat_map(|group| &group.variables);
        let is_parameter = |span| parameters().any(|&p| spec.model.variables[p].span == span);
        let what = |span| if is_parameter(span) { "a parameter" } else { "a `one` sig" };
        let schema = Schema::new(&spec.model, command).map_err(|clash| {
            let message = format!("two roots are called `{}`", clash.name);
            spec.mistake(
                Diagnostic::new(code::ROOT_NAMES, message)
                    .at(clash.second, what(clash.second))
                    .related(clash.first, what(clash.first))
                    .help("rename a parameter"),
            )
        })?;
        let ambiguities = schema.ambiguities(&spec.model, command);
        if ambiguities.is_empty() { Ok(schema) } else { Err(spec.mistakes(ambiguities)) }
    }
}
