//! `korrel why`: the properties that failing inputs have in common, and passing ones have not.

mod asked;
mod growth;
mod rules;
mod term;
mod world;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::time::Instant;

use korrel_enumerate::heap::Extent;
use korrel_harness::{counted, verb};
use korrel_lang::spec::Spec;
use korrel_lang::visible::{visible_json, visible_lines};
use korrel_translate::{Overflow, Scopes};
use serde_json::{Value as Json, json};

use self::asked::{AskedAgain, asked};
use self::rules::{FoundRules, Labelled, Nearness, Rule, found};
use self::world::Vocabulary;
use crate::commands::shared::question::{limited, overflow};
use crate::commands::test::heading::question;
use crate::commands::test::listing::{Ended, Listing, Message};
use crate::commands::test::operations::scope::Size;
use crate::commands::test::operations::{Subject, Unscoped, subjects};
use crate::files::spec::load;
use crate::flags::{InputFlags, StatesFormatFlag, WhyFlags};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(why: &WhyFlags, report: &Reporter) -> Result<Exit, Error> {
    let AskedAgain { report: asked, test, failures } = asked(&why.report)?;
    let mut spec = load(&test.spec, &test.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let stop = limited(Stop::new(), None, None)?;
    stop.heed(Stop::tell);
    stop.take_over();
    let ops = asked.operations.iter().map(|op| op.name.clone()).collect();
    let flags = InputFlags::plain(ops, test.inputs.scope.clone(), test.inputs.overflow);
    let invariant = test.judging.invariant.as_deref();
    let subjects = subjects(&mut spec, &flags, invariant, Unscoped::Grows)?;
    if question(&test, &spec, &subjects) != asked.heading.question {
        let name = test.spec.display();
        return Err(Error::usage(format!(
            "`{name}` has changed since, or this is another version: test it again"
        )));
    }
    if failures.is_empty() {
        report.note("no input fails");
        return Ok(Exit::Failure);
    }
    let mut is_answered = true;
    for (subject, of) in subjects.iter().zip(&asked.operations) {
        let groups: Vec<_> = failures.iter().filter(|group| group.0 == of.name).collect();
        if groups.is_empty() {
            continue;
        }
        if of.skipped() > 0 {
            let name = &of.name;
            return Err(Error::usage(format!(
                "the driver skipped {} of `{name}`, and the report does not say which: these may neither \
                 pass nor fail",
                counted(of.skipped(), "input")
            )));
        }
        let inputs = inputs(&spec, subject, &test, &stop)?;
        if inputs.len() as u64 != of.inputs {
            let (now, then) = (inputs.len(), of.inputs);
            let are = verb(now, "there is", "there are");
            return Err(Error::usage(format!(
                "{are} {}, and the report has {then}",
                counted(now, "input")
            )));
        }
        let asked = WhyRun { why, spec: &spec, subject, inputs: &inputs };
        is_answered &= asked.answer(&groups, report)?;
    }
    Ok(if is_answered { Exit::Success } else { Exit::Failure })
}

/// The inputs, with their keys, the smallest first.
fn inputs(
    spec: &Spec,
    subject: &Subject,
    test: &crate::flags::TestFlags,
    stop: &Stop,
) -> Result<Vec<(String, Json)>, Error> {
    if matches!(subject.size, Size::Growing(_)) {
        return Err(Error::usage("inputs that grow have no end: test with --scope".to_owned()));
    }
    let listing = Listing {
        spec: spec.clone(),
        subjects: std::slice::from_ref(subject),
        overflow: overflow(test.inputs.overflow),
        shard: None,
        may_repeat: false,
        wants_names: true,
        expect: None,
        stop: stop.clone(),
    };
    let (inputs, ended) = listing.beside(|messages| {
        let mut inputs = Vec::new();
        for message in messages {
            if let Message::Input(input) = message {
                let key = input.name.expect("names were asked for").key;
                inputs.push((key, input.heap.json().clone()));
            }
        }
        inputs
    })?;
    match ended {
        Ended::All => Ok(inputs),
        Ended::Cut => Err(Error::usage("the inputs were not all listed".to_owned())),
        Ended::Refused(_, error) | Ended::Wrong(error) => Err(error),
    }
}

struct WhyRun<'a> {
    why: &'a WhyFlags,
    spec: &'a Spec,
    subject: &'a Subject,
    inputs: &'a [(String, Json)],
}

