//! Writes a world into a folder, as a certificate.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use korrel_certificate::{Unproven, Verified, verify};
use serde_json::{Value, json};

use super::{Cell, World, holds};

/// The four files of a certificate. The proof is not packed.
#[derive(Clone, Debug)]
pub struct Files {
    pub problem: Value,
    pub formula: String,
    pub stream: String,
    pub proof: String,
}

/// A folder that is gone after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("korrel-certificate-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), bytes).unwrap();
    }

    pub fn verify(&self) -> Result<Verified, Unproven> {
        verify(&self.0, &|| false)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Files {
    /// Writes all files into a folder.
    pub fn write(&self, folder: &Folder) {
        folder.write("problem.json", self.problem.to_string());
        folder.write("formula.cnf", &self.formula);
        folder.write("stream.jsonl", &self.stream);
        folder.write("proof.gz", gzip(self.proof.as_bytes()));
    }

    pub fn verify(&self) -> Result<Verified, Unproven> {
        let folder = Folder::new();
        self.write(&folder);
        folder.verify()
    }

    /// The reason for which the files are refused, with its place.
    pub fn refused(&self) -> String {
        match self.verify() {
            Ok(verified) => panic!("accepted: {verified:?}\n{self:#?}"),
            Err(unproven) => {
                assert!(!unproven.is_stopped && !unproven.is_unreadable, "{unproven}");
                unproven.to_string()
            }
        }
    }

    /// The same files with a step of the proof replaced by others.
    pub fn with_step(&self, at: usize, steps: &[&str]) -> Files {
        let mut lines: Vec<&str> = self.proof.lines().collect();
        lines.splice(at..at + 1, steps.iter().copied());
        Files { proof: text(&lines), ..self.clone() }
    }

    /// The line of the proof, from 0, that is this one.
    pub fn step(&self, step: &str) -> usize {
        self.proof.lines().position(|line| line == step).unwrap()
    }
}

/// Lines, each with a line feed.
pub fn text(lines: &[impl AsRef<str>]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A header, lines without ids, and an end record.
pub fn stream(lines: &[String]) -> String {
    stream_of(lines, None)
}

/// The same for a part of a list.
pub fn stream_of(lines: &[String], shard: Option<&str>) -> String {
    let mut header = json!({
        "kind": "header", "format": "heapgraph/1", "tool": "t", "spec": "s", "command": "c", "question": "q",
        "types": {"A": {"r": "set A"}},
    });
    if let Some(shard) = shard {
        header["shard"] = json!(shard);
    }
    let mut crc = Crc::new();
    let mut stream = format!("{header}\n");
    for (id, line) in lines.iter().enumerate() {
        crc.update(format!("{line}\n").as_bytes());
        stream += &format!("{{\"kind\":\"instance\",\"id\":{id},{line}\n");
    }
    let (count, digest) = (lines.len(), format!("crc32:{:08x}", crc.sum()));
    stream
        + &format!(
            "{}\n",
            json!({"kind": "end", "status": "complete", "count": count, "digest": digest})
        )
}

impl World {
    /// The certificate of the world.
    pub fn files(&self) -> Files {
        let lines: Vec<String> = self.lines.iter().map(|line| self.line(line)).collect();
        Files {
            problem: self.problem(),
            formula: self.formula(),
            stream: stream_of(&lines, self.shard().as_deref()),
            proof: text(&self.proof),
        }
    }

    fn problem(&self) -> Value {
        let cells = |cells: &[Cell]| -> Value {
            let value = |worth: Result<i32, bool>| worth.map_or_else(Value::from, Value::from);
            cells.iter().map(|cell| json!([cell.0, cell.1, value(cell.2)])).collect()
        };
        let mut shown = vec![Value::Null; self.open as usize];
        for (relation, tuple, worth) in self.population.iter().chain(&self.order) {
            let Some(place) = worth.ok().and_then(|l| shown.get_mut(l.unsigned_abs() as usize - 1))
            else {
                continue;
            };
            let atom = |at: usize| json!({"atom": tuple[at]});
            *place = match *relation {
                "A" => json!({"atom": tuple[0], "named": [format!("A${}", tuple[0])]}),
                "r" => json!({"at": ["objects", atom(0), "r"], "has": atom(1)}),
                _ => json!({"at": [relation], "has": [atom(0)]}),
            };
        }
        let mut problem = json!({
            "format": "certificate/1", "tool": "t", "spec": "s", "command": "c", "question": "q",
            "atoms": (0..self.atoms).map(|a| json!([format!("A${a}")])).collect::<Vec<_>>(),
            "classes": self.classes, "ranks": self.ranks,
            "use": self.uses.iter().map(|&v| if v == 0 { json!(true) } else { json!(v) }).collect::<Vec<_>>(),
            "population": cells(&self.population), "order": cells(&self.order), "shown": shown,
        });
        if let Some(shard) = self.shard() {
            problem["shard"] = json!(shard);
            problem["cubes"] = json!(self.cubes);
        }
        problem
    }

    fn formula(&self) -> String {
        let mut clauses = Vec::new();
        for (at, inputs) in self.definitions.iter().enumerate() {
            let variable = self.open + 1 + at as i32;
            let rest: String = inputs.iter().map(|input| format!("{} ", -input)).collect();
            clauses.push(format!("{variable} {rest}0"));
            clauses.extend(inputs.iter().map(|input| format!("-{variable} {input} 0")));
        }
        clauses.extend(self.roots.iter().map(|root| format!("{root} 0")));
        if self.is_false {
            clauses.push("0".to_owned());
        }
        let open: String = (1..=self.open).map(|variable| format!("{variable} ")).collect();
        let head = format!("p cnf {} {}\nc p show {open}0\n", self.variables(), clauses.len());
        head + &text(&clauses)
    }

    /// A line of the stream after its id.
    pub fn line(&self, assignment: &[bool]) -> String {
        let cells = self.cells();
        let is = |relation: &str, tuple: &[u32]| match cells.get(&(relation, tuple)) {
            Some(Ok(literal)) => holds(assignment, literal.abs()),
            Some(Err(known)) => *known,
            None => false,
        };
        let mut objects = serde_json::Map::new();
        for atom in (0..self.atoms).filter(|&atom| is("A", &[atom])) {
            let images = (0..self.atoms).filter(|&to| is("r", &[atom, to]));
            let images: Vec<String> = images.map(|to| format!("A${to}")).collect();
            objects.insert(format!("A${atom}"), json!({"$type": "A", "r": images}));
        }
        let mut line = json!({"objects": objects});
        for (relation, tuple, _) in self.population.iter().chain(&self.order) {
            if !["A", "r"].contains(relation) {
                let set = &mut line[*relation];
                if set.is_null() {
                    *set = json!([]);
                }
                if is(relation, tuple) {
                    set.as_array_mut().unwrap().push(json!([format!("A${}", tuple[0])]));
                }
            }
        }
        line.to_string()[1..].to_owned()
    }
}

/// The file of a folder, as text.
pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// Two atoms of one class in use: 4 cells, 10 lines.
pub fn files() -> Files {
    super::World::relation(2, false, 1).files()
}

/// Up to two atoms: 6 cells, 13 lines.
pub fn files_up_to() -> Files {
    super::World::relation(2, true, 1).files()
}

#[track_caller]
pub fn assert_refused(files: &Files, place: &str, words: &str) {
    let why = files.refused();
    assert!(why.starts_with(place) && why.contains(words), "{why}");
}
