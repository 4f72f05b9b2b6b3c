//! `korrel gen`: classes of a spec's heaps in another language.

use std::path::Path;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::operations::operations;
use korrel_enumerate::shown_variables;
use korrel_gen::{CodeOptions, Declarations, GenerateError, Language, Method, generate};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use crate::commands::shared::header::header;
use crate::files::fresh::write_text;
use crate::files::spec::load;
use crate::flags::{GenFlags, TongueFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(flags: &GenFlags, report: &Reporter) -> Result<Exit, Error> {
    let spec = load(&flags.spec, &flags.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let declarations = declarations(&spec, flags)?;
    let file = flags.output.as_deref().filter(|_| flags.tongue == TongueFlag::Java);
    let options = CodeOptions {
        values: flags.values.clone(),
        driver: flags.driver,
        name: file.and_then(class_name),
    };
    let text = generate(language(flags.tongue), &declarations, &options).map_err(refused)?;
    write_text(flags.output.as_deref(), &text)?;
    Ok(Exit::Success)
}

fn declarations(spec: &Spec, flags: &GenFlags) -> Result<Declarations, Error> {
    let command = spec.command(flags.command.as_deref())?;
    let shown = shown_variables(&spec.model, &command);
    let schema = Schema::of(spec, &command)?.with_witnesses(&spec.model, &shown);
    let mut header = header(spec, &schema, &command, None);
    for name in ["spec", "command"] {
        let text = header[name].as_str().map(|text| visible(text).into_owned());
        header.insert(name.to_owned(), text.into());
    }
    let operations = if flags.driver { tested(spec)? } else { Vec::new() };
    Ok(Declarations::read(&Json::Object(header), operations))
}

/// The operations that a driver answers.
fn tested(spec: &Spec) -> Result<Vec<Method>, Error> {
    let mut found = Vec::new();
    for operation in operations(spec, None)? {
        let schema = Schema::of(spec, &operation.command)?;
        let header = header(spec, &schema, &operation.command, None);
        found.push(Method::new(&operation.name, &header["roots"]));
    }
    Ok(found)
}

/// Java calls a class as its file.
fn class_name(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    let is_name = stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && stem.starts_with(|c: char| !c.is_ascii_digit())).then(|| stem.to_owned())
}

fn language(flag: TongueFlag) -> Language {
    match flag {
        TongueFlag::Python => Language::Python,
        TongueFlag::Java => Language::Java,
        TongueFlag::TypeScript => Language::TypeScript,
        TongueFlag::Rust => Language::Rust,
    }
}

fn refused(refused: GenerateError) -> Error {
    let diagnostic = Diagnostic::new(code::FILE, refused.message);
    Error::Usage(match refused.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    })
}
