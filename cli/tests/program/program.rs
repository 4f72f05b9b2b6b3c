//! Runs the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A spec whose search outlasts every test: 2^64 labelled relations of 4 atoms.
pub const ENDLESS: &str = "sig A { r: A -> A } run {} for exactly 4 A";

/// The result of a run of the program.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs it in the repository's root, where `specs/` is.
pub fn korrel(arguments: &[&str]) -> Run {
    korrel_on("", arguments)
}

/// Runs it with a text on standard input, which the argument `-` reads.
pub fn korrel_on(input: &str, arguments: &[&str]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = std::thread::scope(|scope| {
        // Beside reading: what the program answers meanwhile may be more than a pipe holds. One that ends before it
        // has read all is no failure by itself.
        scope.spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().expect("the program ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korrel"));
    command.args(arguments).current_dir(root()).env_remove("NO_COLOR");
    command.env("PYTHONPATH", "packages/python/src"); // for drivers
    command
}

/// The path as an argument.
pub fn path(file: &Path) -> &str {
    file.to_str().expect("the path is UTF-8")
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a spec of the library.
pub fn library_text(spec: &str) -> String {
    std::fs::read_to_string(root().join(format!("specs/{spec}.als")))
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The files of the spec library, as paths from the root.
pub fn library() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("specs")).expect("the root has a spec library");
    let name = |entry: std::fs::DirEntry| entry.file_name().to_str().map(str::to_string);
    let mut files: Vec<String> = entries
        .map(|entry| name(entry.expect("a folder lists its entries")).expect("names are ASCII"))
        .filter(|name| name.ends_with(".als"))
        .map(|name| format!("specs/{name}"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "the library is not empty");
    files
}

/// The digest of a stream's instances as docs/heapgraph.md has it, bit by bit.
pub fn digest(stream: &str) -> String {
    let mut crc = u32::MAX;
    for line in stream.split_inclusive('\n') {
        let Some(rest) = line.strip_prefix("{\"kind\":\"instance\",") else { continue };
        let rest = match rest.strip_prefix("\"id\":") {
            Some(id) => id.split_once(',').expect("more follows the id").1,
            None => rest,
        };
        for byte in rest.bytes() {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
            }
        }
    }
    format!("crc32:{:08x}", !crc)
}

/// A file with this text, in a folder of the test's own. It is there as a whole or not at all, for tests beside this one may read
/// a file of the same name.
pub fn file(folder: &str, name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("the folder for tests' files can be written");
    let path = folder.join(name);
    let fresh = folder.join(format!("{name}.{:?}", std::thread::current().id()));
    std::fs::write(&fresh, text).expect("the folder for tests' files can be written");
    std::fs::rename(&fresh, &path).expect("the folder for tests' files can be written");
    path
}

impl Run {
    /// The records on standard output: every line of it is one.
    pub fn records(&self) -> Vec<Value> {
        let record = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
        };
        self.stdout.lines().map(record).collect()
    }

    pub fn instances(&self) -> Vec<Value> {
        self.records().into_iter().filter(|record| record["kind"] == "instance").collect()
    }

    pub fn header(&self) -> Value {
        self.records().into_iter().next().expect("there is a first record")
    }

    pub fn end(&self) -> Value {
        self.records().into_iter().next_back().expect("there is a last record")
    }
}
