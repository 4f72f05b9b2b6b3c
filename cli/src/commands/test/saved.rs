//! `--replay DIR`: instances that Alloy's viewer has saved, each an input of the operation whose command was run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use korrel::question::evaluation::{Evaluation, GivenHeap, Judgement};
use korrel_campaign::Subject;
use korrel_harness::InputName;
use korrel_harness::corpus::RecordedInput;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;
use serde_json::{Map, Value as Json};

use crate::files::read::{read, unreadable};
use crate::files::texts::alloy_xml;
use crate::messages::error::Error;

/// The instances in a folder's files that end in .xml, in the order of the files' names.
///
/// # Errors
/// A file that cannot be read, or that is no input of its operation.
pub fn saved(
    folder: &Path,
    spec: &Spec,
    subjects: &[Subject],
) -> Result<Vec<RecordedInput>, Error> {
    let unreadable = |error: std::io::Error| unreadable(folder, &error);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_saved = path.extension().and_then(OsStr::to_str) == Some("xml");
        paths.extend(is_saved.then_some(path));
    }
    paths.sort();
    paths.iter().map(|path| recorded(path, spec, subjects)).collect()
}

fn recorded(path: &Path, spec: &Spec, subjects: &[Subject]) -> Result<RecordedInput, Error> {
    let name = path.display().to_string();
    let text = read(path, &name).map_err(Error::File)?;
    let of_file = |mistake: Diagnostic| {
        let message = format!("{}: {}", visible(&name), mistake.message);
        Diagnostic { message: message.into(), ..mistake }
    };
    let document = alloy_xml(&text).map_err(|mistake| Error::File(of_file(mistake)))?;
    let Some((command, _)) = document.command() else {
        let message = "it names no command, so no operation is known that it is an input of";
        return Err(Error::File(of_file(Diagnostic::new(code::HEAP, message))));
    };
    let is_meant = |one: &&Subject| {
        [&one.operation.name, &one.command.label].iter().any(|name| *name == command)
    };
    let Some(subject) = subjects.iter().find(is_meant) else {
        // It is passed over, and counted with those of other operations.
        let name = InputName { key: String::new(), labelling: None };
        let heap = Json::Object(Map::new()).into();
        return Ok(RecordedInput { op: command.to_owned(), name, heap, objects: 0 });
    };
    let mut heap = document.record_of(&subject.types);
    // An operation begins in a trace's first state.
    if let Some(first) = heap["states"].get(0) {
        heap = first.clone();
    }
    let given = GivenHeap::new(heap.clone(), &heap.to_string(), 0);
    let evaluation = Evaluation::new(spec, &subject.judged, &[], &mut |_, _| {})?;
    let judgement = evaluation.judge(&given, Some(&mut evaluation.keys()));
    let (Some(true), Judgement::Judged { key: Some(key), .. }) = (judgement.holds(), &judgement)
    else {
        let found = evaluation.diagnostics(&given, &judgement).into_iter().map(of_file);
        let (sources, diagnostics) = (evaluation.spec().sources.clone(), found.collect());
        return Err(Mistakes { sources: Box::new(sources), diagnostics }.into());
    };
    let parts = heap.as_object().into_iter().flatten();
    let parts = parts
        .filter(|(name, _)| ["roots", "objects", "sets", "relations"].contains(&name.as_str()));
    let parts: Map<String, Json> =
        parts.map(|(name, value)| (name.clone(), value.clone())).collect();
    let objects = parts.get("objects").and_then(Json::as_object).map_or(0, Map::len) as u64;
    let name = InputName { key: key.clone(), labelling: None };
    Ok(RecordedInput {
        op: subject.operation.name.clone(),
        name,
        heap: Json::Object(parts).into(),
        objects,
    })
}
