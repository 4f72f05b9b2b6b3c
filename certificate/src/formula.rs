//! The file `formula.cnf`: definitions of variables, and roots.

use std::io::BufRead;

use crate::Unproven;
use crate::text::{self, Lines};

pub(crate) const FILE: &str = "formula.cnf";

/// The clauses of `formula.cnf`, understood.
#[derive(Debug)]
pub(crate) struct Formula {
    /// The variables 1 to this one are open cells.
    pub(crate) open: i32,
    /// The greatest variable.
    pub(crate) variables: i32,
    /// The literals of all definitions, one after the other.
    inputs: Vec<i32>,
    /// Where the literals of each definition end.
    ends: Vec<usize>,
    /// The literals that all hold.
    pub(crate) roots: Vec<i32>,
    /// There is an empty clause, so nothing satisfies the formula.
    pub(crate) is_false: bool,
}

impl Formula {
    /// Reads the file. The variables 1 to `open` are those of open cells.
    pub(crate) fn read(
        reader: impl BufRead,
        open: i32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Formula, Unproven> {
        let mut lines = Lines::new(reader, FILE);
        let (variables, clauses) = head(&mut lines, open)?;
        let mut formula = Formula {
            open,
            variables,
            inputs: Vec::new(),
            ends: Vec::new(),
            roots: Vec::new(),
            is_false: false,
        };
        let mut count = 0;
        let mut clause = Vec::new();
        // The literals of the last definition whose clauses of two literals are still to come.
        let mut due = 0..0;
        let mut is_line = !lines.line().is_empty();
        while is_line {
            count += 1;
            if count % 4096 == 0 && stop() {
                return Err(Unproven::stopped(FILE));
            }
            formula.clause(&lines, &mut clause)?;
            let last = formula.last();
            if !due.is_empty() {
                if clause != [-last, formula.inputs[due.start]] {
                    let due = formula.inputs[due.start];
                    return Err(lines.refuse(format!("the clause `{} {due} 0` is due", -last)));
                }
                due.start += 1;
            } else if last < variables {
                let start = formula.inputs.len();
                formula.definition(&clause).map_err(|why| lines.refuse(why))?;
                due = start..formula.inputs.len();
            } else {
                match clause.as_slice() {
                    [] => formula.is_false = true,
                    [root] => formula.roots.push(*root),
                    _ => return Err(lines.refuse("a root has one literal or none")),
                }
            }
            is_line = lines.advance()?;
        }
        if formula.last() < variables || !due.is_empty() {
            return Err(lines.refuse("the file ends before all variables are defined"));
        }
        if count != clauses {
            return Err(lines.refuse(format!("there are {count} clauses, not {clauses}")));
        }
        Ok(formula)
    }

    /// The last variable that is defined.
    fn last(&self) -> i32 {
        self.open + self.ends.len() as i32
    }

    /// The literals of a line.
    fn clause(&self, lines: &Lines<impl BufRead>, to: &mut Vec<i32>) -> Result<(), Unproven> {
        to.clear();
        text::numbers(lines.line(), to).map_err(|why| lines.refuse(why))?;
        if to.pop() != Some(0) || to.contains(&0) {
            return Err(lines.refuse("a clause ends with its only 0"));
        }
        match to.iter().find(|literal| literal.abs() > self.variables) {
            Some(literal) => Err(lines.refuse(format!("there is no variable {}", literal.abs()))),
            None => Ok(()),
        }
    }

    /// Takes the first clause of a definition.
    fn definition(&mut self, clause: &[i32]) -> Result<(), String> {
        let variable = self.last() + 1;
        match clause {
            [first, inputs @ ..] if *first == variable && inputs.len() >= 2 => {
                if let Some(input) = inputs.iter().find(|input| input.abs() >= variable) {
                    return Err(format!("variable {variable} is defined by {}", -input));
                }
                self.inputs.extend(inputs.iter().map(|input| -input));
                self.ends.push(self.inputs.len());
                Ok(())
            }
            _ => Err(format!("the definition of variable {variable} is due")),
        }
    }

    /// The definitions: each variable, and the literals whose conjunction it is.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (i32, &[i32])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        (self.open + 1..)
            .zip(starts.zip(&self.ends))
            .map(|(variable, (start, &end))| (variable, &self.inputs[start..end]))
    }

    /// Evaluates 64 assignments at once. `values` has a word for each variable, the first one is not used.
    /// A bit of the result says that the assignment satisfies the formula.
    pub(crate) fn satisfied(&self, values: &mut [u64]) -> u64 {
        fn value(values: &[u64], literal: i32) -> u64 {
            let value = values[literal.unsigned_abs() as usize];
            if literal > 0 { value } else { !value }
        }
        for (variable, inputs) in self.definitions() {
            let all = inputs.iter().fold(u64::MAX, |all, &input| all & value(values, input));
            values[variable as usize] = all;
        }
        if self.is_false {
            return 0;
        }
        self.roots.iter().fold(u64::MAX, |all, &root| all & value(values, root))
    }
}

/// Reads up to the first clause: the numbers of variables and clauses. The first clause is the line at hand.
fn head(lines: &mut Lines<impl BufRead>, open: i32) -> Result<(i32, u64), Unproven> {
    let mut head = None;
    let mut shows = false;
    let all: Vec<String> = (1..=open).map(|variable| format!("{variable} ")).collect();
    let show = format!("c p show {}0", all.concat());
    while lines.advance()? {
        let line = lines.line();
        if line == b"c" || line.starts_with(b"c ") {
            if line.starts_with(b"c p ") {
                if line != show.as_bytes() || shows {
                    return Err(lines.refuse(format!("`c p show 1 … {open} 0` is due, once")));
                }
                shows = true;
            }
        } else if let Some(rest) = line.strip_prefix(b"p cnf ") {
            let mut words = rest.split(|&byte| byte == b' ').map(text::number);
            match (words.next(), words.next(), words.next()) {
                (Some(Some(variables)), Some(Some(clauses)), None)
                    if head.is_none() && variables >= 0 && clauses >= 0 =>
                {
                    if !(open..=(1 << 29)).contains(&variables) {
                        return Err(lines.refuse(format!("{variables} variables, {open} open")));
                    }
                    head = Some((variables, clauses as u64));
                }
                _ => return Err(lines.refuse("`p cnf V C` is due")),
            }
        } else {
            break;
        }
    }
    match head {
        None => Err(lines.refuse("`p cnf V C` is due")),
        Some(_) if !shows => Err(lines.refuse(format!("`c p show 1 … {open} 0` is missing"))),
        // An empty line would look like the end of the file.
        Some(_) if lines.bytes() == b"\n" => Err(lines.refuse("the line is empty")),
        Some(head) => Ok(head),
    }
}
