//! `korrel list`: the questions that a spec offers.

use std::io::Write;
use std::path::Path;

use korrel_lang::ast::{self, Paragraph};
use korrel_lang::model::{Command, Sig, SigId, Sizes};
use korrel_lang::parse::in_one_line;
use korrel_lang::spec::Spec;
use korrel_lang::visible::{visible, visible_json};
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json, json};

use super::check::Expectation;
use crate::files::spec::load;
use crate::flags::{ListFlags, ListFormatFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// A mistake in a file or in a scope does not keep the rest from being listed.
pub fn run(list: &ListFlags, report: &Reporter) -> Result<Exit, Error> {
    let mut exit = Exit::Success;
    for path in &list.specs {
        let listed = match listed(path, list, report) {
            Ok((listed, own)) => {
                exit = if own == Exit::Success { exit } else { own };
                listed
            }
            Err(error) => {
                let (sources, mistakes) = error.mistakes()?;
                exit = report.error(Error::Spec(sources, mistakes));
                continue;
            }
        };
        let mut out = std::io::stdout().lock();
        match list.format {
            ListFormatFlag::Text => write!(out, "{}", text(&listed))?,
            ListFormatFlag::Json => {
                for record in &listed.records {
                    writeln!(out, "{}", visible_json(&record.to_string()))?;
                }
            }
        }
    }
    Ok(exit)
}

/// The contents of a file, as records of JSON.
struct ListedSpec {
    spec: String,
    records: Vec<Json>,
}

fn listed(path: &Path, list: &ListFlags, report: &Reporter) -> Result<(ListedSpec, Exit), Error> {
    let spec = load(path, &list.language)?;
    let mut exit = Exit::Success;
    let mut records = Vec::new();
    for (index, command) in spec.model.commands.iter().enumerate() {
        let scopes = match Scopes::new(&spec.model, command, Overflow::Forbid) {
            Ok(scopes) => sizes(&spec, &scopes),
            Err(mistake) => {
                exit = report.error(Error::about(&spec, mistake));
                Json::Null
            }
        };
        records.push(command_record(&spec, index, command, scopes));
    }
    for paragraph in &spec.program.modules[0].ast.paragraphs {
        match paragraph {
            Paragraph::Function(f) if f.result.is_none() => {
                records.push(named(&spec, "predicate", &f.name, signature(&spec, f)));
            }
            Paragraph::Assertion(ast::Fact { name: Some(name), .. }) => {
                records.push(named(&spec, "assertion", name, name.text.clone()));
            }
            _ => {}
        }
    }
    Ok((ListedSpec { spec: spec.name.clone(), records }, exit))
}

fn command_record(spec: &Spec, index: usize, command: &Command, scopes: Json) -> Json {
    let (line, column) = spec.sources.line_and_column(command.span);
    json!({
        "kind": "command",
        "spec": spec.name,
        "index": index,
        "label": command.label,
        "at": format!("{}:{line}:{column}", spec.name),
        "command": spec.text(command, None),
        "expected": command.expect.map(|_| Expectation::of(command).describe()),
        "scopes": scopes,
    })
}

/// The least and the greatest number of atoms of each sig; the least and the greatest integer.
fn sizes(spec: &Spec, scopes: &Scopes) -> Json {
    let model = &spec.model;
    let is_shown = |sig: &Sig| !sig.is_library && !sig.is_enum;
    let top = model.top_level().filter(|sig| is_shown(&model.sigs[*sig]));
    let mut all = Map::new();
    let mut put = |sig: SigId, sizes: Sizes| {
        all.insert(model.sigs[sig].path.clone(), json!([sizes.min, sizes.max]))
    };
    for sig in top {
        put(sig, scopes.top_level(sig));
        let children = |sig: SigId| model.sigs[sig].children.iter().rev().copied();
        let mut below: Vec<SigId> = children(sig).collect();
        while let Some(child) = below.pop() {
            below.extend(children(child));
            if let Some(sizes) = scopes.sizes(child) {
                put(child, sizes);
            }
        }
    }
    all.insert("Int".to_string(), json!([scopes.integers.0, scopes.integers.1]));
    Json::Object(all)
}

fn named(spec: &Spec, kind: &str, name: &ast::Name, signature: String) -> Json {
    let (line, column) = spec.sources.line_and_column(name.span);
    json!({
        "kind": kind,
        "spec": spec.name,
        "name": name.text,
        "at": format!("{}:{line}:{column}", spec.name),
        "text": signature,
    })
}

/// `p[a, b: A, c: set B]`, with the receiver before the name if there is one.
fn signature(spec: &Spec, function: &ast::Function) -> String {
    let text = |declaration: &ast::Declaration| in_one_line(spec.sources.text(declaration.span));
    let parameters: Vec<String> = function.parameters.iter().map(text).collect();
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!("[{}]", parameters.join(", ")),
    };
    let receiver = function.receiver.as_ref().map_or(String::new(), |sig| format!("{}.", sig.text));
    format!("{receiver}{}{parameters}", function.name.text)
}

/// The text for people: the commands with their sizes, then the predicates and assertions that can
/// be run.
fn text(listed: &ListedSpec) -> String {
    let mut text = format!("{}\n", visible(&listed.spec));
    let of = |kind: &'static str| listed.records.iter().filter(move |r| r["kind"] == kind);
    for command in of("command") {
        let said = command["command"].as_str().expect("it is a text");
        let label = command["label"].as_str().expect("it is a text");
        let name = super::check::named(label, said);
        let expected = command["expected"].as_str();
        let expected = expected.map_or(String::new(), |count| format!("  (expects {count})"));
        text += &format!("  {}  {}{expected}\n", command["index"], visible(&name));
        if let Some(scopes) = command["scopes"].as_object() {
            let sizes: Vec<String> = scopes.iter().map(|(name, sizes)| size(name, sizes)).collect();
            text += &format!("       {}\n", visible(&sizes.join(", ")));
        }
    }
    for kind in ["predicate", "assertion"] {
        for record in of(kind) {
            let said = record["text"].as_str().expect("it is a text");
            text += &format!("  {kind} {}\n", visible(said));
        }
    }
    text
}

/// `Node 0..3`, `Tree 1`.
fn size(name: &str, sizes: &Json) -> String {
    let (least, greatest) = (&sizes[0], &sizes[1]);
    if least == greatest {
        format!("{name} {least}")
    } else {
        format!("{name} {least}..{greatest}")
    }
}
