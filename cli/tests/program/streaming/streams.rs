//! Standard input, output and error.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::{ENDLESS, command, file, korrel, korrel_on, library, path, root};

/// A spec need not be a file, and means the same then.
#[test]
fn a_dash_is_standard_input() {
    let text = std::fs::read_to_string(root().join("specs/binary_tree.als")).expect("it is there");
    let (piped, named) =
        (korrel_on(&text, &["find", "-"]), korrel(&["find", "specs/binary_tree.als"]));
    assert_eq!(piped.code, Some(0));
    assert_eq!(piped.instances(), named.instances());
    assert_eq!(korrel_on(&text, &["count", "-", "five_nodes"]).stdout, "42\n");
}

/// `korrel find … | head -1` must not end in a message about a broken pipe.
#[test]
fn a_closed_pipe_ends_quietly() {
    let path = file("streams", "endless.als", ENDLESS);
    let mut child = command(&["find", "-q", path.to_str().expect("UTF-8")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut first = String::new();
    let stdout = child.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut first).expect("a header comes");
    assert!(first.contains("header"), "{first}");
    // The pipe is closed now; the search would never end.
    let deadline = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("it is our child").is_none() {
        if Instant::now() > deadline {
            child.kill().expect("it is our child");
            panic!("it goes on although nobody reads");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut stderr = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(stderr, "");
}

/// Instances must come while the search for the next one goes on, or a pipeline stalls.
#[test]
fn lines_come_before_the_search_ends() {
    let path = file("streams", "lines.als", ENDLESS);
    let mut child = command(&["find", path.to_str().expect("UTF-8"), "--solver", "enumerator"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let stdout = child.stdout.take().expect("it is piped");
    let lines: Vec<String> =
        BufReader::new(stdout).lines().take(3).map(|line| line.expect("UTF-8")).collect();
    child.kill().expect("it is our child");
    child.wait().expect("it is our child");
    assert!(lines[2].contains(r#""kind":"instance","id":1"#), "{}", lines[2]);
}

/// Hash order, addresses or time in an output would show as a difference between two runs.
#[test]
fn two_runs_give_the_same_bytes() {
    for spec in library() {
        for arguments in [
            &["find", &spec][..],
            &["find", &spec, "--symmetry", "none", "-n", "300"],
            &["translate", &spec, "--emit", "cnf"],
            &["translate", &spec, "--emit", "model"],
            &["find", &spec, "--dry-run"],
        ] {
            let (first, second) = (korrel(arguments), korrel(arguments));
            assert_eq!(first.code, Some(0), "{arguments:?}: {}", first.stderr);
            assert_eq!(first.stdout, second.stdout, "{arguments:?}");
        }
    }
}

/// So do messages: several mistakes in one spec are told in the order of the source.
#[test]
fn two_runs_give_the_same_messages() {
    let spec = "sig A { f: X, g: Y } sig B { f: Z } fact { some h some i some A.j } run {} for 3 C";
    let (first, second) = (korrel_on(spec, &["find", "-"]), korrel_on(spec, &["find", "-"]));
    assert_eq!(first.code, Some(2));
    assert_eq!(first.stderr, second.stderr);
    let place = |name: &str| first.stderr.find(&format!("`{name}`")).unwrap_or(usize::MAX);
    let places: Vec<usize> = ["X", "Y", "Z", "h", "i", "j"].map(place).to_vec();
    assert!(places.is_sorted() && !places.contains(&usize::MAX), "{places:?}\n{}", first.stderr);
}

/// Warnings, remarks and statistics on standard output would break every reader of it.
#[test]
fn standard_output_carries_data_only() {
    let spec = "sig A {} sig B {} fact { no A.(B -> B) } run {} for 1";
    let find = korrel_on(spec, &["find", "-", "--stats", "--color", "always"]);
    // Each line is a record, or this panics.
    assert_eq!(find.records().len(), 2 + 4);
    assert!(!find.stderr.is_empty());
    let count = korrel_on(spec, &["count", "-", "--stats"]);
    assert_eq!(count.stdout, "4\n");
    let none = korrel_on("sig A {} run { some A no A }", &["find", "-"]);
    assert_eq!(none.records().len(), 2);
}

/// If it failed, the first instances would be those that nobody writes down first.
#[test]
fn what_is_sparse_comes_first() {
    let spec = file("streams", "sparse.als", "sig A { k: Int, s: set Int } run {} for exactly 1 A");
    let first = korrel(&["find", path(&spec), "-n", "7"]).instances();
    let fields = first.iter().map(|record| {
        let object = &record["objects"]["A$0"];
        (object["k"].to_string(), object["s"].to_string())
    });
    let sets: Vec<(String, String)> = fields.collect();
    let expected = ["[]", "[0]", "[1]", "[0,1]", "[-1]", "[-1,0]", "[-1,1]"];
    assert_eq!(sets, expected.map(|set| ("0".to_owned(), set.to_owned())));
    let graph = file("streams", "graph.als", "sig N { edges: set N } run {} for exactly 2 N");
    let first = &korrel(&["find", path(&graph), "-n", "1"]).instances()[0];
    assert!(!first["objects"].to_string().contains("[\"N"), "no edges yet: {first}");
}
