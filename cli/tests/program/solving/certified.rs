//! `find --certify` and `verify`: a list that proves itself, and one that only says so.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::program::{file, korrel, path};

/// Specs with the number of their classes, by their own words or OEIS.
const LISTS: [(&[&str], usize); 16] = [
    (&["specs/simple_graph.als", "simple_6"], 156),
    (&["specs/simple_graph.als", "up_to_4"], 19),
    (&["specs/poset.als", "six"], 318),
    (&["specs/group.als", "four"], 2),
    (&["specs/binary_tree.als", "four_nodes"], 14),
    (&["specs/binary_tree.als"], 9),
    (&["specs/search_tree.als"], 5),
    // Two classes, of which the entries are met by lists.
    (&["specs/object_list.als"], 0),
    (&["specs/heap_array.als", "four"], 320),
    (&["specs/ramsey_graph.als", "r_3_4"], 3),
    (&["specs/ramsey_graph.als", "none_9"], 0),
    (&["specs/ramsey_graph.als", "up_to_8"], 49),
    (&["specs/red_black_tree.als", "two_nodes"], 2),
    (&["specs/doubly_linked_list.als"], 0),
    (&["specs/file_system.als"], 0),
    (&["specs/peterson.als", "exclusion"], 0),
];

/// A folder for a certificate, which is not there.
pub(super) fn fresh() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let place = folder.path().join("proven");
    (folder, place)
}

fn certified(words: &[&str], place: &Path) {
    let run = korrel(&[&["find"], words, &["--certify", path(place)]].concat());
    assert!(run.code == Some(0) || run.code == Some(1), "{words:?}: {}", run.stderr);
    assert_eq!(run.stdout, "", "the stream is in the folder");
    assert!(place.exists(), "{words:?}: {}", run.stderr);
}

/// The number of instances that the verdict says.
fn proven(place: &Path) -> Option<usize> {
    let run = korrel(&["verify", path(place)]);
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
    let told = run.stdout.split("PROVEN: ").nth(1)?.split(' ').next()?.replace(',', "");
    (run.code == Some(0)).then(|| told.parse().expect("a number"))
}

/// If it failed, a list would not be proven that is right, or be another one.
#[test]
fn lists_prove_themselves() {
    for (words, classes) in LISTS {
        let (_folder, place) = fresh();
        certified(words, &place);
        let listed = korrel(&[&["count"], words].concat());
        let listed: usize = listed.stdout.trim().parse().expect("a number");
        assert!(classes == 0 || classes == listed, "{words:?}: {listed}");
        assert_eq!(proven(&place), Some(listed), "{words:?}");
    }
}

/// If it failed, the search for a proof would wander among labellings that no list shows: it took five times the steps.
#[test]
fn what_is_discovered_is_proven_shortly() {
    let (_folder, place) = fresh();
    certified(&["specs/search_tree.als", "--scope", "exactly 6 Node, 1..6 Int"], &place);
    assert_eq!(proven(&place), Some(132), "Catalan");
    let proof = fs::metadata(place.join("proof.gz")).expect("it is there").len();
    assert!(proof < 250_000, "{proof}");
}

/// If it failed, objects that may be of several types, subset sigs, maps, sequences or parameters would be misread.
#[test]
fn all_that_a_line_shows_is_read() {
    let spec = file(
        "certified",
        "things.als",
        "abstract sig Thing { in_: lone Box, at: Thing -> lone Int, near: Thing -> Thing } \
         sig Box extends Thing { list: seq Thing } sig Coin extends Thing {} sig Kept in Thing { by: set Coin } \
         enum Colour { Red, Blue } one sig Top { colour: Colour } \
         pred few[b: Box] { lone at and lone near and lone by and no in_ } \
         run few for exactly 2 Thing, 0..1 Int, 1 seq",
    );
    let (_folder, place) = fresh();
    certified(&[path(&spec)], &place);
    let listed: usize = korrel(&["count", path(&spec)]).stdout.trim().parse().expect("a number");
    assert!(listed > 1000, "{listed}");
    assert_eq!(proven(&place), Some(listed));
}

