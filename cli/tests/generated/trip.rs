//! Decoded and encoded again.

use std::fs::File;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::{folder, text_of, write, written};
use crate::tongues::{Tongue, in_every_language};

const SPECS: [&str; 9] =
    ["inheritance", "sets", "maps", "sequences", "enums", "cycles", "subsets", "gaps", "unions"];

/// Each spec's classes, without values and with them; then a stream of records that are no instances.
fn try_all(tongue: &Tongue) {
    let mut programs = Vec::new();
    let mut streams = Vec::new();
    let mains: Vec<(String, &str, &[&str], String)> = SPECS
        .iter()
        .flat_map(|&spec| {
            let plain = (spec.to_owned(), spec, &[][..], tongue.plain_echo());
            let valued =
                tongue.values.iter().find(|(of, ..)| *of == spec).map(|(_, flags, made)| {
                    (format!("{spec}_values"), spec, *flags, tongue.echo.replace("VALUES", made))
                });
            std::iter::once(plain).chain(valued)
        })
        .collect();
    for (name, spec, flags, main) in &mains {
        let file = format!("cli/tests/generated/specs/{spec}.als");
        let code = written(&[&["gen", tongue.name, &file], *flags].concat());
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

in_every_language! {
    /// If it failed, an input would lose something on its way into a program's objects, or on its way back.
    try_all
}
