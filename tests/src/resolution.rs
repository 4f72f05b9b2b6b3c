//! The meaning of each name, beside its meaning in Alloy.
//!
//! A row holds a spec and Alloy's own print of it, resolved, or Alloy's refusal. Korrel's model is
//! printed in the same notation ([`resolved`]), and the two texts are compared. Where
//! Alloy finds a name ambiguous, Korrel may refuse it too, or go on: that is only counted.

use std::fmt;

use crate::corpora::{Corpora, text};
use crate::{Spec, resolved};

/// The outcomes of all rows.
#[derive(Default)]
pub struct Resolutions {
    pub agree: usize,
    /// The file of each spec that is read otherwise, and the lines that differ.
    pub differ: Vec<(String, Vec<String>)>,
    /// Alloy asks back, and so does Korrel.
    pub refused: usize,
    /// Alloy asks back, Korrel goes on.
    pub read: usize,
}

/// One spec of the file, and what Alloy says.
struct Row {
    file: String,
    text: String,
    /// Lines such as `fact$1 : some (this/A <: f)`; `None`: Alloy refuses it.
    resolved: Option<Vec<String>>,
}

impl Resolutions {
    /// Compares the rows whose file contains `filter`.
    ///
    /// # Errors
    /// If the file cannot be read, or a row lacks a key.
    pub fn of(corpora: &Corpora, filter: &str) -> Result<Resolutions, String> {
        let mut resolutions = Resolutions::default();
        for row in corpora.rows("resolution.jsonl")? {
            let lines = row["resolved"].as_array().map(|lines| {
                lines.iter().filter_map(|line| line.as_str()).map(str::to_owned).collect()
            });
            let (file, text) = (text(&row, "file")?, text(&row, "text")?);
            let row = Row { file, text, resolved: lines };
            if row.file.contains(filter) {
                resolutions.add(&row);
            }
        }
        Ok(resolutions)
    }

    fn add(&mut self, row: &Row) {
        let found = Spec::of_text(&row.text);
        let Some(expected) = &row.resolved else {
            match found {
                Ok(_) => self.read += 1,
                Err(_) => self.refused += 1,
            }
            return;
        };
        match found.map(|spec| lacking(expected, resolved(&spec.model))) {
            Ok(lines) if lines.is_empty() => self.agree += 1,
            Ok(lines) => self.differ.push((row.file.clone(), lines)),
            Err(mistakes) => self.differ.push((row.file.clone(), vec![mistakes])),
        }
    }
}

/// `resolutions 45 of 45, ambiguous in Alloy: 24 refused, 1 read`.
impl fmt::Display for Resolutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.agree + self.differ.len();
        let (refused, read) = (self.refused, self.read);
        write!(f, "resolutions {} of {all}, ambiguous in Alloy: ", self.agree)?;
        write!(f, "{refused} refused, {read} read")
    }
}

/// The lines of Alloy's that Korrel does not have.
fn lacking(expected: &[String], mut found: Vec<(String, String)>) -> Vec<String> {
    let mut lines = Vec::new();
    for wanted in wanted(expected) {
        match found.iter().position(|known| *known == wanted) {
            Some(at) => drop(found.swap_remove(at)),
            None => {
                let (name, wanted) = wanted;
                let own: Vec<&str> =
                    found.iter().filter(|f| f.0 == name).map(|f| f.1.as_str()).collect();
                lines.push(format!("{name}: expected {wanted}, found {}", own.join(" or ")));
            }
        }
    }
    lines
}

/// Names and formulas without the paths of modules, facts without a name as one.
fn wanted(expected: &[String]) -> Vec<(String, String)> {
    let mut wanted: Vec<(String, String)> = Vec::new();
    for line in expected {
        let (name, formula) = line.split_once(" : ").expect("each line has a name");
        let (name, formula) = (without_paths(name), without_paths(formula));
        if !name.starts_with("fact$") {
            wanted.push((name, conjuncts_of_fact(line, &formula)));
            continue;
        }
        let conjuncts = conjuncts(&formula).to_owned();
        match wanted.iter_mut().find(|(name, _)| name == "fact") {
            Some((_, all)) => *all += &format!(", {conjuncts}"),
            None => wanted.push(("fact".to_owned(), conjuncts)),
        }
    }
    wanted
}

fn conjuncts_of_fact(line: &str, formula: &str) -> String {
    let is_fact = line.split(" : ").next().is_some_and(|name| name.ends_with(" fact"));
    if is_fact { conjuncts(formula).to_owned() } else { formula.to_owned() }
}

/// `a, b` of `AND[a, b]`.
fn conjuncts(formula: &str) -> &str {
    formula.strip_prefix("AND[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(formula)
}

/// `A` for `this/A`, `next` for `ordering/next`.
fn without_paths(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\'' | '"' | '/');
    let mut short = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (name, tail) = rest.split_at(word);
        short += match name.rsplit_once('/') {
            Some((path, last)) if !path.is_empty() => last,
            _ => name,
        };
        let other = tail.find(is_part).unwrap_or(tail.len());
        short += &tail[..other];
        rest = &tail[other..];
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of lines in which Alloy's print and that of a spec differ.
    fn differences(expected: &[&str], spec: &str) -> usize {
        let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
        let spec = Spec::of_text(spec).expect("a spec");
        lacking(&expected, resolved(&spec.model)).len()
    }

    /// If this fails, a name that stands for something else than in Alloy is taken for the same, or
    /// the same for something else.
    #[test]
    fn prints_are_compared() {
        let sigs = "open util/ordering[A] sig A { f: A } sig B { f: B }";
        let fact = "fact { some A.f all b: B | some b.f } fact { some first } run {}";
        let spec = format!("{sigs} {fact}");
        let second = "fact$2 : some ordering/first";
        let first = "fact$1 : AND[some this/A . (this/A <: f), (all b | some b . (this/B <: f))]";
        assert_eq!(differences(&["this/run$1 : true", first, second], &spec), 0);
        let other = first.replace("b . (this/B", "b . (this/A");
        assert_eq!(differences(&[&other, second], &spec), 1);
        assert_eq!(differences(&["this/p : true"], &spec), 1);
    }
}
