//! Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::program::{ENDLESS, command, file};

fn start(arguments: &[&str]) -> Child {
    command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test")
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("there is a `kill`").success());
}

/// Without an `end` record the reader could not tell the stream from a truncated one, and without
/// the code a script would take it for the whole.
#[test]
fn find_writes_its_end_record() {
    let path = file("interrupt", "endless.als", ENDLESS);
    let mut child = start(&["find", path.to_str().expect("UTF-8"), "--stats"]);
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("a header comes");
    interrupt(&child);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("UTF-8");
    let last: serde_json::Value =
        serde_json::from_str(rest.lines().next_back().expect("more lines")).expect("a record");
    assert_eq!(last["kind"], "end");
    assert_eq!(last["status"], "interrupted");
    assert_eq!(last["count"], rest.lines().count() - 1);
    let mut stderr = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("UTF-8");
    assert!(stderr.contains("instances"), "statistics are told after an interrupt too: {stderr}");
    assert_eq!(child.wait().expect("it is our child").code(), Some(130));
}

/// A number so far would be read as the number.
#[test]
fn count_prints_no_number() {
    let path = file("interrupt", "count.als", ENDLESS);
    let child = start(&["count", path.to_str().expect("UTF-8"), "--method", "list"]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    interrupt(&child);
    let output = child.wait_with_output().expect("it is our child");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(130), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("\nat least "));
}

#[test]
fn check_ends() {
    let path = file("interrupt", "check.als", &format!("{ENDLESS} expect 1000000000"));
    let child = start(&["check", path.to_str().expect("UTF-8")]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    interrupt(&child);
    let output = child.wait_with_output().expect("it is our child");
    assert_eq!(output.status.code(), Some(130));
}
