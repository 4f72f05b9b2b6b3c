//! `-o FILE` and `--resume`: a stream in a file that has its name only when it is whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::program::{ENDLESS, Run, command, digest, file, korrel, path};

const TREES: &str = "specs/binary_tree.als";

/// A place where nothing is yet.
fn place(name: &str) -> PathBuf {
    let place = file("saved", name, "");
    let _ = fs::remove_file(part(&place));
    fs::remove_file(&place).expect("it was just made");
    place
}

fn part(place: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", path(place)))
}

fn text(place: &Path) -> String {
    fs::read_to_string(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()))
}

fn find(arguments: &[&str], place: &Path) -> Run {
    korrel(&[&["find"], arguments, &["-o", path(place)]].concat())
}

/// Else the file would be another than what a redirection gives.
#[test]
fn a_file_has_what_standard_output_would_have() {
    for flags in [&["-n", "4"][..], &["--bare"], &["--keys"], &["--format", "svg"], &["--id", "3"]]
    {
        let arguments = [&[TREES], flags].concat();
        let place = place("same");
        let run = find(&arguments, &place);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{flags:?}: {}", run.stderr);
        let expected = korrel(&[&["find"], &arguments[..]].concat()).stdout;
        assert!(text(&place) == expected, "{flags:?}");
        assert!(!part(&place).exists(), "{flags:?}");
    }
    // A stream without instances is an answer, too.
    let (none, spec) = (place("none"), file("saved", "none.als", "sig A {} run { some A no A }"));
    assert_eq!(find(&[path(&spec)], &none).code, Some(1));
    assert!(text(&none).ends_with("\"complete\",\"count\":0,\"digest\":\"crc32:00000000\"}\n"));
}

/// The result must not show where a run was cut: at the end of a line, in the middle, in the header,
/// before it.
#[test]
fn a_part_is_gone_on_with_wherever_it_ends() {
    let place = place("cut");
    for flags in [&[][..], &["-n", "5"], &["--keys", "-j", "2"], &["--solver", "varisat"]] {
        let arguments = [&[TREES], flags].concat();
        let whole = korrel(&[&["find"], &arguments[..]].concat()).stdout;
        let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at).collect();
        let near = ends.iter().flat_map(|&end| [end.saturating_sub(9), end, end + 1]);
        for cut in near.chain([0, 5]) {
            fs::write(part(&place), &whole[..cut]).expect("it can be written");
            let run = find(&[&arguments[..], &["--resume"]].concat(), &place);
            assert_eq!(run.code, Some(0), "{flags:?} at {cut}: {}", run.stderr);
            assert!(text(&place) == whole, "{flags:?} at {cut}:\n{}", text(&place));
            assert!(!part(&place).exists(), "{flags:?} at {cut}");
            fs::remove_file(&place).expect("it is there");
        }
    }
}

/// After a loss of power there may be zeros, and older blocks behind them.
#[test]
fn a_damaged_line_is_where_a_part_ends() {
    let (place, whole) = (place("damaged"), korrel(&["find", TREES]).stdout);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let zeros = "\0".repeat(lines[4].len() - 1) + "\n";
    let damaged = [&lines[..4], &[&zeros], &lines[5..7]].concat().concat();
    fs::write(part(&place), damaged).expect("it can be written");
    let run = find(&[TREES, "--resume"], &place);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(text(&place) == whole);
}

/// A part of a run with `--after` begins where that did.
#[test]
fn a_part_may_begin_in_the_middle() {
    let (place, flags) = (place("middle"), [TREES, "--after", "3"]);
    let whole = korrel(&[&["find"], &flags[..]].concat()).stdout;
    for lines in 1..4 {
        let left: String = whole.split_inclusive('\n').take(lines).collect();
        fs::write(part(&place), left).expect("it can be written");
        let run = find(&[&flags[..], &["--resume"]].concat(), &place);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(text(&place) == whole, "{lines} lines");
        fs::remove_file(&place).expect("it is there");
    }
}

