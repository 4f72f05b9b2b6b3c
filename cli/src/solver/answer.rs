//! The answer of a program: standard output as in the SAT competitions, or MiniSat's result file.

use korrel_lang::visible::visible;
use korrel_sat::{Cnf, Lit};

use super::process::EndedProcess;

/// The answer to one question.
#[derive(Debug, PartialEq, Eq)]
pub enum ProgramAnswer {
    /// The values of the variables; those that it does not speak of are false.
    Model(Vec<bool>),
    /// There is no model.
    None,
}

/// Reads an answer; `result` is the text of the result file, if the program wrote one.
///
/// # Errors
/// A program that gave no answer, or none that can be read.
pub fn read(ended: &EndedProcess, result: &str, variables: usize) -> Result<ProgramAnswer, String> {
    let text = if result.is_empty() { &ended.output } else { result };
    let mut says = None;
    let mut values = vec![false; variables];
    for line in text.lines().map(str::trim) {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first, rest.trim()) {
            ("s", "SATISFIABLE") | ("SATISFIABLE" | "SAT", "") => says = Some(true),
            ("s", "UNSATISFIABLE") | ("UNSATISFIABLE" | "UNSAT", "") => says = Some(false),
            ("s", _) | ("INDETERMINATE" | "INDET", "") => return Err(given_up(ended)),
            ("v", literals) => take(literals, &mut values)?,
            _ if !result.is_empty() => take(line, &mut values)?,
            _ => {}
        }
    }
    match says {
        Some(true) => Ok(ProgramAnswer::Model(values)),
        Some(false) => Ok(ProgramAnswer::None),
        None => Err(no_answer(ended)),
    }
}

/// # Errors
/// A text that is no literal of these variables.
fn take(literals: &str, values: &mut [bool]) -> Result<(), String> {
    for word in literals.split_whitespace().filter(|&word| word != "0") {
        let lit = word.parse().ok().and_then(Lit::from_dimacs);
        let lit = lit.filter(|lit| lit.var().index() < values.len());
        let Some(lit) = lit else {
            return Err(format!("gave a model with `{}`, which is no literal", visible(word)));
        };
        values[lit.var().index()] = lit.is_positive();
    }
    Ok(())
}

fn given_up(ended: &EndedProcess) -> String {
    format!("gave up{}", first_message(ended))
}

fn no_answer(ended: &EndedProcess) -> String {
    let how = match ended.status.code() {
        Some(code) => format!("ended with code {code}"),
        // On Unix it was a signal, and the status says which.
        None => format!("was ended by {}", ended.status),
    };
    format!("{how} and gave no answer{}", first_message(ended))
}

/// The first line of its message on standard error, or else on standard output.
fn first_message(ended: &EndedProcess) -> String {
    let mut lines = ended.messages.lines().chain(ended.output.lines()).map(str::trim);
    let line = lines.find(|line| !line.is_empty() && *line != "c");
    line.map_or_else(String::new, |line| {
        let beginning: String = line.chars().take(200).collect();
        format!(": {}", visible(&beginning))
    })
}

/// True if each clause has a literal that holds.
pub fn is_model(values: &[bool], cnf: &Cnf) -> bool {
    let holds = |lit: &Lit| values[lit.var().index()] == lit.is_positive();
    cnf.clauses().all(|clause| clause.iter().any(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(output: &str) -> EndedProcess {
        let (output, messages) = (output.to_owned(), String::new());
        EndedProcess { status: std::process::ExitStatus::default(), output, messages }
    }

    /// An answer that is misread is a wrong verdict.
    #[test]
    fn answers_of_all_families() {
        let model = Ok(ProgramAnswer::Model(vec![true, false, true]));
        assert_eq!(read(&ended("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), "", 3), model);
        assert_eq!(read(&ended("SATISFIABLE\n"), "SAT\n1 -2 3 0\n", 3), model);
        assert_eq!(read(&ended("s UNSATISFIABLE\n"), "", 3), Ok(ProgramAnswer::None));
        assert_eq!(read(&ended(""), "UNSAT\n", 3), Ok(ProgramAnswer::None));
    }

    /// Output that is no answer must not be taken for one.
    #[test]
    fn what_is_no_answer() {
        for (output, result, message) in [
            ("", "", "ended with code 0 and gave no answer"),
            ("hello\n", "", "gave no answer: hello"),
            ("s UNKNOWN\n", "", "gave up"),
            ("", "INDET\n", "gave up"),
            ("s SATISFIABLE\nv 4 0\n", "", "`4`, which is no literal"),
            ("s SATISFIABLE\nv x 0\n", "", "`x`, which is no literal"),
        ] {
            let error = read(&ended(output), result, 3).expect_err(output);
            assert!(error.contains(message), "{error}");
        }
    }

    /// A model is believed by this alone.
    #[test]
    fn a_model_is_compared_with_the_clauses() {
        let mut cnf = Cnf::with_primary(2);
        cnf.add_clause([korrel_sat::Var::new(0).positive(), korrel_sat::Var::new(1).negative()]);
        assert!(is_model(&[true, true], &cnf) && is_model(&[false, false], &cnf));
        assert!(!is_model(&[false, true], &cnf));
    }
}
