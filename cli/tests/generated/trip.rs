//! Decoded and encoded again.

use std::fs::File;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::{folder, text_of, write, written};
use crate::tongues::Tongue;
use crate::values::values;

const SPECS: [&str; 9] =
    ["inheritance", "sets", "maps", "sequences", "enums", "cycles", "subsets", "gaps", "unions"];

/// Reads a stream from standard input, and writes each instance again. `VALUES` makes the values.
pub fn echo(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::Python => {
            "import sys\nfor heap in heaps(sys.stdin, VALUES):\n    print(heap.to_json())\n"
        }
        Tongue::Java => {
            "import java.io.*;\nimport java.nio.charset.StandardCharsets;\nimport java.util.*;\n\n\
             public class Main {\n    public static void main(String[] arguments) throws IOException {\n        \
             PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);\n        \
             BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));\n        \
             Heaps.each(in, new Heaps.Values(VALUES), heap -> out.print(heap.encode() + \"\\n\"));\n        out.flush();\n    }\n}\n"
        }
        Tongue::TypeScript => {
            "import { createInterface } from 'node:readline'\n\n\
             for await (const heap of heaps(createInterface({ input: process.stdin }), VALUES)) console.log(heap.toText())\n"
        }
        Tongue::Rust => {
            "fn main() {\n    let values = VALUES;\n    for heap in heaps(std::io::stdin().lines(), &values) {\n        \
             println!(\"{}\", heap.unwrap().encode(&values).unwrap());\n    }\n}\n"
        }
    }
}

pub fn no_values(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::Python => "None",
        Tongue::Java => "Map.of()",
        Tongue::TypeScript => "{}",
        Tongue::Rust => "Values::default()",
    }
}

/// Each spec's classes, without values and with them; then a stream of records that are no instances.
fn try_all(tongue: Tongue) {
    let mut programs = Vec::new();
    let mut streams = Vec::new();
    let mains: Vec<(String, &str, &[&str], String)> = SPECS
        .iter()
        .flat_map(|&spec| {
            let main = |made: &str| echo(tongue).replace("VALUES", made);
            let plain = (spec.to_owned(), spec, &[][..], main(no_values(tongue)));
            let valued = values(tongue, spec)
                .map(|given| (format!("{spec}_values"), spec, given.flags, main(given.made)));
            std::iter::once(plain).chain(valued)
        })
        .collect();
    for (name, spec, flags, main) in &mains {
        let file = format!("cli/tests/generated/specs/{spec}.als");
        let code = written(&[&["gen", tongue.name(), &file], *flags].concat());
        programs.push((name.clone(), code, Some(main.as_str())));
        // The same spec may have stood before this one.
        let known = programs.iter().zip(&streams).rev().find(|((n, ..), _)| *n == **spec);
        let stream = known.map(|(_, stream): (_, &String)| stream.clone());
        streams.push(stream.unwrap_or_else(|| written(&["find", "-q", &file])));
    }
    let built = tongue.build("trip", &programs);
    for ((program, stream), (name, ..)) in built.iter().zip(&streams).zip(&programs) {
        assert_same(&program.0, stream, &format!("{tongue:?} {name}"));
        if name == "gaps" {
            assert_same(&program.0, include_str!("gaps.jsonl"), &format!("{tongue:?} with gaps"));
        }
    }
}

pub fn assert_same(program: &[String], stream: &str, what: &str) {
    // Tests run side by side.
    static STREAMS: AtomicUsize = AtomicUsize::new(0);
    let number = STREAMS.fetch_add(1, Ordering::Relaxed);
    let place = folder(&format!("stream-{number}")).join("stream.jsonl");
    write(&place, stream);
    let output = Command::new(&program[0])
        .args(&program[1..])
        .stdin(Stdio::from(File::open(text_of(&place)).expect("it was just written")))
        .output()
        .expect("it was built");
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).expect("UTF-8");
    let is_instance = |line: &&str| line.starts_with("{\"kind\":\"instance\"");
    let expected: Vec<&str> = stream.lines().filter(is_instance).collect();
    assert_eq!(found.lines().count(), expected.len(), "{what}");
    for (line, expected) in found.lines().zip(expected) {
        assert_eq!(line, expected, "{what}");
    }
}

/// If it failed, an input would lose something on its way into a program's objects, or on its way back.
#[test]
#[ignore = "python3: cargo test -p korrel --test generated -- --ignored"]
fn python_reads_and_writes_every_instance() {
    try_all(Tongue::Python);
}

/// If it failed, an input would lose something on its way into a program's objects, or on its way back.
#[test]
#[ignore = "javac and java: cargo test -p korrel --test generated -- --ignored"]
fn java_reads_and_writes_every_instance() {
    try_all(Tongue::Java);
}

/// If it failed, an input would lose something on its way into a program's objects, or on its way back.
#[test]
#[ignore = "node and npm: cargo test -p korrel --test generated -- --ignored"]
fn typescript_reads_and_writes_every_instance() {
    try_all(Tongue::TypeScript);
}

/// If it failed, an input would lose something on its way into a program's objects, or on its way back.
#[test]
#[ignore = "compiles a program for each spec with cargo: cargo test -p korrel --test generated -- --ignored"]
fn rust_reads_and_writes_every_instance() {
    try_all(Tongue::Rust);
}
