//! `korrel gen`: classes of a spec's heaps in another language.

use std::path::Path;

use korrel::answer::{RenamedName, TextRecord};
use korrel::stream::declared;
use korrel_campaign::operations::operations;
use korrel_gen::{
    CodeOptions, GenerateError, RenamedMember, TestedMethod, generate, generate_machine,
    is_identifier,
};
use korrel_heapgraph::Header;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;

use crate::files::fresh::write_text;
use crate::files::read::load;
use crate::flags::{AnswerFormatFlag, GenFlags, TongueFlag, name};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

/// The number of names that are reported; the file has all.
const MOST: usize = 5;

pub fn run(flags: &GenFlags, report: &Reporter) -> Result<Exit, Error> {
    let spec = load(&flags.spec, &flags.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let header = declarations(&spec, flags)?;
    let operations = if flags.driver { tested(&spec)? } else { Vec::new() };
    let file = flags.output.as_deref().filter(|_| flags.tongue == TongueFlag::Java);
    let options = CodeOptions {
        values: flags.values.clone(),
        driver: flags.driver,
        name: file.and_then(class_name),
    };
    if flags.traces {
        let text = generate_machine(flags.tongue.into(), &header, &options).map_err(refused)?;
        written(flags, text, Vec::new())?;
        return Ok(Exit::Success);
    }
    let code = generate(flags.tongue.into(), &header, &operations, &options).map_err(refused)?;
    let note = spelled_otherwise(&code.renamed);
    written(flags, code.text, code.renamed)?;
    if let Some(note) = note {
        report.note(&note);
    }
    Ok(Exit::Success)
}

/// Writes the code; as JSON with the names that are spelled otherwise.
fn written(flags: &GenFlags, text: String, renamed: Vec<RenamedMember>) -> Result<(), Error> {
    if flags.answer.format == AnswerFormatFlag::Text {
        return write_text(flags.output.as_deref(), &text);
    }
    let renamed =
        renamed.into_iter().map(|RenamedMember { spec, code }| RenamedName { spec, code });
    let (language, renamed) = (name(flags.tongue), renamed.collect());
    Ok(answer(&TextRecord::Code { language, text, renamed })?)
}

fn declarations(spec: &Spec, flags: &GenFlags) -> Result<Header, Error> {
    let command = spec.command(flags.command.as_deref())?;
    let types = declared(spec, &command)?;
    let shown = |text: &str| visible(text).into_owned();
    Ok(Header { spec: shown(&spec.name), command: shown(&spec.text(&command)), ..types })
}

/// The operations that a driver answers.
fn tested(spec: &Spec) -> Result<Vec<TestedMethod>, Error> {
    let mut found = Vec::new();
    for operation in operations(spec, None)? {
        let roots = declared(spec, &operation.command)?.roots;
        found.push(TestedMethod { name: operation.name, roots });
    }
    Ok(found)
}

/// The note on names that the language cannot have.
fn spelled_otherwise(renamed: &[RenamedMember]) -> Option<String> {
    let first =
        renamed.iter().take(MOST).map(|RenamedMember { spec, code }| format!("{spec} is {code}"));
    let first = first.collect::<Vec<_>>().join(", ");
    let rest = match renamed.len().saturating_sub(MOST) {
        0 => String::new(),
        rest => format!(", and {rest} more are listed in the file's head"),
    };
    (!renamed.is_empty())
        .then(|| format!("note: names of the spec are spelled otherwise: {first}{rest}"))
}

/// Java calls a class as its file.
fn class_name(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_str()?;
    is_identifier(stem).then(|| stem.to_owned())
}

fn refused(refused: GenerateError) -> Error {
    let diagnostic = Diagnostic::new(code::FILE, refused.message);
    Error::Usage(match refused.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    })
}