/// The instances that a run found before it ran out of time are kept, and `--resume` needs no part to
/// begin with, so that a script can repeat the same command.
#[test]
fn a_run_that_is_cut_off_leaves_its_part() {
    let (place, spec) = (place("endless"), file("saved", "endless.als", ENDLESS));
    let mut before = 0;
    for round in 0..2 {
        let run = find(&[path(&spec), "--resume", "--timeout", "300ms"], &place);
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        assert!(run.stderr.contains("--resume"), "{}", run.stderr);
        assert!(!place.exists());
        let left = text(&part(&place));
        let count = left.matches("\"kind\":\"instance\"").count();
        assert!(count > before, "round {round}: {count} instances");
        assert_eq!(left.matches("\"kind\":\"header\"").count(), 1, "round {round}");
        assert_eq!(left.matches("\"kind\":\"end\"").count(), 1, "round {round}");
        let digest = digest(&left);
        let end = format!("\"status\":\"timeout\",\"count\":{count},\"digest\":\"{digest}\"}}\n");
        assert!(left.ends_with(&end), "{left}");
        before = count;
    }
}

/// At several moments of a run of 262,144 instances.
#[test]
fn a_run_that_is_killed_is_gone_on_with() {
    let lists = "one sig List { head: lone Node } sig Node { next: lone Node, value: Int }
        fact { Node = List.head.*next  no n: Node | n in n.^next }
        run {} for exactly 6 Node, 0..7 Int";
    let (place, spec) = (place("killed"), file("saved", "killed.als", lists));
    let whole = korrel(&["find", path(&spec)]).stdout;
    for millis in [0, 30, 150, 400, 700] {
        let mut child = command(&["find", path(&spec), "--resume", "-o", path(&place)])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built for this test");
        std::thread::sleep(Duration::from_millis(millis));
        let _ = child.kill();
        child.wait().expect("it is our child");
    }
    let run = find(&[path(&spec), "--resume"], &place);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(text(&place) == whole, "it differs from the run that nothing cut");
}

/// A file that is not the beginning of this very stream is left as it is.
#[test]
fn nothing_is_lost() {
    let place = place("refused");
    let whole = korrel(&["find", TREES]).stdout;
    let more = korrel(&["find", TREES, "--scope", "exactly 1 BinaryTree, 4 Node"]).stdout;
    let half = |text: &str| text.split_inclusive('\n').take(4).collect::<String>();
    for (left, flags, why) in [
        (half(&whole), &[][..], "it exists"),
        (half(&more), &["--resume"], "its command is"),
        (half(&whole), &["--resume", "--keys"], "no keys"),
        (half(&whole), &["--resume", "-n", "2"], "more than the limit"),
        (half(&whole), &["--resume", "--shard", "1/2"], "its shard"),
        ("my notes".to_owned(), &["--resume"], "not the beginning"),
        ("my\nnotes\n".to_owned(), &["--resume"], "not the beginning"),
    ] {
        fs::write(part(&place), &left).expect("it can be written");
        let run = find(&[&[TREES], flags].concat(), &place);
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{flags:?}: {}", run.stderr);
        assert_eq!(text(&part(&place)), left, "{flags:?}");
        assert!(!place.exists(), "{flags:?}");
    }
    fs::remove_file(part(&place)).expect("it is there");
    for (there, flags, why) in [
        ("mine", &[][..], "exists"),
        ("mine", &["--resume"], "not the beginning"),
        (&whole, &["--resume", "-n", "2"], "another limit"),
        (&half(&whole), &["--resume"], "not whole"),
    ] {
        fs::write(&place, there).expect("it can be written");
        let run = find(&[&[TREES], flags].concat(), &place);
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{flags:?}: {}", run.stderr);
        assert_eq!(text(&place), there, "{flags:?}");
        assert!(!part(&place).exists(), "{flags:?}");
    }
}

/// A script that resumes until it is done must be told that it is.
#[test]
fn a_whole_file_is_enough() {
    let place = place("whole");
    let first = find(&[TREES], &place);
    let (before, again) = (text(&place), find(&[TREES, "--resume"], &place));
    assert_eq!((first.code, again.code), (Some(0), Some(0)), "{}", again.stderr);
    assert!(again.stderr.contains("is whole: 9 instances"), "{}", again.stderr);
    assert_eq!(text(&place), before);
}

/// A mistake in the spec must leave no file that stands in the way once it is mended.
#[test]
fn a_mistake_leaves_no_file() {
    let place = place("mistake");
    let run = find(&[TREES, "--scope", "5 Nodes"], &place);
    assert_eq!(run.code, Some(2));
    assert!(!place.exists() && !part(&place).exists());
    #[cfg(unix)]
    assert_eq!(find(&[TREES], Path::new("/dev/null")).code, Some(0));
}
