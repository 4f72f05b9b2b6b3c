//! Alloy's answers about traces (`tests/conformance/temporal`), and Korrel's beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use korrel_enumerate::{Instances, Meaning, Next, Strategy};
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::Value as Json;

use crate::Spec;
use crate::corpora::{Corpora, answered, text};

/// Alloy's answer to a command about traces.
#[derive(Clone, Debug)]
pub struct TemporalRow {
    pub file: String,
    pub path: PathBuf,
    pub index: u64,
    pub command: String,
    /// `wrap` or `forbid`.
    pub overflow: &'static str,
    /// Alloy refuses the command, or the whole file.
    pub is_refused: bool,
    pub sat: Option<bool>,
    /// The number of classes of infinite traces.
    pub classes: Option<u64>,
    /// The same by the number of states of the least lasso.
    pub by_length: Option<BTreeMap<u64, u64>>,
    /// The number of states of the first lasso that Alloy finds.
    pub shortest: Option<u64>,
    /// The least and the greatest number of states that are tried.
    pub steps: [u64; 2],
    pub seconds: Option<f64>,
}

/// The rows whose specs are here, and the number of the others.
#[derive(Debug, Default)]
pub struct TemporalRows {
    pub rows: Vec<TemporalRow>,
    pub missing: usize,
    /// Alloy did not finish.
    pub without_answer: usize,
}

/// Where Korrel accepts by choice what Alloy refuses, and why.
const ACCEPTED: [(&str, &str); 3] = [
    ("h00.als", "`f[x]'` is `(f[x])'`"),
    ("h02.als", "`f[x]'` is `(f[x])'`"),
    ("r34.als", "a set may be chosen anew in each state, as it may be for each `x` of `all x`"),
];

impl TemporalRows {
    /// # Errors
    /// If a file cannot be read, or a row lacks a key that all have.
    pub fn of(corpora: &Corpora) -> Result<TemporalRows, String> {
        let mut all = TemporalRows::default();
        for row in corpora.rows("temporal/answers.jsonl")? {
            all.add(corpora, &row)?;
        }
        Ok(all)
    }

    fn add(&mut self, corpora: &Corpora, row: &Json) -> Result<(), String> {
        if row.get("note").is_some() {
            self.without_answer += 1;
            return Ok(());
        }
        let file = text(row, "file")?;
        let own = corpora.model(&format!("temporal/{file}"));
        let Some(path) = own.or_else(|| corpora.model(&file)) else {
            self.missing += 1;
            return Ok(());
        };
        let index = row["index"].as_u64().ok_or_else(|| format!("a row without `index`: {row}"))?;
        let (sat, classes) = answered(row);
        let wrap = TemporalRow {
            command: row["command"].as_str().unwrap_or(&file).to_owned(),
            file,
            path,
            index,
            overflow: "wrap",
            is_refused: row.get("error").is_some(),
            sat,
            classes,
            by_length: row["by_length"].as_object().map(lengths).transpose()?,
            shortest: row["shortest"].as_u64(),
            steps: [0, 1].map(|at| row["steps"][at].as_u64().unwrap_or(1)),
            seconds: row["alloy_seconds"].as_f64(),
        };
        let forbid = row.get("forbid").map(|forbid| {
            let (sat, classes) = answered(forbid);
            let (overflow, by_length) = ("forbid", None);
            TemporalRow { overflow, sat, classes, by_length, shortest: None, ..wrap.clone() }
        });
        self.rows.push(wrap);
        self.rows.extend(forbid);
        Ok(())
    }
}

fn lengths(by_length: &serde_json::Map<String, Json>) -> Result<BTreeMap<u64, u64>, String> {
    let number = |(states, classes): (&String, &Json)| {
        let numbers = (states.parse().ok()).zip(classes.as_u64());
        numbers.ok_or_else(|| format!("no numbers: {states} {classes}"))
    };
    by_length.iter().map(number).collect()
}

/// Korrel's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemporalAnswer {
    Refused(String),
    /// The number of lassos by the number of states, of as many as were asked for.
    Lassos(BTreeMap<u64, u64>),
}

