//! A command as Alloy prints it.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, CommandKind, Declaration, Expect, Multiplicity, Range};
use korrel_lang::parse::rewritten;
use korrel_lang::spec::Spec;

/// A command in Alloy's words.
#[derive(Clone, Debug)]
pub struct CommandNotation {
    /// `Check safe for 3 but 2 A, 3 int expect 1`.
    pub command: String,
    /// The label. Alloy counts commands without a name from 1, we from 0.
    pub label: String,
    /// The parameters that are part of an instance, as written: `a, b: one (A)`.
    pub parameters: Vec<(Declaration, String)>,
}

impl CommandNotation {
    /// The parameters for which `is_root` holds are part of an instance.
    pub fn new(
        spec: &Spec,
        command: &Command,
        is_root: impl Fn(Relation) -> bool,
    ) -> CommandNotation {
        let is_part = |declaration: &&Declaration| {
            declaration.variables.iter().all(|&variable| is_root(Relation::Variable(variable)))
        };
        let parts = command.parameters.iter().filter(is_part);
        CommandNotation {
            command: command_text(spec, command),
            label: label(command),
            parameters: parts.map(|part| (part.clone(), parameter(spec, part))).collect(),
        }
    }
}

fn command_text(spec: &Spec, command: &Command) -> String {
    let word = match command.kind {
        CommandKind::Run => "Run",
        CommandKind::Check => "Check",
    };
    let mut text = format!("{word} {}", label(command));
    if let Some(sizes) = spec.sizes(command) {
        let sizes = rewritten(&sizes, |clause| {
            let integers = clause.sigs.iter().filter(|part| part.sig.text == "Int");
            integers.map(|part| (part.sig.span, "int".to_owned())).collect()
        });
        text += &format!(" for {}", sizes.expect("it was read before"));
    }
    match command.expect {
        Some(Expect::Unsatisfiable) => text + " expect 0",
        Some(Expect::Satisfiable) => text + " expect 1",
        // Alloy counts nothing.
        Some(Expect::Exactly(_)) | None => text,
    }
}

fn label(command: &Command) -> String {
    match command.label.split_once('$').map(|(word, number)| (word, number.parse::<u64>())) {
        Some((word, Ok(number))) => format!("{word}${}", number + 1),
        _ => command.label.clone(),
    }
}

fn parameter(spec: &Spec, declaration: &Declaration) -> String {
    let names = declaration.variables.iter();
    let names: Vec<&str> =
        names.map(|&variable| spec.model.variables[variable].name.as_str()).collect();
    format!("{}: {}", names.join(", "), range(spec, declaration))
}

/// The range of a declaration, as it is written, with its multiplicity.
fn range(spec: &Spec, declaration: &Declaration) -> String {
    let variable = &spec.model.variables[declaration.variables[0]];
    if variable.is_sequence {
        let last = variable.ty.products.first().and_then(|product| product.last());
        return last.map_or(String::new(), |&sig| format!("seq {}", spec.model.sigs[sig].path));
    }
    match &declaration.range {
        Range::Of { multiplicity, domain } => {
            let word = match multiplicity {
                Multiplicity::One => "one ",
                Multiplicity::Lone => "lone ",
                Multiplicity::Some => "some ",
                Multiplicity::Set if domain.arity == 1 => "set ",
                Multiplicity::Set => "",
            };
            format!("{word}({})", spec.sources.text(domain.span))
        }
        Range::Arrow { domain, .. } => spec.sources.text(domain.span).to_owned(),
    }
}
