//! `korrel learn SPEC PRED`: the conjuncts that a predicate lacks, from good and bad heaps.

mod classes;

use std::io::{self, BufRead, Write};
use std::path::Path;

use korrel::Settings;
use korrel::answer::{LearntAnswer, LearntRecord};
use korrel::question::learn::{AskingEnd, Example, Learning, LearntConjunct};
use korrel_harness::{counted, verb};
use korrel_lang::visible::visible;

use crate::flags::{AnswerFormatFlag, DrawingFlags, FormatFlag, LearnFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::answer;
use crate::output::canvas::{Canvas, Paper};
use crate::output::expressions::Expressions;

use crate::commands::shared::given::{asked_of, heaps_of};
use crate::commands::shared::question::{answered, limited, overflow};

pub fn run(learn: &LearnFlags, report: &Reporter) -> Result<Exit, Error> {
    if learn.classes.classes {
        return classes::run(learn, report);
    }
    one_reads_input(learn)?;
    let predicate = learn.predicate.as_deref().expect("without --classes there is one");
    let stop = limited(Stop::new(), learn.limits.timeout, learn.limits.size.memory)?;
    stop.heed(Stop::tell);
    let (command, scope) = (learn.command.as_deref(), learn.scope.as_deref());
    let asked = asked_of(&learn.spec, predicate, command, scope, &learn.language, report)?;
    let types = asked.types()?;
    let mut examples = Vec::new();
    for (paths, is_good) in [(&learn.good, true), (&learn.bad, false)] {
        for path in paths {
            let heaps = heaps_of(path, &|_| types.clone(), report)?.into_iter();
            examples.extend(heaps.map(|(name, heap)| Example { name, is_good, heap }));
        }
    }
    let mut learning = Learning::new(&asked, predicate, &examples)?;
    report_excluded(&learning, predicate, report);
    let settings = Settings::new().overflow(overflow(learn.overflow));
    let header = learning.header();
    if learn.ask {
        ask(&mut learning, &settings, &header, &stop, report)?;
    }
    let learnt = answered(learning.conjuncts(settings.meaning(), &stop.effort()), &stop)?;
    stop.take_over();
    if learnt.is_empty() && learning.inseparable().is_none() {
        report.note("no bad heap is left to exclude: give one by `--bad`");
    }
    write(learn, &learnt, &learning, &header, report)?;
    if !learn.ask && learning.rivals() > 0 {
        let rivals = learning.rivals();
        let least = if rivals == Learning::MOST_RIVALS { "at least " } else { "" };
        let fit = verb(rivals as u64, "fits", "fit");
        let others = counted(rivals, "other conjunction");
        report.note(&format!(
            "{least}{others} of about this size {fit} these heaps as well: `--ask` tells them apart"
        ));
    }
    Ok(match learning.inseparable() {
        Some(inseparable) => {
            report.note(&inseparable.to_string());
            Exit::Failure
        }
        None => Exit::Success,
    })
}

/// # Errors
/// Two things that standard input would have to be.
fn one_reads_input(learn: &LearnFlags) -> Result<(), Error> {
    let files = [&learn.spec].into_iter().chain(&learn.good).chain(&learn.bad);
    let inputs = files.filter(|path| *path == Path::new("-")).count() + usize::from(learn.ask);
    match inputs > 1 {
        true => Err(Error::usage(
            "standard input can be one thing only: the spec, heaps, or the answers of `--ask`",
        )),
        false => Ok(()),
    }
}

/// Asks which instances are good until the best proposal is the only one, or nobody answers.
fn ask(
    learning: &mut Learning,
    settings: &Settings,
    header: &str,
    stop: &Stop,
    report: &Reporter,
) -> Result<(), Error> {
    let mut answers = io::stdin().lock();
    let mut asked = 0_u64;
    loop {
        let question = answered(learning.question(settings.meaning(), &stop.effort()), stop)?;
        let Some(question) = question else {
            let end = match learning.asking_end() {
                AskingEnd::Enough => "that is enough",
                AskingEnd::Nothing => {
                    "nothing is left to ask in this scope; a larger `--scope` may have an instance that tells more"
                }
            };
            tell(format_args!("{} answered: {end}", counted(asked, "question")));
            return Ok(());
        };
        let paper = Paper { out: Box::new(io::stderr()), width: 80, is_colored: false };
        draw(header, &question.shown.record(asked), paper)?;
        if !question.allows.is_empty() {
            tell(format_args!("allowed by:  {}", visible(&question.allows.join("; "))));
        }
        tell(format_args!("excluded by: {}", visible(&question.excludes.join("; "))));
        let is_good = loop {
            tell("is it good? y/n/q");
            let mut line = String::new();
            let read = answers.read_line(&mut line);
            let read = read.map_err(|error| {
                Error::usage(format!("the answer cannot be read from standard input: {error}"))
            })?;
            match line.trim() {
                "y" | "yes" => break true,
                "n" | "no" => break false,
                "q" | "quit" => return Ok(()),
                _ if read == 0 => {
                    report.note("no more answers: the best proposal so far follows");
                    return Ok(());
                }
                _ => {}
            }
        };
        learning.answer(&question.shown, is_good);
        asked += 1;
    }
}

fn write(
    learn: &LearnFlags,
    conjuncts: &[LearntConjunct],
    learning: &Learning,
    header: &str,
    report: &Reporter,
) -> Result<(), Error> {
    for (at, conjunct) in conjuncts.iter().enumerate() {
        if learn.answer.format == AnswerFormatFlag::Json {
            answer(&LearntRecord { kind: "conjunct", answer: answer_of(conjunct) })?;
            continue;
        }
        let mut out = io::stdout().lock();
        let answer = answer_of(conjunct);
        let summary = answer.summary(learning.bad_count());
        writeln!(out, "{}{}", if at > 0 { "\n" } else { "" }, visible(&answer.text))?;
        let Some(example) = &conjunct.example else {
            writeln!(out, "{summary}")?;
            continue;
        };
        writeln!(out, "{summary}, {} the smallest:", example.key)?;
        drop(out);
        draw(header, &example.record(0), Paper::output(report))?;
    }
    Ok(())
}

fn answer_of(conjunct: &LearntConjunct) -> LearntAnswer<String> {
    let LearntConjunct { text, size, bad, excludes, example } = conjunct;
    let example = example.as_ref().map(|shown| shown.key.clone());
    LearntAnswer::new(text, excludes, example, *size, *bad)
}

fn draw(header: &str, record: &str, paper: Paper) -> Result<(), Error> {
    let flags = DrawingFlags { format: Some(FormatFlag::Text), ..DrawingFlags::default() };
    let mut canvas = Canvas::new(&flags, paper, Expressions::none());
    canvas.record(header)?;
    canvas.record(record)?;
    canvas.record("{\"kind\":\"end\"}")?;
    Ok(())
}

/// More heaps are not named in a message.
const NAMED: usize = 3;

/// The bad heaps that need no conjunct, in one line.
fn report_excluded(learning: &Learning, predicate: &str, report: &Reporter) {
    let excluded = learning.excluded_already();
    if excluded.is_empty() {
        return;
    }
    let named = excluded.iter().take(NAMED).map(|name| visible(name).into_owned());
    let rest = match excluded.len() - excluded.len().min(NAMED) {
        0 => String::new(),
        rest => format!("; and {rest} more"),
    };
    report.note(&format!(
        "`{}` or a fact excludes {} already: {}{rest}",
        visible(predicate),
        counted(excluded.len(), "bad heap"),
        named.collect::<Vec<_>>().join("; ")
    ));
}
