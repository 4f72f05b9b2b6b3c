//! `learn --classes`: the conjuncts that say what a predicate in code says, within the bound.

use std::collections::HashSet;
use std::io::{self, Cursor, Write};

use korrel::Settings;
use korrel::answer::LearntRecord;
use korrel::question::learn::{Agreement, Example, Learning, LearntConjunct};
use korrel::question::{SpecCommand, command_of};
use korrel_harness::counted;
use korrel_lang::spec::Spec;
use serde_json::Value as Json;

use crate::commands::shared::classes::ClassesQuestion;
use crate::commands::shared::given::HeapFile;
use crate::commands::shared::question::{answered, limited, overflow};
use crate::files::texts::Texts;
use crate::flags::{AnswerFormatFlag, LearnFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::answer;
use crate::output::canvas::Paper;

use super::{answer_of, draw};

pub fn run(learn: &LearnFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), learn.limits.timeout, learn.limits.size.memory)?;
    stop.heed(Stop::tell);
    let ask = |flags: &[&str]| {
        let scope = learn.scope.as_deref();
        let question = ClassesQuestion::new(&learn.classes, &learn.spec, scope);
        question.with(flags.iter().map(|flag| (*flag).to_owned()))
    };
    let text = match ask(&[]).skeleton()? {
        Ok(text) => text,
        Err(exit) => return Ok(exit),
    };
    let timeout =
        learn.limits.timeout.map(|timeout| format!("--timeout={}ms", timeout.as_millis()));
    let mut flags = vec!["--keys", "--quiet"];
    flags.extend(timeout.as_deref());
    let stream = match ask(&flags).text()? {
        Ok(stream) => stream,
        Err(Exit::Failure) => {
            return Err(Error::usage("the predicate accepts nothing within these bounds"));
        }
        Err(exit) => return Ok(exit),
    };
    let spec = Spec::read("skeleton.als", text.clone(), false, &mut |_| Ok(None))?;
    let (predicate, _) = predicate_of(&text);
    let command = command_of(&spec, predicate)?;
    let asked = SpecCommand { spec, command };
    let good = keys(&stream);
    let examples = examples(stream, &asked)?;
    let mut learning = Learning::new(&asked, predicate, &examples)?;
    let settings = Settings::new().overflow(overflow(learn.overflow));
    let (meaning, effort) = (settings.meaning(), stop.effort());
    let agreement = answered(learning.agreement(&good, meaning, &effort), &stop)?;
    let learnt = answered(learning.conjuncts(meaning, &effort), &stop)?;
    stop.take_over();
    match learn.answer.format {
        AnswerFormatFlag::Json => {
            for conjunct in &learnt {
                answer(&LearntRecord { kind: "conjunct", answer: answer_of(conjunct) })?;
            }
        }
        AnswerFormatFlag::Text => write!(io::stdout().lock(), "{}", filled(&text, &learnt))?,
    }
    report_agreement(learn, &agreement, good.len(), &learning.header(), report)
}

/// The name of the predicate of a skeleton, and the place where it ends.
fn predicate_of(skeleton: &str) -> (&str, usize) {
    let begin = skeleton.find("\npred ").expect("a skeleton has a predicate") + "\npred ".len();
    let name = skeleton[begin..].split([' ', '[']).next().unwrap_or_default();
    let end = skeleton[begin..].find("\n}").expect("it has an end");
    (name, begin + end + 1)
}

/// The skeleton, with the conjuncts in its predicate.
fn filled(skeleton: &str, learnt: &[LearntConjunct]) -> String {
    let (before, after) = skeleton.split_at(predicate_of(skeleton).1);
    let lines: String = learnt.iter().map(|conjunct| format!("  {}\n", conjunct.text)).collect();
    format!("{before}{lines}{after}")
}

fn keys(stream: &str) -> HashSet<String> {
    let key = |line: &str| {
        let record: Json = serde_json::from_str(line).ok()?;
        Some(record.get("key")?.as_str()?.to_owned())
    };
    stream.lines().filter_map(key).collect()
}

fn examples(stream: String, asked: &SpecCommand) -> Result<Vec<Example>, Error> {
    let name = "the heaps of the classes".to_owned();
    let lines = Texts::new(name.clone(), Box::new(Cursor::new(stream)));
    let types = asked.types()?;
    let HeapFile { name, heaps, .. } = HeapFile::of(lines, name, &|_| types.clone())?;
    let example =
        |(line, heap)| Example { name: format!("{name}, line {line}"), is_good: true, heap };
    Ok(heaps.into_iter().map(example).collect())
}

fn report_agreement(
    learn: &LearnFlags,
    agreement: &Agreement,
    good: usize,
    header: &str,
    report: &Reporter,
) -> Result<Exit, Error> {
    let code = learn.classes.predicate.as_deref().unwrap_or_default();
    let heaps = counted(good, "heap");
    let Some(smallest) = &agreement.smallest else {
        report.note(&format!("the spec and `{code}` accept the same {heaps}"));
        return Ok(Exit::Success);
    };
    let least = if agreement.is_least { "at least " } else { "" };
    tell(format_args!(
        "`{code}` accepts {heaps}, and the spec accepts {least}{} more, {} the smallest:",
        agreement.number, smallest.key
    ));
    draw(
        header,
        &smallest.record(0),
        Paper { out: Box::new(io::stderr()), width: 80, is_colored: false },
    )?;
    Ok(Exit::Failure)
}