impl WhyRun<'_> {
    /// True if a formula was found for each cause.
    fn answer(
        &self,
        groups: &[&(String, String, Vec<String>)],
        report: &Reporter,
    ) -> Result<bool, Error> {
        let model = &self.spec.model;
        let scopes = Scopes::new(model, &self.subject.command, Overflow::Forbid);
        let scopes = scopes.map_err(|mistake| Error::about(self.spec, mistake))?;
        let extent = Extent::new(model, &self.subject.command, &scopes, &[]);
        let vocabulary = Vocabulary::new(model, self.subject, extent);
        let worlds: Vec<_> = self.inputs.iter().map(|(_, heap)| vocabulary.world(heap)).collect();
        let Some(worlds) = worlds.into_iter().collect::<Option<Vec<_>>>() else {
            let message =
                "an input has more than 64 objects, numbers and values: why is for small ones";
            return Err(Error::usage(message.to_owned()));
        };
        let known: HashMap<&str, usize> =
            self.inputs.iter().enumerate().map(|(at, (key, _))| (key.as_str(), at)).collect();
        let failing: HashSet<usize> = groups
            .iter()
            .flat_map(|group| &group.2)
            .filter_map(|key| known.get(key.as_str()).copied())
            .collect();
        let mut is_answered = true;
        for group in groups {
            let own: HashSet<usize> =
                group.2.iter().filter_map(|key| known.get(key.as_str()).copied()).collect();
            // Inputs that fail otherwise say nothing about this cause.
            let kept: Vec<usize> =
                (0..worlds.len()).filter(|at| own.contains(at) || !failing.contains(at)).collect();
            let labelled = Labelled {
                worlds: kept.iter().map(|at| worlds[*at].clone()).collect(),
                fails: kept.iter().map(|at| own.contains(at)).collect(),
            };
            let deadline = Instant::now() + self.why.timeout;
            if labelled.fails.iter().all(|fails| *fails) {
                let (op, cause) = (&self.subject.operation.name, &group.1);
                report.note(&format!(
                    "{op}: {cause}: every input fails this way, so there is nothing to compare with"
                ));
                is_answered = false;
                if self.why.format == StatesFormatFlag::Json {
                    self.write(cause, &labelled, &FoundRules::default())?;
                }
                continue;
            }
            let found = found(&vocabulary, &labelled, self.why.size, deadline);
            is_answered &= found.exact.is_some();
            self.write(&group.1, &labelled, &found)?;
        }
        if self.subject.asked.invariant.is_some() {
            report.note(
                "note: all inputs satisfy the invariant, so no rule speaks of what it excludes",
            );
        }
        Ok(is_answered)
    }

    fn write(&self, cause: &str, labelled: &Labelled, found: &FoundRules) -> Result<(), Error> {
        let failing = labelled.fails.iter().filter(|fails| **fails).count() as u64;
        let passing = labelled.fails.len() as u64 - failing;
        let op = &self.subject.operation.name;
        let mut out = io::stdout().lock();
        if self.why.format == StatesFormatFlag::Json {
            let rule = |rule: &Rule| {
                json!({ "formula": rule.text, "size": rule.size, "failing": rule.failing,
                    "passing": rule.passing })
            };
            let nearest: Vec<Json> = found
                .nearest
                .iter()
                .map(|(nearness, one)| {
                    let mut record = rule(one);
                    record["kind"] = json!(name(*nearness));
                    record
                })
                .collect();
            let record = json!({ "op": op, "cause": cause, "failing": failing, "passing": passing,
                "exact": found.exact.as_ref().map(rule), "nearest": nearest, "formulas": found.formulas,
                "complete": !found.is_cut });
            writeln!(out, "{}", visible_json(&record.to_string()))?;
            return Ok(());
        }
        let fail = verb(failing, "fails", "fail");
        let inputs = counted(failing, "input");
        let mut lines = vec![format!("{op}: {cause}  ({inputs} {fail} so, {passing} pass)")];
        match &found.exact {
            Some(rule) => lines.push(format!("  fails exactly if {}", rule.text)),
            None => {
                let cut = if found.is_cut { ", which are not all" } else { "" };
                let (formulas, size) = (found.formulas, self.why.size);
                lines.push(format!(
                    "  no formula separates them: {formulas} of up to {size} words and signs were tried{cut}"
                ));
                lines.extend(found.nearest.iter().map(|(nearness, rule)| {
                    format!("  {}", told(*nearness, rule, (failing, passing)))
                }));
            }
        }
        lines.push(String::new());
        Ok(out.write_all(visible_lines(&lines.join("\n")).as_bytes())?)
    }
}

fn name(nearness: Nearness) -> &'static str {
    match nearness {
        Nearness::Nearly => "nearly",
        Nearness::Whenever => "whenever",
        Nearness::OnlyIf => "only if",
    }
}

fn told(nearness: Nearness, rule: &Rule, (failing, passing): (u64, u64)) -> String {
    let text = &rule.text;
    match nearness {
        Nearness::Nearly => {
            let (missed, wrong) = (failing - rule.failing, rule.passing);
            format!(
                "fails if {text}, but for {wrong} that pass all the same and {missed} that fail otherwise"
            )
        }
        Nearness::Whenever => {
            format!("fails whenever {text}: {} of the {failing} that fail", rule.failing)
        }
        Nearness::OnlyIf => {
            format!("fails only if {text}: {} of the {passing} that pass are so, too", rule.passing)
        }
    }
}
