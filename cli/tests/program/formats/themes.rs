//! `--theme FILE` and `--project`: how instances are drawn, said by a theme of Alloy's viewer or by flags.

use crate::program::{file, korrel, korrel_on};

const LOCKS: &str = "open util/ordering[Time] as times
    sig Time { holder: Process -> lone Lock } sig Process {} sig Lock {}
    fact { no times/first.holder and all t: Time - last | t.next.holder != t.holder }
    run {} for exactly 2 Time, exactly 1 Process, exactly 1 Lock";

fn theme(name: &str, view: &str) -> String {
    let text = format!("<?xml version=\"1.0\"?>\n<alloy>\n<view>\n{view}\n</view>\n</alloy>\n");
    file("themes", name, &text).to_str().expect("the path is UTF-8").to_owned()
}

/// If it failed, a theme would be heeded in one command or format and not in another.
#[test]
fn each_command_heeds_a_theme() {
    let circle = theme("circle.thm", "<node shape=\"Circle\"> <type name=\"Lock\"/> </node>");
    let stream = korrel_on(LOCKS, &["find", "-"]).stdout;
    for (input, command) in [(LOCKS, "find"), (LOCKS, "show"), (&stream, "show")] {
        for format in ["svg", "html", "dot"] {
            let drawn = |more: &[&str]| {
                let asked = [&[command, "-", "--format", format], more].concat();
                korrel_on(input, &asked)
            };
            let (plain, themed) = (drawn(&[]), drawn(&["--theme", &circle]));
            let shape = if format == "dot" { "shape=circle" } else { "class=\\\"shape\\\"" };
            let shape = if format == "svg" { "class=\"shape\"" } else { shape };
            assert!(!plain.stdout.contains(shape), "{command} {format}");
            assert!(themed.stdout.contains(shape), "{command} {format}: {}", themed.stderr);
            assert_eq!((themed.code, themed.stderr.as_str()), (Some(0), ""), "{command} {format}");
        }
    }
    let dark = ["--format", "svg", "--theme", "dark", "--theme", &circle];
    let dark = korrel_on(LOCKS, &[&["show", "-"], &dark[..]].concat()).stdout;
    assert!(dark.contains("#14181e") && dark.contains("class=\"shape\""), "colours, and a theme");
}

/// If it failed, words and pictures would show other facts, or nobody could choose what is looked at.
#[test]
fn a_projection_draws_what_each_object_sees() {
    let show = |more: &[&str]| korrel_on(LOCKS, &[&["show", "-"], more].concat());
    let locks = show(&["--project", "Lock"]).stdout;
    assert!(locks.contains("── Time$1, Lock$0 (2 of 2)\nholder: Process$0*\n"), "{locks}");
    let times = show(&["--project", "Time"]).stdout;
    assert!(
        times.contains("── Time$0 (1 of 2)") && times.contains("── Time$1 (2 of 2)"),
        "{times}"
    );
    let one = show(&["--project", "Time:1"]).stdout;
    assert!(one.contains("── Time$1\n") && !one.contains("── Time$0"), "{one}");
    assert!(one.ends_with("\nProcess$0  holder Lock$0\n"), "{one}");
    let theme = theme("time.thm", "<projection> <type name=\"Time\"/> </projection>");
    let themed = show(&["--theme", &theme]).stdout;
    assert_eq!(themed, times);
    assert_eq!(show(&["--theme", &theme, "--project", "Time:1"]).stdout, one, "flags come last");
    let picture = show(&["--project", "Time", "--format", "svg"]).stdout;
    assert!(picture.contains(">Time$0</text>") && picture.contains(">Time$1</text>"));
}

