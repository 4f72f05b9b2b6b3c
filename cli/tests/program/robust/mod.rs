//! No spec, no file and no signal should break the program: each run here ends, with the documented
//! exit code, and a stream that was begun has its end record.

mod files;
mod hostile;
mod memory;
mod nesting;
mod output;
mod sizes;
mod stops;
mod terminal;

use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Run, command};

/// A run that takes longer hangs; it should end in a second or two.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs the program, and fails rather than hang.
fn prompt(arguments: &[&str]) -> Run {
    let mut child = start(arguments);
    drop(child.stdin.take());
    finish(child)
}

fn prompt_on(input: &[u8], arguments: &[&str]) -> Run {
    let mut child = start(arguments);
    // A program that ends before it has read all is no failure by itself.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    finish(child)
}

fn start(arguments: &[&str]) -> Child {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program was built for this test")
}

fn finish(mut child: Child) -> Run {
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().expect("it is our child");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let text = |thread: std::thread::JoinHandle<String>| thread.join().expect("it only reads");
    Run { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe.expect("it is piped");
    std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("the program writes UTF-8");
        text
    })
}

/// A user's mistake: a message with this code, nothing on standard output, no panic.
fn assert_refused(run: &Run, code: &str, what: &str) {
    assert_eq!(run.code, Some(2), "{what}: {}", run.stderr);
    assert_eq!(run.stdout, "", "{what}");
    assert!(run.stderr.contains(code), "{what}: {}", run.stderr);
}
