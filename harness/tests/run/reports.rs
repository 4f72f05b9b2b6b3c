//! The results of a run, in all formats.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use korrel_harness::corpus::KnownFailures;
use korrel_harness::coverage::InputCoverage;
use korrel_harness::report::{
    Certificate, CertificateSubject, Collector, Format, Look, Report, ReportHeading, RunStatus,
    failure_line, header_line, merge, read, write,
};
use korrel_harness::{End, FailedInput, ListedInputs, Plan, Stops, TestRun, run};

use crate::support::{Nobody, inputs, plan, question};

fn heading() -> ReportHeading {
    ReportHeading {
        tool: "korrel 0.1.0".to_owned(),
        spec: "f.als".to_owned(),
        question: "0123".to_owned(),
        scope: "3 A".to_owned(),
        driver: vec!["./driver".to_owned(), "a b".to_owned()],
        replay: ["korrel", "test", "f.als"].map(str::to_owned).to_vec(),
        ..ReportHeading::default()
    }
}

fn reported(
    plan: &Plan,
    numbers: std::ops::Range<u64>,
    heading: ReportHeading,
    known: &str,
) -> (Report, String) {
    let question = question();
    let mut lines = header_line(&heading);
    let mut on_failure = |failure: &FailedInput| lines += &failure_line(failure);
    let mut collector = Collector::new(Report::new(heading, &question.operations));
    collector.known = KnownFailures::parse(known).unwrap();
    collector.on_failure = Some(&mut on_failure);
    let flag = AtomicBool::new(false);
    let stops = Stops::new(&flag, None);
    let mut inputs = inputs(numbers.end).skip(numbers.start as usize);
    let asked = TestRun { plan, question: &question, oracles: &Nobody, stops: &stops };
    let end = run(asked, &mut ListedInputs { inputs: &mut inputs, collector: &mut collector });
    let report = collector.end(&end, RunStatus::Interrupted);
    lines += &written(&report, Format::Json);
    (report, lines)
}

fn written(report: &Report, format: Format) -> String {
    let mut out = Vec::new();
    write(report, format, &Look::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// If this fails, a report says something else than what happened.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn text() {
    let (report, _) = reported(&plan("fails", 64), 0..30, heading(), "");
    assert_eq!(report.exit_code(false), 1);
    let expected = "\
f: 30 inputs, 27 pass, 3 fail

  1. not a tree  (3 inputs)
     smallest: 0000000000000007 (1 object)
     no

     n 7

     again: korrel test f.als --op f --replay 0000000000000007 -- ./driver 'a b'

MINIMAL: fails at 1 object; there is no smaller input
COMPLETE: 30 inputs, scope 3 A
";
    assert_eq!(written(&report, Format::Text), expected);
    let (report, _) = reported(&plan("fails", 64), 10..30, heading(), "");
    assert!(
        written(&report, Format::Text).contains("MINIMAL: fails at 2 objects; there is no smaller")
    );
    let (report, _) = reported(&plan("none", 64), 0..30, heading(), "");
    assert_eq!((report.exit_code(false), report.status), (0, RunStatus::Complete));
}

/// If this fails, the number of workers shows in a report.
#[test]
fn workers_do_not_show() {
    let text = |workers, trouble| {
        let plan = Plan { workers, ..plan(trouble, 8) };
        reported(&plan, 0..60, heading(), "").1
    };
    for trouble in ["fails", "crashes", "throws"] {
        assert_eq!(text(1, trouble), text(4, trouble), "{trouble}");
    }
}

/// If this fails, the joined report is not the sum of the parts, or a missing part goes unnoticed.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn shards_are_joined() {
    let shard = |part| ReportHeading { shard: Some((part, 2)), ..heading() };
    let (_, one) = reported(&plan("throws", 8), 0..20, shard(1), "");
    let (_, two) = reported(&plan("throws", 8), 20..40, shard(2), "");
    let parsed = |text: &str| read(text).unwrap();
    let whole = merge(vec![parsed(&two), parsed(&one)]).unwrap();
    let (all, _) = reported(&plan("throws", 8), 0..40, heading(), "");
    assert_eq!(written(&whole, Format::Json), written(&all, Format::Json));
    assert_eq!(written(&whole, Format::Text), written(&all, Format::Text));
    let half = merge(vec![parsed(&two)]).unwrap();
    assert_eq!((half.status, half.exit_code(false)), (RunStatus::Partial, 1));
    assert!(written(&half, Format::Text).contains("INCOMPLETE: missing is the shard 1;"));
    assert!(
        merge(vec![parsed(&one), parsed(&one)])
            .unwrap_err()
            .contains("shard 1 of 2 is there more than once")
    );
    let other = ReportHeading { question: "4567".to_owned(), ..shard(1) };
    let (_, other) = reported(&plan("throws", 8), 0..20, other, "");
    let why = merge(vec![parsed(&other), parsed(&two)]).unwrap_err();
    assert_eq!(why, "the reports are not of one run; they differ in: question");
    let cut = one.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(read(&cut).unwrap_err().why.contains("cut off"));
}

/// If this fails, a known failure fails a build, or the report does not say that one is mended.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn known_failures() {
    let known = "0000000000000007\nf 0000000000000011 # 17\n000000000000001b\n0000000000000001\n";
    let (report, lines) = reported(&plan("fails", 8), 0..30, heading(), known);
    assert_eq!(report.exit_code(false), 0);
    assert_eq!(report.mended, ["0000000000000001"]);
    assert!(written(&report, Format::Text).contains("known, and passes now: 0000000000000001"));
    let (report, _) = reported(&plan("fails", 8), 0..40, heading(), &lines);
    assert_eq!((report.new_failures(), report.exit_code(false)), (1, 1));
    assert_eq!(report.operations[0].groups[0].smallest.id, 37);
}