/// If it failed, a result that many machines have would not be proven, or be proven where one of them has said nothing.
#[test]
fn parts_prove_a_list_together() {
    // The number of objects comes first in the order, so the cubes speak of it.
    let sizes = file("certified", "sizes.als", "sig A { r: set A } sig B {} run {} for 2");
    for (words, classes, of) in [
        (&[path(&sizes)][..], 39, 3),
        (&["specs/simple_graph.als", "simple_6"], 156, 3),
        (&["specs/group.als", "four"], 2, 4),
        (&["specs/search_tree.als", "udita_3"], 50, 3),
        (&["specs/ramsey_graph.als", "none_9"], 0, 2),
    ] {
        let (_folder, place) = fresh();
        fs::create_dir(&place).expect("there is room");
        let parts: Vec<PathBuf> = (1..=of).map(|part| place.join(part.to_string())).collect();
        let mut lines = 0;
        for (part, folder) in (1..).zip(&parts) {
            let shard = format!("{part}/{of}");
            certified(&[words, &["--shard", &shard]].concat(), folder);
            let run = korrel(&["verify", path(folder)]);
            assert_eq!(run.code, Some(0), "{words:?}: {}", run.stdout);
            let told = run.stdout.strip_prefix(&format!("PROVEN: part {part} of {of}: "));
            let told = told.and_then(|told| told.split(' ').next()).expect("the number of lines");
            lines += told.parse::<usize>().expect("a number");
        }
        assert_eq!(lines, classes, "{words:?}");
        let verdict = |parts: &[PathBuf]| {
            let parts: Vec<&str> = parts.iter().map(|part| path(part)).collect();
            let run = korrel(&[&["verify"], &parts[..]].concat());
            (run.code, run.stdout)
        };
        let (code, told) = verdict(&parts);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.starts_with(&format!("PROVEN: {classes} instances in {of} parts")), "{told}");
        for (at, part) in parts.iter().enumerate() {
            let others = [&parts[..at], &parts[at + 1..]].concat();
            let twice = [&parts[..], std::slice::from_ref(part)].concat();
            for folders in [others, twice] {
                if folders.len() > 1 {
                    let (code, told) = verdict(&folders);
                    assert_eq!(code, Some(1), "{told}");
                }
            }
        }
        let whole = place.join("whole");
        certified(words, &whole);
        let streams: Vec<PathBuf> = parts.iter().map(|part| part.join("stream.jsonl")).collect();
        let streams: Vec<&str> = streams.iter().map(|stream| path(stream)).collect();
        let merged = korrel(&[&["merge"], &streams[..]].concat());
        let whole = fs::read_to_string(whole.join("stream.jsonl")).expect("it is there");
        assert!(merged.stdout == whole, "{words:?}: {}", merged.stderr);
    }
    let (_folder, place) = fresh();
    let words = ["find", "specs/simple_graph.als", "--shard", "1/65", "--certify", path(&place)];
    let run = korrel(&words);
    assert!(run.code == Some(2) && run.stderr.contains("E0004"), "{}", run.stderr);
}

/// If it failed, a proof would be taken that has lost what it needs.
#[test]
fn what_is_not_proven_is_refused() {
    let (_folder, whole) = fresh();
    let spec = file("certified", "pairs.als", "sig A { r: set A } run { some r } for 2 A");
    certified(&[path(&spec)], &whole);
    assert_eq!(
        proven(&whole),
        Some(10),
        "of 1 and 10 relations, less the empty ones, OEIS A000595"
    );
    let mut refused = 0;
    let mut try_with = |name: &str, lines: &[String], may_pass: bool| {
        let (_folder, place) = fresh();
        fs::create_dir(&place).expect("there is room");
        for name in ["problem.json", "formula.cnf", "stream.jsonl", "proof.gz"] {
            fs::copy(whole.join(name), place.join(name)).expect("there is room");
        }
        write(&place.join(name), lines);
        let verdict = proven(&place);
        assert!(verdict.is_none() || may_pass, "{name}: {lines:#?}");
        refused += usize::from(verdict.is_none());
    };
    for name in ["problem.json", "formula.cnf", "stream.jsonl", "proof.gz"] {
        let lines = read(&whole.join(name));
        for at in 0..lines.len() {
            let mut without = lines.clone();
            without.remove(at);
            // The name of the spec, or a comment, or a step that nobody needs.
            let is_needless = lines[at].starts_with(['c', 'd']) || name == "proof.gz";
            let is_header = name == "stream.jsonl" && at == 0;
            try_with(name, &without, is_needless && lines[at] != "m" || is_header);
            let mut twice = lines.clone();
            twice.insert(at, lines[at].clone());
            let is_harmless = name == "proof.gz" && !lines[at].starts_with(['m', 'p', 'l', 'd']);
            try_with(name, &twice, is_harmless || lines[at].starts_with('c'));
        }
    }
    assert!(refused > 100, "{refused}");
}

