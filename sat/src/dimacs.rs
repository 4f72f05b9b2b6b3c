//! The DIMACS format for CNF, so that a formula can be given to other solvers and back.
//!
//! Primary variables are written as a `c p show 1 2 … 0` comment, the model-counting
//! competition's way to say which variables to project on (Fichte, Hecher, Hamiti 2021). Other
//! solvers read it as a comment.

use std::fmt::{self, Write};

use crate::{Cnf, Lit};

/// Writes the formula, headed by one `c` line for each line of `comments`.
///
/// # Errors
/// Those of `out`.
pub fn write(cnf: &Cnf, comments: &str, out: &mut impl Write) -> fmt::Result {
    for line in comments.lines() {
        writeln!(out, "c {line}")?;
    }
    writeln!(out, "p cnf {} {}", cnf.variables(), cnf.len())?;
    if cnf.primary() > 0 {
        out.write_str("c p show ")?;
        (1..=cnf.primary()).try_for_each(|number| write!(out, "{number} "))?;
        out.write_str("0\n")?;
    }
    for clause in cnf.clauses() {
        clause.iter().try_for_each(|lit| write!(out, "{} ", lit.to_dimacs()))?;
        out.write_str("0\n")?;
    }
    Ok(())
}

/// Reads a formula. Clauses may span lines. Comments other than `c p show` are skipped.
///
/// # Errors
/// With the line where the text departs from the format: no or a second header, something that is
/// no number, a variable or clause beyond what the header announces, a last clause without its 0,
/// or shown variables other than 1, 2, …, p.
pub fn parse(text: &str) -> Result<Cnf, DimacsError> {
    let mut parser = Parser::default();
    for (index, line) in text.lines().enumerate() {
        parser.line(line.trim()).map_err(|message| DimacsError { line: index + 1, message })?;
    }
    let line = text.lines().count().max(1);
    parser.finish().map_err(|message| DimacsError { line, message })
}

/// Reads a solver's answer: the values of the variables. Returns `None` if there is no model. It is as in the SAT
/// competitions, with lines `s` and `v`, or as MiniSat writes it into a file, without these letters. Variables that it
/// does not name are false.
///
/// # Errors
/// A text that tells neither a model nor that there is none, and a literal of no variable.
pub fn parse_answer(text: &str, variables: usize) -> Result<Option<Vec<bool>>, DimacsError> {
    let mut values = vec![false; variables];
    let mut says = None;
    for (index, line) in text.lines().map(str::trim).enumerate() {
        let failed = |message: String| DimacsError { line: index + 1, message };
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let literals = match (first, rest.trim()) {
            ("" | "c", _) => continue,
            ("s", "SATISFIABLE") | ("SATISFIABLE" | "SAT", "") => "",
            ("s", "UNSATISFIABLE") | ("UNSATISFIABLE" | "UNSAT", "") => {
                says = Some(false);
                continue;
            }
            ("s", _) | ("INDETERMINATE" | "INDET", "") => {
                return Err(failed("the solver gave up".to_owned()));
            }
            ("v", literals) => literals,
            _ => line,
        };
        says = says.or(Some(true));
        for word in literals.split_whitespace().filter(|&word| word != "0") {
            let lit = Lit::from_dimacs(number(word).map_err(failed)?);
            let lit = lit.filter(|lit| lit.var().index() < variables);
            let lit = lit.ok_or_else(|| {
                failed(format!("expected a variable up to {variables}, found {word}"))
            })?;
            values[lit.var().index()] = lit.is_positive();
        }
    }
    match says {
        Some(true) => Ok(Some(values)),
        Some(false) => Ok(None),
        None => {
            let message = "expected the lines `s` and `v` of a solver".to_owned();
            Err(DimacsError { line: text.lines().count().max(1), message })
        }
    }
}

/// The place and the reason for which a text is not DIMACS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimacsError {
    /// Line, counted from 1.
    pub line: usize,
    /// A text that says what was expected there.
    pub message: String,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DimacsError {}

