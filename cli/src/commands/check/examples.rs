//! The kept examples of a spec: heaps, and the predicates that must accept or refuse each.

use std::path::{Path, PathBuf};

use korrel::answer::{ExampleRefusal, ExamplesAnswer, MistakeAnswer, VerdictAnswer, WrongExample};
use korrel::question::command_of;
use korrel::question::evaluation::{
    GivenHeap, JudgedExample, JudgedPredicate, Judgement, Violation, judge_examples, truths,
};
use korrel_enumerate::heap::{HeapError, Schema};
use korrel_heapgraph::Header;
use korrel_heapgraph::alloy::AlloyXml;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use crate::commands::shared::given::HeapFile;
use crate::messages::error::Error;
use crate::messages::shell::quoted;

/// The file of examples that `check` looks for beside a spec: `tree.examples.jsonl` beside `tree.als`.
pub fn beside(spec: &Path) -> Option<PathBuf> {
    let file = spec.with_extension("examples.jsonl");
    (spec != Path::new("-") && file.is_file()).then_some(file)
}

/// The predicates that the examples of a file name, each with what it now says of them. Mistakes are handed to `tell`, and
/// given back as they are reported. Warnings are handed to `warn`.
///
/// # Errors
/// A file that cannot be read, or that is no stream of heaps.
pub fn rows(
    spec: &Spec,
    path: &Path,
    tell: &dyn Fn(&Sources, &[Diagnostic]) -> Vec<MistakeAnswer>,
    warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Result<(Vec<ExamplesAnswer>, Vec<String>), Error> {
    let HeapFile { name, heaps, remarks, loss } =
        HeapFile::read(path, &|document| declared(spec, document))?;
    if let Some(loss) = loss {
        // Examples that are gone would be right, all of them.
        let lost = Diagnostic::new(code::STREAM, format!("{}: {loss}", visible(&name)));
        let help = "a file that begins with a header ends with an end record: take it from a copy, or write the examples \
                    anew with `korrel choose`";
        return Err(Error::File(lost.help(help)));
    }
    let (mut lines, mut examples) = (Vec::new(), Vec::new());
    for (line, heap) in heaps {
        let said =
            truths(&heap).map_err(|why| Error::File(misfit(&name, line, &why, "PRED", spec)))?;
        lines.push(line);
        examples.push((heap, said));
    }
    let file = ExampleFile { spec, name: &name, lines: &lines, examples: &examples, tell };
    let judged = judge_examples(spec, &examples, warn);
    let rows = judged.into_iter().map(|(predicate, judged)| file.row(predicate, judged));
    Ok((rows.collect(), remarks))
}

/// The header of the command that a document of Alloy's was saved of, or else that of the first command.
fn declared(spec: &Spec, document: Option<&AlloyXml>) -> Header {
    let named =
        document.and_then(AlloyXml::command).and_then(|(name, _)| command_of(spec, name).ok());
    let command = named.or_else(|| spec.command(None).ok());
    let schema = command.and_then(|command| Schema::of(spec, &command).ok());
    schema.map(|schema| schema.header()).unwrap_or_default()
}

struct ExampleFile<'a> {
    spec: &'a Spec,
    name: &'a str,
    lines: &'a [usize],
    examples: &'a [(GivenHeap, Vec<(String, bool)>)],
    tell: &'a dyn Fn(&Sources, &[Diagnostic]) -> Vec<MistakeAnswer>,
}

impl ExampleFile<'_> {
    fn row(&self, predicate: String, judged: Result<JudgedPredicate, Mistakes>) -> ExamplesAnswer {
        let marked = |is_good: bool| {
            let truths = self.examples.iter().flat_map(|(_, truths)| truths);
            truths.filter(|(name, holds)| *name == predicate && *holds == is_good).count()
        };
        let (wrong, mistakes) = match &judged {
            Ok(judged) => {
                let mistakes: Vec<Diagnostic> =
                    judged.unjudged().flat_map(|one| self.unjudged(&predicate, one)).collect();
                let wrong = judged.wrong().map(|one| self.wrong(one)).collect();
                (wrong, (self.tell)(&self.spec.sources, &mistakes))
            }
            Err(unknown) => {
                let told = unknown.diagnostics.iter().map(|mistake| Diagnostic {
                    message: format!("{}: {}", visible(self.name), mistake.message).into(),
                    ..mistake.clone()
                });
                (Vec::new(), (self.tell)(&unknown.sources, &told.collect::<Vec<_>>()))
            }
        };
        ExamplesAnswer {
            spec: self.spec.name.clone(),
            file: self.name.to_owned(),
            good: marked(true),
            bad: marked(false),
            predicate,
            verdict: match (wrong.is_empty(), mistakes.is_empty()) {
                (_, false) => VerdictAnswer::Error,
                (false, true) => VerdictAnswer::Failed,
                (true, true) => VerdictAnswer::Ok,
            },
            wrong,
            errors: mistakes,
        }
    }

    fn unjudged(&self, predicate: &str, one: &JudgedExample) -> Vec<Diagnostic> {
        let line = self.lines[one.at];
        match &one.judgement {
            Judgement::Misfit(errors) => {
                let misfit = |error| misfit(self.name, line, error, predicate, self.spec);
                errors.iter().map(misfit).collect()
            }
            Judgement::TooLarge(what, _) => {
                let message =
                    format!("{}, line {line}: too large to be judged: {what}", visible(self.name));
                vec![Diagnostic::new(code::HEAP_TOO_LARGE, message)]
            }
            Judgement::Judged { .. } => Vec::new(),
        }
    }

    fn wrong(&self, one: &JudgedExample) -> WrongExample {
        let mut heap = self.examples[one.at].0.states[0].json.clone();
        if let Some(members) = heap.as_object_mut() {
            members.retain(|name, _| !["kind", "id", "key", "truth"].contains(&name.as_str()));
        }
        WrongExample {
            line: self.lines[one.at],
            expected: one.is_good,
            found: !one.is_good,
            violated: one.violations().into_iter().map(|one| self.refusal(one)).collect(),
            example: heap,
            header: one.header.clone(),
        }
    }

    fn refusal(&self, violation: &Violation) -> ExampleRefusal {
        let value = |(name, value): &(String, Json)| match value {
            Json::String(text) => format!("{name} = {text}"),
            other => format!("{name} = {other}"),
        };
        let bindings: Vec<String> = violation.bindings.iter().map(value).collect();
        ExampleRefusal {
            at: self.spec.sources.place(violation.span),
            text: violation.text.split_whitespace().collect::<Vec<_>>().join(" "),
            bindings: bindings.join(", "),
        }
    }
}

/// An example that the spec has left behind.
fn misfit(file: &str, line: usize, error: &HeapError, predicate: &str, spec: &Spec) -> Diagnostic {
    let message =
        format!("{}, line {line}: the example does not fit the spec: {error}", visible(file));
    let help = format!(
        "mend the line, or write the examples anew: `korrel choose {} {} --mutants > {}`",
        quoted(&spec.name),
        quoted(predicate),
        quoted(file)
    );
    Diagnostic::new(code::HEAP, message).help(help)
}
