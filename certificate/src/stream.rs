//! The file `stream.jsonl`: a header, lines, an end record.

use std::collections::HashMap;
use std::io::BufRead;

use flate2::Crc;
use serde_json::Value;

use crate::Unproven;
use crate::canonical::{Canonical, Greatest};
use crate::cubes::Part;
use crate::formula::Formula;
use crate::json;
use crate::problem::{Problem, SAME};
use crate::shown::Line;
use crate::text::{self, Lines};

pub(crate) const FILE: &str = "stream.jsonl";

/// The assignments of all lines.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// The number of lines.
    pub(crate) count: u64,
    /// How many words the bits of one assignment need.
    words: usize,
    bits: Vec<u64>,
    /// Says of each atom whether it is an object, so that it is there only if a line names it.
    pub(crate) is_object: Vec<bool>,
}

impl List {
    /// Says whether a variable of an open cell holds in a line, from 0.
    pub(crate) fn holds(&self, line: u64, variable: i32) -> bool {
        let at = variable as usize - 1;
        self.bits[line as usize * self.words + at / 64] >> (at % 64) & 1 == 1
    }

    fn row(&self, line: u64) -> &[u64] {
        &self.bits[line as usize * self.words..][..self.words]
    }
}

/// Reads the stream. Each line satisfies the formula, is the greatest of its renamings, and comes once. In a part, it
/// lies in one of the part's own cubes.
pub(crate) fn read(
    reader: impl BufRead,
    problem: &Problem,
    formula: &Formula,
    part: Option<Part>,
    stop: &dyn Fn() -> bool,
) -> Result<List, Unproven> {
    let mut lines = Lines::new(reader, FILE);
    let header = record(&mut lines)?;
    let is_traces = check_header(&header, problem, part).map_err(|why| lines.refuse(why))?;
    let words = (problem.open() as usize).div_ceil(64);
    let mut list = List { words, is_object: objects(problem, &header), ..List::default() };
    let mut crc = Crc::new();
    let mut end = record(&mut lines)?;
    while end.get("kind") == Some(&Value::from("instance")) {
        if stop() {
            return Err(Unproven::stopped(FILE));
        }
        if problem.is_without_lines || is_traces {
            return Err(lines.refuse("cells are not shown, so the list must be empty"));
        }
        instance(&lines, &end, list.count, &mut crc).map_err(|why| lines.refuse(why))?;
        let line = Line::new(&end, &problem.atoms, &list.is_object);
        let line = line.map_err(|why| lines.refuse(why))?;
        let start = list.bits.len();
        list.bits.resize(start + list.words, 0);
        for (at, shown) in problem.shown.iter().enumerate() {
            if line.holds(shown) {
                list.bits[start + at / 64] |= 1 << (at % 64);
            }
        }
        list.count += 1;
        end = record(&mut lines)?;
    }
    check_end(&end, list.count, crc.sum()).map_err(|why| lines.refuse(why))?;
    if lines.advance()? {
        return Err(lines.refuse("something follows the end record"));
    }
    // The header is the first line of the file.
    let refuse = |line: u64, why: &str| Unproven::at(FILE, line + 2, why);
    satisfy(&list, formula, part, stop)?;
    differ(&list)?;
    let mut canonical = Canonical::new(problem, stop);
    for line in 0..list.count {
        match canonical.check(|variable| list.holds(line, variable)) {
            Greatest::Yes => {}
            Greatest::No => return Err(refuse(line, "a renaming of the assignment is greater")),
            Greatest::Stopped => return Err(Unproven::stopped(FILE)),
        }
        if stop() {
            return Err(Unproven::stopped(FILE));
        }
    }
    Ok(list)
}

/// The next line of the file, a record.
fn record(lines: &mut Lines<impl BufRead>) -> Result<Value, Unproven> {
    if !lines.advance()? {
        return Err(lines.refuse("the stream ends without an end record"));
    }
    let value = json::parse(lines.line()).map_err(|(_, why)| lines.refuse(why))?;
    match value.get("kind") {
        Some(Value::String(_)) => Ok(value),
        _ => Err(lines.refuse("the line is no record")),
    }
}

