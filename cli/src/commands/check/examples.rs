//! The kept examples of a spec: heaps, and the predicates that must accept or refuse each.

use std::path::{Path, PathBuf};

use korrel::question::command_of;
use korrel::question::evaluation::{
    GivenHeap, JudgedExample, JudgedPredicate, Judgement, Violation, judge_examples, truths,
};
use korrel_enumerate::heap::{HeapError, Schema};
use korrel_harness::counted;
use korrel_heapgraph::Header;
use korrel_heapgraph::alloy::AlloyXml;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible;
use serde_json::{Map, Value as Json, json};

use crate::commands::shared::given::HeapFile;
use crate::messages::error::Error;
use crate::messages::shell::quoted;

use super::drawing::drawing;
use super::verdict::{CommandVerdict, Mistake};

/// The file of examples that `check` looks for beside a spec: `tree.examples.jsonl` beside `tree.als`.
pub fn beside(spec: &Path) -> Option<PathBuf> {
    let file = spec.with_extension("examples.jsonl");
    (spec != Path::new("-") && file.is_file()).then_some(file)
}

/// The examples of one file under one predicate.
pub struct ExamplesRow {
    /// The name of the spec's file.
    pub spec: String,
    /// The name of the examples' file.
    pub file: String,
    /// The predicate by its name, or a formula.
    pub predicate: String,
    pub good: usize,
    pub bad: usize,
    pub verdict: CommandVerdict,
    pub wrong: Vec<WrongExample>,
    pub mistakes: Vec<Mistake>,
}

/// An example that is accepted and must not be, or the other way round.
pub struct WrongExample {
    /// The line in its file, from 1.
    line: usize,
    is_good: bool,
    violations: Vec<ExampleRefusal>,
    /// The example, without its number and truth.
    heap: Json,
    header: Header,
}

/// A conjunct that refuses an example.
struct ExampleRefusal {
    at: String,
    text: String,
    /// `for n = Node$0`.
    bindings: String,
}

/// The predicates that the examples of a file name, each with what it now says of them. Mistakes are handed to `tell`, and
/// given back as they are reported; warnings to `warn`.
///
/// # Errors
/// A file that cannot be read, or that is no stream of heaps.
pub fn rows(
    spec: &Spec,
    path: &Path,
    tell: &dyn Fn(&Sources, &[Diagnostic]) -> Vec<Mistake>,
    warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Result<(Vec<ExamplesRow>, Vec<String>), Error> {
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

/// The header of the command that a document of Alloy's was saved of; where there is none, that of the first command.
fn declared(spec: &Spec, document: &AlloyXml) -> Header {
    let named = document.command().and_then(|(name, _)| command_of(spec, name).ok());
    let command = named.or_else(|| spec.command(None).ok());
    let schema = command.and_then(|command| Schema::of(spec, &command).ok());
    schema.map(|schema| schema.header()).unwrap_or_default()
}

struct ExampleFile<'a> {
    spec: &'a Spec,
    name: &'a str,
    lines: &'a [usize],
    examples: &'a [(GivenHeap, Vec<(String, bool)>)],
    tell: &'a dyn Fn(&Sources, &[Diagnostic]) -> Vec<Mistake>,
}

impl ExampleFile<'_> {
    fn row(&self, predicate: String, judged: Result<JudgedPredicate, Mistakes>) -> ExamplesRow {
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
        ExamplesRow {
            spec: self.spec.name.clone(),
            file: self.name.to_owned(),
            good: marked(true),
            bad: marked(false),
            predicate,
            verdict: match (wrong.is_empty(), mistakes.is_empty()) {
                (_, false) => CommandVerdict::Mistaken,
                (false, true) => CommandVerdict::NotMet,
                (true, true) => CommandVerdict::Met,
            },
            wrong,
            mistakes,
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
            is_good: one.is_good,
            violations: one.violations().into_iter().map(|one| self.refusal(one)).collect(),
            heap,
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
            bindings: match bindings.is_empty() {
                true => String::new(),
                false => format!(" for {}", bindings.join(", ")),
            },
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

impl ExamplesRow {
    fn all(&self) -> usize {
        self.good + self.bad
    }

    /// `2 of 5 examples wrong`, or the mistakes.
    pub fn summary(&self) -> String {
        match self.verdict {
            CommandVerdict::Mistaken => {
                self.mistakes.iter().map(Mistake::line).collect::<Vec<_>>().join("; ")
            }
            _ => format!("{} of {} wrong", self.wrong.len(), counted(self.all(), "example")),
        }
    }

    /// `list.examples.jsonl: acyclic (2 good, 3 bad)`.
    pub fn name(&self) -> String {
        let ExamplesRow { file, predicate, good, bad, .. } = self;
        format!("{file}: {predicate} ({good} good, {bad} bad)")
    }

    /// The line in the table, and those below it.
    pub fn rows(&self) -> Vec<String> {
        let word = match self.verdict {
            CommandVerdict::NotMet => "FAILED",
            CommandVerdict::Mistaken => "ERROR",
            other => other.word(),
        };
        let expected = format!("{} right", self.all());
        let found = match self.verdict {
            CommandVerdict::Mistaken => "–".to_owned(),
            _ => format!("{} right", self.all() - self.wrong.len()),
        };
        let row = format!("{word:<10}  expected {expected:<8}  found {found:<12}  {}", self.name());
        [row].into_iter().chain(self.details()).collect()
    }

    /// What is wrong, example by example.
    pub fn details(&self) -> Vec<String> {
        self.wrong.iter().flat_map(WrongExample::lines).collect()
    }

    pub fn record(&self) -> Json {
        let mut record = Map::new();
        let mut put = |key: &str, value: Json| record.insert(key.to_owned(), value);
        put("kind", json!("examples"));
        put("spec", json!(self.spec));
        put("file", json!(self.file));
        put("predicate", json!(self.predicate));
        put("verdict", json!(self.verdict.word()));
        put("good", json!(self.good));
        put("bad", json!(self.bad));
        put("wrong", self.wrong.iter().map(WrongExample::record).collect());
        if !self.mistakes.is_empty() {
            put("errors", self.mistakes.iter().map(Mistake::record).collect());
        }
        Json::Object(record)
    }
}

impl WrongExample {
    fn lines(&self) -> Vec<String> {
        let what = match self.is_good {
            true => "a good example is refused",
            false => "a bad example is accepted",
        };
        let mut lines = vec![format!("    line {}: {what}", self.line)];
        for ExampleRefusal { at, text, bindings } in &self.violations {
            lines.push(format!("      {at} does not hold{bindings}: {text}"));
        }
        let drawn = drawing(&self.heap, &self.header);
        lines.extend(drawn.into_iter().map(|line| format!("      {line}")));
        lines
    }

    fn record(&self) -> Json {
        let violated = |ExampleRefusal { at, text, bindings }: &ExampleRefusal| json!({ "at": at, "text": text, "for": bindings.trim_start_matches(" for ") });
        let violated: Json = self.violations.iter().map(violated).collect();
        json!({
            "line": self.line,
            "expected": self.is_good,
            "found": !self.is_good,
            "violated": violated,
            "example": self.heap,
        })
    }
}
