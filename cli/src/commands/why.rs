//! `korrel why`: the properties that failing inputs have in common, and passing ones have not.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use korrel::question::learn::{NearRule, Nearness};
use korrel_campaign::{CauseRecord, ClosestPair, ExplainedCause, WhyQuestion};
use korrel_harness::report::{FailureGroup, InputListing, Report, RunStatus, read as read_report};
use korrel_harness::{counted, verb};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible_lines;

use crate::commands::shared::question::limited;
use crate::commands::test::Artist;
use crate::files::read::load;
use crate::files::read::read;
use crate::flags::{LanguageFlags, StatesFormatFlag, WhyFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

pub fn run(why: &WhyFlags, report: &Reporter) -> Result<Exit, Error> {
    let (asked, listing) = asked(&why.report)?;
    let language = LanguageFlags {
        folders: listing.folders.iter().map(PathBuf::from).collect(),
        strict_alloy: listing.strict_alloy,
        recursion: listing.recursion,
        files: None,
    };
    let mut spec = load(Path::new(&listing.spec), &language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let stop = limited(Stop::new(), None, why.limits.size.memory)?;
    stop.heed(Stop::tell);
    stop.take_over();
    let question = WhyQuestion::new(&asked, &listing, &mut spec)?;
    if question.failing().next().is_none() {
        report.note("no input fails");
        return Ok(Exit::Failure);
    }
    let artist = Artist::new(&asked.heading);
    let (mut is_answered, mut is_first) = (true, true);
    for op in question.failing() {
        let inputs = question.inputs(op, why.size, &stop.effort())?;
        for group in &op.groups {
            let within = stop.linked();
            within.after(why.limits.time());
            let explained = inputs.explain(group, why.size, &within.effort());
            if stop.is_raised() {
                return Ok(stop.tell());
            }
            is_answered &= explained.rules.exact.is_some();
            let cause = cause(group);
            if explained.passing == 0 {
                report.note(&format!(
                    "{}: {cause}: every input fails this way, so there is nothing to compare with",
                    op.name
                ));
            }
            // An empty line between causes.
            let before = if std::mem::replace(&mut is_first, false) { "" } else { "\n" };
            write(why, &op.name, &cause, &explained, (&artist, before))?;
        }
        if listing.invariant.is_some() {
            report.note(
                "note: all inputs satisfy the invariant, so no rule speaks of what it excludes",
            );
        }
    }
    Ok(if is_answered { Exit::Success } else { Exit::Failure })
}

/// A report of all inputs, and how these are listed again.
///
/// # Errors
/// A file that is no report, or a report that does not cover all inputs of a spec that is at hand.
fn asked(path: &Path) -> Result<(Report, InputListing), Error> {
    let name = path.display().to_string();
    let text = read(path, &name).map_err(Error::File)?;
    let refused = |why: String, help: &str| {
        Error::File(Diagnostic::new(code::FILE, format!("`{name}`: {why}")).help(help))
    };
    let report = read_report(&text).map_err(|why| refused(why.to_string(), REPORT))?;
    if report.status != RunStatus::Complete {
        let why = "it does not tell of all inputs, so which of them pass is not known";
        return Err(refused(why.to_owned(), COMPLETE));
    }
    if report.heading.is_of_a_part() {
        let why = "it tells of a part of the inputs only";
        return Err(refused(why.to_owned(), "`korrel merge` joins the reports of shards"));
    }
    let Some(listing) = report.heading.listing.clone() else {
        let why = "its header has no `listing`, as those of earlier versions";
        let again = report.heading.again().unwrap_or(REPORT_AGAIN.to_owned());
        return Err(refused(why.to_owned(), &format!("write it again: `{again} > report.jsonl`")));
    };
    if listing.spec == "-" {
        let why = "its spec came from standard input, and is not at hand any more";
        return Err(refused(why.to_owned(), "give `korrel test` a file"));
    }
    Ok((report, listing))
}

const REPORT: &str = "a report is what `korrel test … --format json` writes";

const REPORT_AGAIN: &str = "korrel test SPEC --format json -- DRIVER ARGS…";

const COMPLETE: &str =
    "take a report whose end has the status `complete`: with --scope, where inputs grow";

/// The cause as a report has it.
fn cause(group: &FailureGroup) -> String {
    let at = group.at.as_ref().map_or(String::new(), |at| format!("  {at}"));
    format!("{}{at}", group.cause)
}

fn write(
    why: &WhyFlags,
    op: &str,
    cause: &str,
    explained: &ExplainedCause,
    (artist, before): (&Artist, &str),
) -> Result<(), Error> {
    if why.answer.format == StatesFormatFlag::Json {
        answer(&CauseRecord { kind: "rule", op, cause, explained })?;
    } else if explained.passing > 0 {
        let mut lines = lines(op, cause, explained, why.size);
        lines.extend(explained.closest.as_ref().and_then(|pair| drawn(op, pair, artist)));
        let text = format!("{before}{}", lines.join("\n"));
        io::stdout().lock().write_all(visible_lines(&text).as_bytes())?;
    }
    Ok(())
}

/// The last line is empty.
fn lines(op: &str, cause: &str, explained: &ExplainedCause, size: usize) -> Vec<String> {
    let &ExplainedCause { failing, passing, ref rules, .. } = explained;
    let fail = verb(failing, "fails", "fail");
    let inputs = counted(failing, "input");
    let mut lines = vec![format!("{op}: {cause}  ({inputs} {fail} so, {passing} pass)")];
    match &rules.exact {
        Some(rule) => {
            lines.push(format!("  fails exactly if {}", rule.text));
            lines.push(format!("    {}", rule.words));
        }
        None => {
            let cut = if rules.is_complete { "" } else { ", which are not all" };
            let formulas = rules.formulas;
            lines.push(format!(
                "  no formula separates them: {formulas} of up to {size} names and signs were tried{cut}"
            ));
            let nearest = rules.nearest.iter();
            lines.extend(nearest.flat_map(|near| {
                let told = told(near, (failing, passing));
                [format!("  {told}"), format!("    {}", near.rule.words)]
            }));
        }
    }
    lines.push(String::new());
    lines
}

/// The two inputs that differ least, side by side; `None` if they cannot be drawn.
fn drawn(op: &str, pair: &ClosestPair, artist: &Artist) -> Option<String> {
    let ClosestPair { passing, failing } = pair;
    let [left, right] = [format!("{} passes", passing.0), format!("{} fails", failing.0)];
    let drawing = artist.pair(op, [(&left, &passing.1), (&right, &failing.1)])?;
    let indented = drawing.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n");
    Some(indented.collect())
}

fn told(NearRule { rule, nearness }: &NearRule, (failing, passing): (u64, u64)) -> String {
    let text = &rule.text;
    match nearness {
        Nearness::Nearly => {
            let (missed, wrong) = (failing - rule.marked, rule.others);
            format!(
                "fails if {text}, but for {wrong} that pass all the same and {missed} that fail otherwise"
            )
        }
        Nearness::Whenever => {
            format!("fails whenever {text}: {} of the {failing} that fail", rule.marked)
        }
        Nearness::OnlyIf => {
            format!(
                "fails only if {text}, which also holds for {} of the {passing} that pass",
                rule.others
            )
        }
    }
}
