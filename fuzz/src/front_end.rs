//! From any text as far as the program goes before it builds bounds.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{load, no_files};
use korrel_lang::model::Model;
use korrel_lang::parse::{parse, parse_scope};
use korrel_lang::resolve::{default_command, resolve};
use korrel_lang::source::{FileId, Sources, Span};
use korrel_translate::{Overflow, Scopes};

/// Parses a text, as a spec and as a scope.
pub fn parse_only(text: &str) {
    let (sources, file) = source(text);
    if let Err(mistakes) = parse(&sources, file) {
        render(&sources, &mistakes);
    }
    if let Err(mistake) = parse_scope(&sources, file) {
        render(&sources, &[mistake]);
    }
}

/// Parses and resolves a spec, renders what there is to say, and derives the scopes of all commands.
pub fn front_end(text: &str) {
    let (mut sources, file) = source(text);
    let (mut model, said) = model(&mut sources, file);
    render(&sources, &said);
    model.commands.push(default_command(Span { file, start: 0, end: 0 }));
    for command in &model.commands {
        if let Err(mistake) = Scopes::new(&model, command, Overflow::Forbid) {
            render(&sources, &[mistake]);
        }
    }
}

/// The model, empty if the spec has mistakes, with the commands that are only implied; and the
/// mistakes or warnings. A spec may open what is built in, and no files.
pub fn model(sources: &mut Sources, file: FileId) -> (Model, Vec<Diagnostic>) {
    match load(sources, file, &mut no_files).and_then(|program| resolve(&program)) {
        Ok(resolved) => {
            let mut model = resolved.model;
            model.commands.extend(resolved.implicit);
            (model, resolved.warnings)
        }
        Err(mistakes) => (Model::default(), mistakes),
    }
}

pub fn source(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::default();
    let file = sources.add("spec.als", text);
    (sources, file)
}

fn render(sources: &Sources, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        std::hint::black_box(diagnostic.render(sources, true));
    }
}