/// Checks the header. Says whether the question is about traces.
fn check_header(header: &Value, problem: &Problem, part: Option<Part>) -> Result<bool, String> {
    if header["kind"] != "header" || header["format"] != "heapgraph/1" {
        return Err("the stream does not begin with a header of heapgraph/1".to_owned());
    }
    for (name, value) in SAME.iter().zip(&problem.same) {
        if header.get(*name) != Some(value) {
            return Err(format!("`{name}` is not that of problem.json"));
        }
    }
    match (header.get("shard"), part.map(|part| part.shard)) {
        (None, None) => {}
        (Some(found), Some(shard)) if *found == *shard.to_string() => {}
        (Some(found), Some(shard)) => {
            return Err(format!("`shard` is {found}, but that of problem.json is \"{shard}\""));
        }
        (None, Some(_)) => return Err("`shard` is missing".to_owned()),
        (Some(_), None) => return Err("the stream is a shard".to_owned()),
    }
    Ok(header.get("traces").is_some())
}

/// Says of each atom whether it is an object: its names begin with a type of the header.
fn objects(problem: &Problem, header: &Value) -> Vec<bool> {
    let types = header.get("types").and_then(Value::as_object);
    let is_name = |value: &Value| {
        let parts = value.as_str().and_then(|text| text.rsplit_once('$'));
        parts.is_some_and(|(sig, number)| {
            !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && types.is_some_and(|types| types.contains_key(sig))
        })
    };
    problem.atoms.iter().map(|values| values.len() > 1 || values.iter().any(is_name)).collect()
}

/// Checks the beginning of a line, and adds the rest to the digest.
fn instance(
    lines: &Lines<impl BufRead>,
    value: &Value,
    number: u64,
    crc: &mut Crc,
) -> Result<(), String> {
    let after = lines.bytes().strip_prefix(b"{\"kind\":\"instance\",");
    let mut rest = after.ok_or("the digest does not cover a line that begins so")?;
    if let Some(id) = value.get("id") {
        if *id != number {
            return Err(format!("the id is {id}, not {number}"));
        }
        let with_id = format!("\"id\":{number},");
        let after = rest.strip_prefix(with_id.as_bytes());
        rest = after.ok_or("the digest does not cover a line that begins so")?;
    }
    if rest.last() != Some(&b'\n') {
        return Err("the line does not end".to_owned());
    }
    crc.update(rest);
    Ok(())
}

fn check_end(end: &Value, count: u64, crc: u32) -> Result<(), String> {
    if end["kind"] != "end" {
        return Err(format!("a record of kind {} is neither a line nor the end", end["kind"]));
    }
    if end["status"] != "complete" {
        return Err(format!("the status is {}, not \"complete\"", end["status"]));
    }
    if end["count"] != count {
        return Err(format!("the count is {}, but there are {count} lines", end["count"]));
    }
    let digest = format!("crc32:{crc:08x}");
    if end["digest"] != *digest {
        let written = text::lossy(end["digest"].to_string().as_bytes());
        return Err(format!("the digest is {written}, but that of the lines is \"{digest}\""));
    }
    Ok(())
}

/// Evaluates the formula for all lines, 64 at once. In a part, each line lies in a cube of this part.
fn satisfy(
    list: &List,
    formula: &Formula,
    part: Option<Part>,
    stop: &dyn Fn() -> bool,
) -> Result<(), Unproven> {
    let mut values = vec![0u64; formula.variables as usize + 1];
    for first in (0..list.count).step_by(64) {
        if stop() {
            return Err(Unproven::stopped(FILE));
        }
        let lines = first..list.count.min(first + 64);
        for variable in 1..=formula.open {
            let bits =
                lines.clone().map(|line| u64::from(list.holds(line, variable)) << (line - first));
            values[variable as usize] = bits.sum();
        }
        let satisfied = formula.satisfied(&mut values);
        if let Some(line) = lines.clone().find(|line| satisfied >> (line - first) & 1 == 0) {
            return Err(Unproven::at(FILE, line + 2, "the line does not satisfy the formula"));
        }
        for line in lines.filter(|_| part.is_some()) {
            let holds = |variable: i32| values[variable as usize] >> (line - first) & 1 == 1;
            if let Some(why) = part.and_then(|part| part.refuse(holds)) {
                return Err(Unproven::at(FILE, line + 2, why));
            }
        }
    }
    Ok(())
}

/// No two lines have one assignment.
fn differ(list: &List) -> Result<(), Unproven> {
    let mut had = HashMap::new();
    for line in 0..list.count {
        if let Some(before) = had.insert(list.row(line), line) {
            let why = format!("the assignment is that of line {}", before + 2);
            return Err(Unproven::at(FILE, line + 2, why));
        }
    }
    Ok(())
}