impl TemporalRow {
    /// Why Korrel may accept what Alloy refuses.
    pub fn accepted(&self) -> Option<&'static str> {
        let found = ACCEPTED.iter().find(|(file, _)| *file == self.file);
        found.filter(|_| self.is_refused).map(|(_, why)| *why)
    }

    /// Korrel's answer: all traces if Alloy counts them, and one more than it should find; else one.
    ///
    /// # Errors
    /// If the spec cannot be read from its file.
    pub fn ask(&self) -> Result<TemporalAnswer, String> {
        let text = std::fs::read_to_string(&self.path)
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        let meaning = Meaning { overflow: self.overflow(), ignore_parameters: true };
        let enough = self.classes.unwrap_or(0) + 1;
        Ok(lassos(&text, self.index, meaning, enough).unwrap_or_else(TemporalAnswer::Refused))
    }

    /// The number of states that Korrel says of any trace, which is Alloy's `shortest`.
    ///
    /// # Errors
    /// If the spec cannot be read from its file, or asked.
    pub fn ask_any(&self) -> Result<Option<u64>, String> {
        let text = std::fs::read_to_string(&self.path)
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        let meaning = Meaning { overflow: self.overflow(), ignore_parameters: true };
        let spec = Spec::read(&text)?;
        let command = &spec.model.commands[self.index as usize];
        let problem = spec.try_problem(command, meaning)?;
        let any = Instances::any(&problem, Strategy::default(), Effort::default());
        let mut any = any.map_err(|mistake| mistake.message.to_string())?;
        let is_there = matches!(any.next(), Next::Instance(_));
        Ok(is_there.then(|| any.shortest()).flatten().map(u64::from))
    }

    fn overflow(&self) -> Overflow {
        if self.overflow == "wrap" { Overflow::Wrap } else { Overflow::Forbid }
    }

    /// The difference between the two answers, as text.
    pub fn difference(&self, answer: &TemporalAnswer) -> Option<String> {
        let found = match answer {
            TemporalAnswer::Refused(_) if self.is_refused => return None,
            TemporalAnswer::Refused(why) => return Some(format!("refused: {why}")),
            TemporalAnswer::Lassos(_) if self.is_refused => {
                return self.accepted().is_none().then(|| "not refused".to_owned());
            }
            TemporalAnswer::Lassos(found) => found,
        };
        let number: u64 = found.values().sum();
        if self.sat.is_some_and(|sat| sat != (number > 0)) {
            return Some(format!("{number} traces"));
        }
        if self.classes.is_some_and(|classes| classes != number) {
            return Some(format!("{number} classes, not {:?}", self.classes));
        }
        if self.by_length.as_ref().is_some_and(|expected| expected != found) {
            return Some(format!("{found:?}, not {:?}", self.by_length));
        }
        // The first one has as few states as any, and a lasso is unrolled to the least number that is tried.
        let first = found.keys().next().map(|&states| states.max(self.steps[0]));
        let is_shortest = self.shortest.is_none() || self.shortest == first;
        (!is_shortest).then(|| format!("the shortest has {first:?}, not {:?}", self.shortest))
    }
}

/// So many traces of a command by their number of states, the first ones that are listed.
fn lassos(text: &str, index: u64, meaning: Meaning, enough: u64) -> Result<TemporalAnswer, String> {
    let spec = Spec::read(text)?;
    let command = spec.model.commands.get(index as usize).ok_or("there is no such command")?;
    let problem = spec.try_problem(command, meaning)?;
    let instances = Instances::new(&problem, Strategy::default(), Effort::default());
    let mut instances = instances.map_err(|mistake| mistake.message.to_string())?;
    let mut found = BTreeMap::new();
    for _ in 0..enough {
        let Next::Instance(instance) = instances.next() else { break };
        let asked = problem.question.traces.ok_or("the command is not about traces")?;
        *found.entry(asked.trace(&instance).states.len() as u64).or_default() += 1;
    }
    Ok(TemporalAnswer::Lassos(found))
}