#[derive(Default)]
struct Parser {
    /// The formula so far, and the number of clauses announced. Both are missing before the header.
    formula: Option<(Cnf, usize)>,
    /// The literals since the last 0.
    clause: Vec<Lit>,
    /// Number of variables shown so far.
    shown: u32,
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => Ok(()),
            Some("p") => self.header(&words.collect::<Vec<_>>()),
            Some("c") => match (words.next(), words.next()) {
                (Some("p"), Some("show")) => words.try_for_each(|word| self.show(word)),
                _ => Ok(()),
            },
            Some(_) => line.split_whitespace().try_for_each(|word| self.literal(word)),
        }
    }

    fn header(&mut self, words: &[&str]) -> Result<(), String> {
        if self.formula.is_some() {
            return Err("expected one header, found a second".into());
        }
        let ["cnf", variables, clauses] = words else {
            return Err("expected `p cnf VARIABLES CLAUSES`".into());
        };
        let variables = u32::try_from(number(variables)?).ok().filter(|&n| n <= 1 << 31);
        let variables = variables.ok_or("expected at most 2147483648 variables")?;
        let clauses = usize::try_from(number(clauses)?).map_err(|_| "expected a clause count")?;
        self.formula = Some((Cnf::new(variables), clauses));
        Ok(())
    }

    fn show(&mut self, word: &str) -> Result<(), String> {
        match number(word)? {
            0 => Ok(()),
            n if n == i64::from(self.shown) + 1 => {
                self.shown += 1;
                Ok(())
            }
            n => Err(format!("expected the shown variable {}, found {n}", self.shown + 1)),
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), String> {
        let Some((cnf, announced)) = &mut self.formula else {
            return Err("expected `p cnf VARIABLES CLAUSES` before the first clause".into());
        };
        let number = number(word)?;
        if number != 0 {
            let lit = Lit::from_dimacs(number).filter(|lit| lit.var().index() < cnf.variables());
            self.clause.push(lit.ok_or_else(|| {
                format!("expected a variable up to {}, found {number}", cnf.variables())
            })?);
        } else if cnf.len() == *announced {
            return Err(format!("expected {announced} clauses, found one more"));
        } else {
            cnf.add_clause(self.clause.drain(..));
        }
        Ok(())
    }

    fn finish(self) -> Result<Cnf, String> {
        let Some((mut cnf, announced)) = self.formula else {
            return Err("expected `p cnf VARIABLES CLAUSES`".into());
        };
        if !self.clause.is_empty() {
            return Err("expected 0 at the end of the last clause".into());
        }
        if cnf.len() != announced {
            return Err(format!("expected {announced} clauses, found {}", cnf.len()));
        }
        if self.shown as usize > cnf.variables() {
            return Err(format!("expected at most {} shown variables", cnf.variables()));
        }
        cnf.set_primary(self.shown);
        Ok(cnf)
    }
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("expected a number, found `{word}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    /// An answer that is misread is a wrong picture.
    #[test]
    fn answers_of_all_families() {
        let model = Ok(Some(vec![true, false, true]));
        assert_eq!(parse_answer("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n", 3), model);
        assert_eq!(parse_answer("SAT\n1 -2 3 0\n", 3), model);
        assert_eq!(parse_answer("v 1 3 0", 3), model);
        assert_eq!(parse_answer("s UNSATISFIABLE\n", 3), Ok(None));
        assert_eq!(parse_answer("UNSAT\n", 3), Ok(None));
    }

    /// A text that is no answer must not be taken for one.
    #[test]
    fn what_is_no_answer() {
        for (text, message) in [
            ("", "line 1: expected the lines `s` and `v` of a solver"),
            ("hello\n", "line 1: expected a number, found `hello`"),
            ("s UNKNOWN\n", "line 1: the solver gave up"),
            ("INDET\n", "line 1: the solver gave up"),
            ("s SATISFIABLE\nv 4 0\n", "line 2: expected a variable up to 3, found 4"),
        ] {
            let error = parse_answer(text, 3).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }

    /// A formula that is written and read again must be the same, primary variables included.
    #[test]
    fn what_is_written_is_read_back() {
        let mut cnf = Cnf::with_primary(2);
        let aux = cnf.fresh();
        cnf.add_clause([Var::new(0).positive(), aux.negative()]);
        cnf.add_clause([]);
        cnf.add_clause([Var::new(1).negative()]);
        let mut text = String::new();
        write(&cnf, "two\nlines", &mut text).expect("a String takes everything");
        assert_eq!(text, "c two\nc lines\np cnf 3 3\nc p show 1 2 0\n1 -3 0\n0\n-2 0\n");
        assert_eq!(parse(&text), Ok(cnf));
    }

    /// Files of other tools break lines where they like and indent.
    #[test]
    fn clauses_may_span_lines() {
        let spread = parse("c x\n\n  p  cnf 2 2\n1\n 2 0 -1\nc y\n0\n");
        assert_eq!(spread, parse("p cnf 2 2\n1 2 0\n-1 0\n"));
        assert_eq!(spread.map(|cnf| cnf.len()), Ok(2));
    }

    /// Each departure from the format must be reported, and where it is, not read as another formula.
    #[test]
    fn departures_are_reported_with_their_line() {
        for (text, line, message) in [
            ("", 1, "expected `p cnf"),
            ("c\n1 0", 2, "before the first clause"),
            ("p dnf 1 1", 1, "expected `p cnf"),
            ("p cnf -1 1", 1, "expected at most 2147483648 variables"),
            ("p cnf 1 -1", 1, "expected a clause count"),
            ("p cnf 1 0\np cnf 1 0", 2, "found a second"),
            ("p cnf 1 1\n\n1 x 0", 3, "found `x`"),
            ("p cnf 1 1\n2 0", 2, "variable up to 1, found 2"),
            ("p cnf 1 1\n1 0 1 0", 2, "found one more"),
            ("p cnf 1 2\n1 0", 2, "expected 2 clauses, found 1"),
            ("p cnf 1 1\n1", 2, "expected 0 at the end"),
            ("c p show 2 0\np cnf 2 0", 1, "expected the shown variable 1, found 2"),
            ("p cnf 1 0\nc p show 1 2 0", 2, "at most 1 shown"),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.line, line, "{text}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
    }
}