/// If it failed, `verify` would believe what is no certificate, or fail without a word.
#[test]
fn what_is_no_certificate_is_told() {
    let (_folder, place) = fresh();
    let run = korrel(&["verify", path(&place)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stderr.contains("problem.json") && run.stderr.contains("--certify"),
        "{}",
        run.stderr
    );
    let run = korrel(&["find", "specs/token_ring.als", "--certify", path(&place)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("E0004"), "{}", run.stderr);
    assert!(!place.exists(), "nothing is half-written");
    for least in
        ["sig P {} run {} for 1..2 P", "sig P {} sig A extends P {} run {} for 2 but exactly 1 A"]
    {
        let spec = file("certified", "least.als", least);
        let run = korrel(&["find", path(&spec), "--certify", path(&place)]);
        assert!(run.code == Some(2) && run.stderr.contains("E0004"), "{}", run.stderr);
        assert!(!place.exists(), "nothing is half-written");
    }
    fs::create_dir(&place).expect("there is room");
    let run = korrel(&["find", "specs/simple_graph.als", "--certify", path(&place)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

/// If it failed, a run that was stopped would leave a folder that stands in the next one's way, or a flag be taken that
/// has no effect.
#[test]
fn of_a_list_that_is_cut_nothing_is_left() {
    let (_folder, place) = fresh();
    let part = place.with_extension("part");
    let spec = "sig A { r, q: set A } run { some r } for 5";
    let spec = file("certified", "many.als", spec);
    for limit in [&["--timeout", "1ms"][..], &["--timeout", "300ms"], &["--memory", "1M"]] {
        let run = korrel(&[&["find", path(&spec), "--certify", path(&place)], limit].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{limit:?}: {}", run.stderr);
        assert!(!run.stderr.contains("--resume"), "{limit:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty(), "{limit:?}: nobody says why there is no folder");
        assert!(!place.exists() && !part.exists(), "{limit:?}: {}", run.stderr);
    }
    let traces = "var sig V {} check { always lone V } for 6 but 8 steps";
    let traces = file("certified", "traces.als", traces);
    let run = korrel(&["find", path(&traces), "--certify", path(&place)]);
    assert!(run.code == Some(2) && run.stderr.contains("E0004"), "{}", run.stderr);
    assert!(!place.exists() && !part.exists(), "{}", run.stderr);
    for flags in
        [&["--resume"][..], &["--balanced"], &["--per-conjunct", "2"], &["-n", "3"], &["-j", "2"]]
    {
        let run = korrel(&[&["find", path(&spec), "--certify", path(&place)], flags].concat());
        assert!(run.code == Some(2) && !place.exists(), "{flags:?}: {}", run.stderr);
    }
}

/// If it failed, the two checkers would disagree, and one of them be wrong.
#[test]
#[ignore = "needs Python"]
fn the_checker_in_python_says_the_same() {
    // Lines that differ in nothing but the atoms in use, of which no two are interchangeable.
    let alone = "sig A { f: lone A } sig B {} run { some f } for 1";
    let alone = file("certified", "alone.als", alone);
    let lists = LISTS.iter().map(|(words, _)| words.to_vec()).chain([vec![path(&alone)]]);
    for words in lists {
        let words = &words[..];
        let (_folder, place) = fresh();
        certified(words, &place);
        let (run, told) = told_by_python(&[&place]);
        let lines = proven(&place).expect("it is proven");
        assert!(run && told.starts_with(&format!("proven: {lines} ")), "{words:?}: {told}");
        let parts = [1, 2, 3].map(|part| place.with_file_name(format!("part-{part}")));
        for (part, folder) in (1..).zip(&parts) {
            certified(&[words, &["--shard", &format!("{part}/3")]].concat(), folder);
        }
        let (run, told) = told_by_python(&parts.each_ref());
        assert!(run && told.starts_with(&format!("proven: {lines} ")), "{words:?}: {told}");
        let (run, told) = told_by_python(&[&parts[0], &parts[2]]);
        assert!(!run, "{words:?}: {told}");
    }
}

/// Checkers of others follow the steps: `script` is one that `export.py` writes. If `file` has lost the last line that begins
/// so, they refuse it.
fn others_follow(script: &str, file: &str, line: &str) {
    let export = crate::program::root().join("certificate/export.py");
    for words in [
        &["specs/simple_graph.als", "simple_6"][..],
        &["specs/simple_graph.als", "simple_6", "--shard", "2/3"],
        &["specs/search_tree.als"],
        &["specs/group.als", "four"],
        &["specs/ramsey_graph.als", "none_9"],
    ] {
        let (_folder, place) = fresh();
        certified(words, &place);
        let out = place.with_file_name("out");
        let mut python = std::process::Command::new("python3");
        let written = python.arg(&export).args([&place, &out]).status().expect("Python is there");
        assert!(written.success(), "{words:?}");
        let told = || {
            let run = std::process::Command::new(out.join(script)).output();
            let run = run.expect("it was written");
            (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
        };
        let (is_right, said) = told();
        assert!(is_right && said.contains("s VERIFIED"), "{words:?}: {said}");
        let list = out.join(file);
        let text = fs::read_to_string(&list).expect("it was written");
        let found = text.lines().enumerate().filter(|(_, text)| text.starts_with(line)).last();
        let Some((at, _)) = found else {
            assert!(words.contains(&"none_9"), "{words:?}");
            continue;
        };
        let others = text.lines().enumerate().filter(|(place, _)| *place != at);
        let fewer: String = others.map(|(_, text)| format!("{text}\n")).collect();
        fs::write(&list, fewer).expect("there is room");
        assert!(!told().0, "{words:?}: something is left");
    }
}

/// If it failed, a checker that knows nothing of ours would not follow the steps, or follow others.
#[test]
#[ignore = "needs Python and veripb 3.0.2"]
fn veripb_follows_the_steps() {
    others_follow("veripb", "list.pbp", "solx");
}

/// The same of one that is formally verified.
#[test]
#[ignore = "needs Python, drat-trim and cake_lpr"]
fn cake_lpr_follows_the_steps() {
    // The last clause of the formula says that an assignment is another one than that of the last line.
    others_follow("drat", "list.cnf", "");
}

/// If it failed, a formula would not say what its spec says, or the second translation would not notice.
#[test]
#[ignore = "needs Python and cadical"]
fn a_second_translation_says_the_same() {
    let told = |spec: &str, command: &str, place: &Path| {
        let script = crate::program::root().join("certificate/translate.py");
        let mut python = std::process::Command::new("python3");
        let python = python.current_dir(crate::program::root()).arg(script);
        let run = python.args([spec, command]).arg(place).output().expect("Python is there");
        (run.status.code(), String::from_utf8_lossy(&run.stdout).into_owned())
    };
    let graph = fs::read_to_string(crate::program::root().join("specs/simple_graph.als"));
    let graph = graph.expect("it is in the library");
    for (words, loses) in [
        (["specs/simple_graph.als", "up_to_4"], Some("no iden & neighbors")),
        (["specs/group.als", "four"], None),
        (["specs/binary_tree.als", "four_nodes"], None),
        (["specs/poset.als", "up_to_4"], None),
        (["specs/file_system.als", "0"], None),
    ] {
        let (_folder, place) = fresh();
        certified(&words, &place);
        let (code, said) = told(words[0], words[1], &place);
        assert!(code == Some(0) && said.starts_with("SAME: "), "{words:?}: {said}");
        let counted = place.with_extension("counted");
        let run = korrel(&["count", words[0], words[1], "--certify", path(&counted)]);
        assert_eq!(run.code, Some(0), "{words:?}: {}", run.stderr);
        let (code, said) = told(words[0], words[1], &counted);
        assert!(code == Some(0) && said.starts_with("SAME: "), "{words:?}: {said}");
        if let Some(loses) = loses {
            let text = graph.replace(loses, "some univ or no univ");
            assert_ne!(text, graph, "the spec says it");
            let other = file("certified", "other.als", &text);
            let (code, said) = told(path(&other), words[1], &place);
            assert!(code == Some(1), "{said}");
        }
    }
}

/// Whether the checker in Python takes these folders together, and what it says.
fn told_by_python(folders: &[&PathBuf]) -> (bool, String) {
    let mut python = std::process::Command::new("python3");
    let run =
        python.arg(crate::program::root().join("certificate/check.py")).args(folders).output();
    let run = run.expect("Python is there");
    (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
}

pub(super) fn read(place: &Path) -> Vec<String> {
    let bytes = fs::read(place).expect("it is there");
    let mut text = String::new();
    match place.extension().is_some_and(|is| is == "gz") {
        true => GzDecoder::new(&bytes[..]).read_to_string(&mut text).map(|_| ()),
        false => (&bytes[..]).read_to_string(&mut text).map(|_| ()),
    }
    .expect("it is text");
    text.lines().map(str::to_owned).collect()
}

pub(super) fn write(place: &Path, lines: &[String]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if place.extension().is_some_and(|is| is == "gz") {
        let file = fs::File::create(place).expect("there is room");
        let mut out = GzEncoder::new(file, Compression::fast());
        out.write_all(text.as_bytes())
            .and_then(|()| out.finish().map(|_| ()))
            .expect("there is room");
    } else {
        fs::write(place, text).expect("there is room");
    }
}
