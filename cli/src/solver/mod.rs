//! `--solver PROGRAM`: single questions to a program that reads DIMACS.
//!
//! *Problem.* Programs agree on their input, and nearly on their output. *Choice.* The rules of the SAT competitions:
//! the formula is a file, the answer is on standard output, in lines `s` and `v`. MiniSat and its descendants write a
//! file instead, and are known by their names. A model is compared with the clauses before anything is made of it; the
//! answer that there is none is believed, unless a proof is asked for.
//!
//! Each question is a process of its own, to which assumptions are clauses. It has a process group of its own, so that
//! Ctrl-C is ours to handle, and is killed when the search is stopped.

mod answer;
mod process;
mod program;

use std::fs::File;
use std::io::{BufWriter, Write};

use korrel_sat::{Answer, Cnf, Lit, Solver, Var, dimacs};

use tempfile::TempDir;

use crate::limits::Stop;
use answer::ProgramAnswer;
use process::EndedProcess;
pub use program::SolverProgram;

/// [`Solver`] by a program. If the program fails, the search is stopped, and [`Stop::tell`] gives
/// the reason.
pub struct ProgramSolver {
    program: SolverProgram,
    stop: Stop,
    cnf: Cnf,
    /// The values of the model found last.
    model: Option<Vec<bool>>,
    /// The last assumptions, if they contradict the clauses.
    failed: Vec<Lit>,
}

impl ProgramSolver {
    pub fn new(program: SolverProgram, stop: Stop) -> ProgramSolver {
        ProgramSolver { program, stop, cnf: Cnf::new(0), model: None, failed: Vec::new() }
    }

    fn grow(&mut self, lits: &[Lit]) {
        let variables = lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        while self.cnf.variables() < variables {
            self.cnf.fresh();
        }
    }

    /// Asks the program. Returns its fault if it does not answer, and `None` after a stop.
    fn ask(&self, assumptions: &[Lit]) -> Result<Option<ProgramAnswer>, String> {
        let mut cnf = self.cnf.clone();
        assumptions.iter().for_each(|&lit| cnf.add_clause([lit]));
        let Some((ended, scratch)) = run(&self.program, &cnf, None, &self.stop)? else {
            return Ok(None);
        };
        let result = process::text(&scratch, RESULT);
        let answer = answer::read(&ended, &result, cnf.variables())?;
        match &answer {
            ProgramAnswer::Model(values) if !answer::is_model(values, &cnf) => {
                Err("gave a model that is none of these clauses".to_string())
            }
            _ => Ok(Some(answer)),
        }
    }
}

const FORMULA: &str = "formula.cnf";
const RESULT: &str = "result";

/// Runs a program on clauses, to its end or to a stop.
fn run(
    program: &SolverProgram,
    cnf: &Cnf,
    proof: Option<&std::path::Path>,
    stop: &Stop,
) -> Result<Option<(EndedProcess, TempDir)>, String> {
    let failed = |error: std::io::Error| format!("could not be run: {error}");
    let scratch = process::folder().map_err(failed)?;
    write(cnf, &scratch).map_err(failed)?;
    let (formula, result) = (scratch.path().join(FORMULA), scratch.path().join(RESULT));
    let arguments = match proof {
        None => program.arguments(&formula, &result),
        Some(proof) => program.proving(&formula, proof)?,
    };
    let ended = process::run(program.path(), &arguments, &scratch, stop).map_err(failed)?;
    Ok(ended.map(|ended| (ended, scratch)))
}

fn write(cnf: &Cnf, scratch: &TempDir) -> std::io::Result<()> {
    let mut text = String::new();
    dimacs::write(cnf, "", &mut text).expect("a String takes everything");
    let mut out = BufWriter::new(File::create_new(scratch.path().join(FORMULA))?);
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Has a program write its proof that clauses have no model.
///
/// # Errors
/// A mistake of the program.
pub fn prove(
    program: &SolverProgram,
    cnf: &Cnf,
    proof: &std::path::Path,
    stop: &Stop,
) -> Result<Answer, String> {
    let named = |why: String| format!("`{}` {why}", program.name());
    let Some((ended, scratch)) = run(program, cnf, Some(proof), stop).map_err(named)? else {
        return Ok(Answer::Stopped);
    };
    let result = process::text(&scratch, RESULT);
    match answer::read(&ended, &result, cnf.variables()).map_err(named)? {
        ProgramAnswer::Model(_) => Ok(Answer::Satisfiable),
        ProgramAnswer::None => Ok(Answer::Unsatisfiable),
    }
}

impl Solver for ProgramSolver {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.grow(clause);
        self.cnf.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.grow(assumptions);
        self.model = None;
        self.failed.clear();
        if self.stop.is_raised() {
            return Answer::Stopped;
        }
        match self.ask(assumptions) {
            Ok(Some(ProgramAnswer::Model(values))) => {
                self.model = Some(values);
                Answer::Satisfiable
            }
            Ok(Some(ProgramAnswer::None)) => {
                self.failed.extend(assumptions);
                Answer::Unsatisfiable
            }
            Ok(None) => Answer::Stopped,
            Err(why) => {
                self.stop.fail(format!("`{}` {why}", self.program.name()));
                Answer::Stopped
            }
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        let model = self.model.as_ref()?;
        Some(model.get(var.index()).copied().unwrap_or(false))
    }

    fn failed(&self) -> &[Lit] {
        &self.failed
    }
}