/// If this fails, a build server cannot read a report.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn formats() {
    let (report, _) = reported(&plan("throws", 8), 0..30, heading(), "");
    let xml = written(&report, Format::Junit);
    assert!(
        xml.contains(
            "<testsuites name=\"f.als\" tests=\"3\" skipped=\"0\" failures=\"1\" errors=\"0\">"
        ),
        "{xml}"
    );
    assert!(xml.contains(
        "<failure message=\"3 inputs fail, the smallest is 0000000000000007\" type=\"KeyError: #\">"
    ));
    let tap = written(&report, Format::Tap);
    let heads: Vec<&str> = tap.lines().filter(|line| line.starts_with(['o', 'n', '1'])).collect();
    let expected = [
        "1..3",
        "ok 1 - f: 27 of 30 inputs pass",
        "not ok 2 - f: KeyError: \\# (3 inputs)",
        "ok 3 - COMPLETE: 30 inputs, scope 3 A",
    ];
    assert_eq!(heads, expected);
    let certificate: serde_json::Value =
        serde_json::from_str(&Certificate::of(&report, CertificateSubject::default()).text())
            .unwrap();
    assert_eq!(certificate["operations"][0]["by_size"]["1"], serde_json::json!([9, 1]));
}

/// If this fails, a document is no XML, a page hides characters, or words that a tab parts become one.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn what_no_reader_shows_is_escaped() {
    let heading = ReportHeading { spec: "a\u{1b}[31m\tb\nc".to_owned(), ..heading() };
    let (report, _) = reported(&plan("paints", 8), 0..10, heading, "");
    let (line, lines) = ("a\\u{1b}[31m b c", "one\n    two\\u{9b}\\u{7f}\\u{fffe}\\u{d}");
    let xml = written(&report, Format::Junit);
    for attribute in ["testsuites name", "classname"] {
        assert!(xml.contains(&format!("{attribute}=\"{line}")), "{attribute}: {xml}");
    }
    assert!(xml.contains(lines), "{xml}");
    let is_raw = |c: char| c != '\n' && (c.is_control() || c == '\u{fffe}');
    assert!(!xml.contains(is_raw));
}

/// If this fails, `--select` does not know what inputs cover, or believes that it does.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn selection() {
    let selected = |trouble: &str| {
        let plan = Plan { coverage: true, ..plan(trouble, 8) };
        let mut collector = Collector::new(Report::new(heading(), &question().operations));
        collector.covered = Some(InputCoverage::default());
        let flag = AtomicBool::new(false);
        let (stops, asked) = (Stops::new(&flag, None), question());
        let asked = TestRun { plan: &plan, question: &asked, oracles: &Nobody, stops: &stops };
        run(asked, &mut ListedInputs { inputs: &mut inputs(9), collector: &mut collector });
        collector.covered.unwrap().select()
    };
    let selection = selected("covers").unwrap();
    assert_eq!((selection.covered, selection.is_least), (4, true));
    let gains: Vec<(u64, usize)> = selection.inputs.iter().map(|one| (one.id, one.gain)).collect();
    assert_eq!(gains, [(0, 2), (1, 1), (2, 1)]);
    assert!(selected("covers_new").is_err() && selected("none").is_err());
}

/// If this fails, a run that is stopped goes on, loses its findings, or says that it is complete.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn stops() {
    let limited = Plan { stop_after: Some(2), workers: 2, ..plan("fails", 8) };
    let (report, lines) = reported(&limited, 0..1000, heading(), "");
    assert_eq!(
        (report.status, report.operations[0].failed, report.exit_code(false)),
        (RunStatus::Limit, 2, 1)
    );
    assert_eq!(report.operations[0].inputs, 18);
    assert!(lines.contains("\"status\":\"limit\""));
    let budget = Plan { budget: Some(Duration::from_millis(400)), ..plan("none", 8) };
    let (report, _) = reported(&budget, 0..u64::MAX / 2, heading(), "");
    assert_eq!(
        (report.status, report.exit_code(false), report.exit_code(true)),
        (RunStatus::Budget, 3, 0)
    );
    let mut late = Collector::new(Report::new(heading(), &question().operations));
    let (flag, deadline) = (AtomicBool::new(false), Instant::now() + Duration::from_millis(400));
    let stops = Stops::new(&flag, Some(deadline));
    let (hangs, asked) = (plan("hangs", 1), question());
    let asked = TestRun { plan: &hangs, question: &asked, oracles: &Nobody, stops: &stops };
    let end = run(asked, &mut ListedInputs { inputs: &mut inputs(30), collector: &mut late });
    let report = late.end(&end, RunStatus::Interrupted);
    assert_eq!((report.status, report.exit_code(true)), (RunStatus::Timeout, 3));
    let begun = Instant::now();
    let (flag, mut collector) =
        (AtomicBool::new(false), Collector::new(Report::new(heading(), &question().operations)));
    let mut hangs = plan("hangs", 8);
    hangs.limits.answer = Duration::from_secs(50);
    let end = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(2500));
            flag.store(true, Ordering::Relaxed);
        });
        let stops = Stops::new(&flag, None);
        let asked =
            TestRun { plan: &hangs, question: &question(), oracles: &Nobody, stops: &stops };
        run(asked, &mut ListedInputs { inputs: &mut inputs(30), collector: &mut collector })
    });
    assert!(matches!(end, End::Stopped) && begun.elapsed() < Duration::from_secs(10));
    let report = collector.end(&end, RunStatus::Interrupted);
    assert_eq!((report.operations[0].passed, report.exit_code(false)), (7, 130));
}
