//! `korrel eval`: judges given heaps by a spec.

use std::path::Path;

use korrel::question::evaluation::{Answer, Evaluation, Findings, GivenHeap, Judgement, Violation};
use korrel_enumerate::heap::{HeapError, Keys};
use korrel_harness::{counted, verb};
use serde_json::{Map, Value as Json, json};

use crate::files::read::load;
use crate::files::streams::StreamReading;
use crate::files::texts::{Record, Texts};
use crate::flags::EvalFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

use super::shared::question::limited;

pub fn run(eval: &EvalFlags, report: &Reporter) -> Result<Exit, Error> {
    if eval.spec == Path::new("-") && eval.heap == Path::new("-") {
        let message = "the spec and the heaps cannot both be read from standard input";
        return Err(Error::usage(message));
    }
    // A heap is judged in one go; a limit stops the program between two lines. It is watched for as
    // long as the flag is held.
    let _flag = limited(Stop::unheeded(), eval.timeout, eval.memory)?;
    let spec = load(&eval.spec, &eval.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let command = spec.command(eval.command.as_deref())?;
    let warn = &mut |sources: &_, found: &[_]| report.remarks(sources, found);
    let evaluation = Evaluation::new(&spec, &command, &eval.expressions, warn)?;
    let mut texts = Texts::open(&eval.heap)?;
    let mut keys = eval.keys.then(|| Keys::new(evaluation.schema()));
    let mut tally = EvalTally::default();
    let header = evaluation.schema().header();
    while let Some(text) = texts.next()? {
        let records =
            Record::read_all(&text, tally.heaps, &header).map_err(|error| texts.error(error))?;
        for record in records {
            let fit = tally.streams.record(&record, &text);
            fit.map_err(|mistake| texts.error(mistake))?;
            match record {
                Record::Header(_) | Record::End(_) => {}
                Record::Other => tally.others += 1,
                Record::Heap(heap) => {
                    let judgement = evaluation.judge(&heap, keys.as_mut());
                    let line = line(&evaluation, &heap, &judgement);
                    answer(&line)?;
                    let found = evaluation.diagnostics(&heap, &judgement);
                    report.diagnostics(&evaluation.spec().sources, &found);
                    tally.add(judgement.holds());
                }
            }
        }
    }
    Ok(tally.finish(report))
}

/// The record about a heap.
fn line(evaluation: &Evaluation, heap: &GivenHeap, judgement: &Judgement) -> Json {
    let mut line = Map::new();
    let mut put = |key: &str, value: Json| line.insert(key.to_owned(), value);
    put("kind", json!("evaluation"));
    put("id", heap.id.clone());
    if let Judgement::Judged { key: Some(key), .. } = judgement {
        put("key", json!(key));
    }
    put("holds", json!(judgement.holds()));
    match judgement {
        Judgement::Misfit(errors) => {
            let error = |error: &HeapError| json!({ "at": error.path, "message": error.message });
            put("errors", errors.iter().map(error).collect());
        }
        Judgement::TooLarge(what, _) => {
            put("too_large", json!(what));
        }
        Judgement::Judged { states, positions, .. } => {
            let mut states = states.iter().map(|findings| state(evaluation, findings));
            line.extend(states.next().expect("a heap has a state"));
            line.extend(states.map(|post| ("post".to_owned(), Json::Object(post))));
            if !positions.is_empty() {
                let values = positions.iter().map(|answers| values(evaluation, answers));
                line.insert("states".to_owned(), values.collect());
            }
        }
    }
    Json::Object(line)
}

fn state(evaluation: &Evaluation, findings: &Findings) -> Map<String, Json> {
    let facts = findings.facts.iter().flat_map(|(_, violations)| violated(evaluation, violations));
    let entries = [
        ("facts", json!(findings.facts.is_empty())),
        ("violated", facts.collect()),
        ("values", values(evaluation, &findings.answers)),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn violated(evaluation: &Evaluation, violations: &[Violation]) -> Vec<Json> {
    violations.iter().map(|violation| record(evaluation, violation)).collect()
}

/// The values of the expressions in a state.
fn values(evaluation: &Evaluation, answers: &[Answer]) -> Json {
    let value = |(text, answer): (&String, &Answer)| match answer {
        Answer::Relation(tuples) => Some(json!({ "text": text, "value": tuples })),
        Answer::Integer(number) => Some(json!({ "text": text, "value": number })),
        Answer::Formula(why) if why.is_empty() => Some(json!({ "text": text, "value": true })),
        Answer::Formula(why) => {
            let violated = violated(evaluation, why);
            Some(json!({ "text": text, "value": false, "violated": violated }))
        }
        Answer::Answered => None,
    };
    evaluation.texts().iter().zip(answers).filter_map(value).collect()
}

fn record(evaluation: &Evaluation, violation: &Violation) -> Json {
    let mut bindings = Map::new();
    for (name, value) in &violation.bindings {
        let mut name = name.clone();
        while bindings.contains_key(&name) {
            name.push('\'');
        }
        bindings.insert(name, value.clone());
    }
    let mut record = json!({
        "name": violation.name,
        "at": evaluation.spec().sources.place(violation.span),
        "text": violation.text,
        "for": bindings,
    });
    if let Some(state) = violation.state {
        record["state"] = json!(state);
    }
    record
}

/// A tally of the records read so far.
#[derive(Default)]
struct EvalTally {
    streams: StreamReading,
    heaps: u64,
    /// Records of other kinds.
    others: u64,
    failed: u64,
    /// Heaps that were too large.
    unknown: u64,
}

impl EvalTally {
    fn add(&mut self, holds: Option<bool>) {
        self.heaps += 1;
        self.failed += u64::from(holds == Some(false));
        self.unknown += u64::from(holds.is_none());
    }

    fn finish(self, report: &Reporter) -> Exit {
        let EvalTally { streams, heaps, others, failed, unknown } = self;
        let (is_cut, has_begun) = (streams.is_cut(), heaps > 0 || !streams.is_outside());
        let satisfy = verb(heaps, "satisfies", "satisfy");
        let all = counted(heaps, "heap");
        let mut summary = format!("{} of {all} {satisfy} the spec", heaps - failed - unknown);
        if unknown > 0 {
            summary += &format!(", {unknown} too large to be judged");
        }
        report.note(&summary);
        if others > 0 {
            let were = verb(others, "was", "were");
            report
                .note(&format!("{} of another kind {were} passed over", counted(others, "record")));
        }
        streams.tell(report);
        if is_cut {
            report.note("the stream has no end record: it was cut off");
        }
        if !has_begun {
            report.note("neither a heap nor a header was read: nothing has been judged");
        }
        match (failed, is_cut || !has_begun || unknown > 0) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Incomplete,
            _ => Exit::Failure,
        }
    }
}