/// If it failed, a mistyped flag would be passed over.
#[test]
fn what_cannot_be_is_refused() {
    let refused = |arguments: &[&str], why: &str| {
        let run = korrel_on(LOCKS, &[&["show", "-"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(why), "{arguments:?}: {}", run.stderr);
    };
    refused(&["--project", "Tima"], "did you mean `Time`?");
    refused(&["--project", "Time:last"], "by its place");
    refused(&["--project", "Time", "--format", "table"], "`--project` is drawn in");
    refused(&["--theme", "drak"], "light, dark and plain");
    refused(&["--theme", "no_such.thm"], "no_such.thm");
    let broken = file("themes", "broken.thm", "<alloy>\n<view>\n<node>\n</view>\n</alloy>");
    refused(&["--theme", broken.to_str().expect("UTF-8")], "broken.thm:4:1");
    let stream = korrel_on(LOCKS, &["find", "-"]).stdout;
    let of_stream = korrel_on(&stream, &["show", "-", "--project", "Tima"]);
    assert_eq!(of_stream.code, Some(2), "{}", of_stream.stderr);
}

/// If it failed, what a theme hides would depend on a file that nobody has named, or nobody would learn of it.
#[test]
fn a_theme_beside_the_spec_is_told_of() {
    let spec = file("themes", "beside.als", LOCKS);
    let spec = spec.to_str().expect("UTF-8");
    let hidden = theme("beside.thm", "<node visible=\"no\"> <type name=\"Lock\"/> </node>");
    let alone = korrel(&["show", spec, "--format", "svg"]);
    assert!(alone.stdout.contains("Lock$0"), "{}", alone.stderr);
    assert!(alone.stderr.contains(&format!("`--theme {hidden}` draws by it")), "{}", alone.stderr);
    let themed = korrel(&["show", spec, "--format", "svg", "--theme", &hidden]);
    assert!(!themed.stdout.contains("Lock$0") && themed.stderr.is_empty(), "{}", themed.stderr);
}

const OTHER: &str = "<node shape=\"Circle\"> <type name=\"Gone\"/> </node>";

/// If it failed, a remark on a theme would be told for each trace of a file.
#[test]
fn a_name_that_is_not_there_is_told_once() {
    let gone = theme("gone.thm", OTHER);
    let spec = "var sig A {} run {} for 1 but 2 steps";
    let traces = korrel_on(spec, &["find", "-", "--format", "itf"]).stdout;
    assert!(traces.lines().count() > 1, "{traces}");
    let shown = korrel_on(&traces, &["show", "-", "--format", "html", "--theme", &gone]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert_eq!(shown.stderr.matches("`Gone`").count(), 1, "{}", shown.stderr);
}

/// If it failed, a report would be drawn by a theme of another spec in silence, or a theme would be asked for in vain.
#[test]
fn a_report_heeds_a_theme_on_its_page_alone() {
    let gone = theme("report.thm", OTHER);
    let report = "cli/tests/program/formats/v0_1_0/report.jsonl";
    let page = file("themes", "page.html", "");
    std::fs::remove_file(&page).expect("it was written");
    let page = page.to_str().expect("UTF-8");
    let told = korrel(&["merge", report, "--html", page, "--theme", &gone]);
    assert_eq!(told.stderr.matches("`Gone`").count(), 1, "{}", told.stderr);
    let vain = korrel(&["merge", report, "--theme", &gone]);
    assert_eq!((vain.code, vain.stdout.as_str()), (Some(2), ""), "{}", vain.stderr);
    assert!(vain.stderr.contains("--html"), "{}", vain.stderr);
}

/// If it failed, the value of a function would be drawn otherwise than a set and a field of the same value, which the search
/// finds.
#[test]
fn functions_are_drawn_as_what_has_their_value() {
    let theme_of = |dollar: &str| {
        let set = format!("<set name=\"{dollar}tops\" type=\"Node\"/>");
        let relation = format!(
            "<relation name=\"{dollar}far\"> <type name=\"Node\"/> <type name=\"Node\"/> </relation>"
        );
        let view = format!(
            "<node shape=\"House\"> {set} </node> <edge style=\"Dashed\"> {relation} </edge>"
        );
        theme(&format!("functions{dollar}.thm"), &view)
    };
    // The pictures in no order, of lines in no order.
    let drawn = |spec: &str, theme: &str| {
        let asked = ["find", "-", "--symmetry", "none", "--format", "dot", "--theme", theme];
        let found = korrel_on(spec, &asked);
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{spec}");
        let sorted = |picture: &str| {
            let picture = picture.replace('$', "");
            let mut lines: Vec<&str> = picture.lines().skip(1).collect();
            lines.sort_unstable();
            lines.join("\n").trim().to_owned()
        };
        let pictures = found.stdout.split("digraph \"instance ").skip(1);
        let mut pictures: Vec<String> = pictures.map(sorted).collect();
        pictures.sort();
        pictures
    };
    let functions = "fun tops: set Node { Node - Node.next } fun far: Node -> Node { next.next }";
    let value = "(tops = Node - Node.next and far = next.next)";
    let asked = [
        ("", "", "{ some far } for 3"),
        ("var", "always", "{ eventually some far and eventually no Node } for 2 but 2 steps"),
    ];
    for (var, always, run) in asked {
        let told = format!("{var} sig Node {{ {var} next: lone Node }} {functions} run {run}");
        let declared = format!(
            "{var} sig Node {{ {var} next: lone Node, {var} far: set Node }} {var} sig tops in Node {{}}
            fact {{ {always} {value} }} run {run}"
        );
        let told = drawn(&told, &theme_of("$"));
        assert!(told.len() > 2, "{var}");
        assert_eq!(told, drawn(&declared, &theme_of("")), "{var}");
    }
}

/// If it failed, functions would be drawn that nobody asked for, or a hint would be heeded in one format alone.
#[test]
fn functions_are_drawn_where_they_are_asked_for() {
    let spec = "open util/ordering[A] sig A { b: set B } sig B {} fun full: set A { b.B } fun size: Int { #B } fun of[x: A]: set B { x.b }
        fun keys: Int -> A { Int -> b.B } run { some b } for exactly 1 A, exactly 1 B, 1 Int";
    let drawn = |hint: &str, format: &str, more: &[&str]| {
        let asked = [&["find", "-", "-n", "1", "--format", format], more].concat();
        korrel_on(&format!("{spec}\n{hint}\n"), &asked).stdout
    };
    let hides = file("themes", "none.thm", "<alloy> <view hideSkolem=\"yes\"/> </alloy>");
    let hides = hides.to_str().expect("the path is UTF-8");
    for format in ["text", "svg", "html", "dot"] {
        let asked = |hint: &str| drawn(hint, format, &[]);
        assert!(asked("--@ $full: house").contains("$full"), "{format}");
        assert!(asked("--@ $keys: red").contains("$keys"), "{format}");
        for hint in ["", "--@ $full: hide", "--@ $size: red", "--@ $of: red", "--@ full: house"] {
            assert!(
                !asked(hint).contains("$full") && !asked(hint).contains("in $"),
                "{format} {hint}"
            );
        }
        let hidden = drawn("--@ $full: house", format, &["--theme", hides]);
        assert!(!hidden.contains("in: $full") && !hidden.contains("in $full"), "{format}");
    }
    assert!(!drawn("--@ $full: house", "json", &[]).contains("$full\""));
}
