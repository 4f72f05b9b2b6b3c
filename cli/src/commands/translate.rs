//! `korrel translate --emit …`: a look inside.

use std::fmt::Write as _;
use std::io::Write as _;

use korrel_enumerate::Problem;
use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};
use korrel_lang::visible::{visible, visible_lines};
use korrel_translate::{Contents, Translation};

use super::shared::question::{Asked, refusal};
use crate::flags::arguments::{Emit, Symmetry, Translate};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(translate: &Translate, report: &Reporter) -> Result<Exit, Error> {
    let stop = Stop::new();
    let asked = Asked::load(&translate.question, report)?;
    stop.heed(Stop::tell);
    let problem = asked.problem(&translate.question, report, &stop)?;
    let translation = || {
        let break_symmetry = translate.question.symmetry == Symmetry::Full;
        let contents = Contents { break_symmetry, ..Contents::default() };
        problem.translate(contents, &stop.effort()).map_err(|error| refusal(&asked.spec, error))
    };
    let text = match translate.emit {
        Emit::Ast => format!("{:#?}\n", asked.spec.program.modules[0].ast),
        Emit::Model => format!("{:#?}\n", asked.spec.model),
        Emit::Bounds => bounds(&problem),
        Emit::Circuit | Emit::Cnf => match (translation(), translate.emit) {
            (Ok(translation), Emit::Cnf) => dimacs(&problem, &translation),
            (Ok(translation), _) => translation.circuit.to_string(),
            (Err(Some(error)), _) => return Err(error),
            (Err(None), _) => {
                stop.take_over();
                return Ok(stop.tell());
            }
        },
    };
    stop.take_over();
    std::io::stdout().lock().write_all(visible_lines(&text).as_bytes())?;
    Ok(Exit::Success)
}

/// Each relation with the tuples that it must and those that it may hold.
fn bounds(problem: &Problem<'_>) -> String {
    let mut text = String::new();
    let (model, bounds) = (problem.question.model, &problem.question.bounds);
    for relation in bounds.relations() {
        let bound = bounds.get(relation);
        let open = bound.upper.difference(&bound.lower);
        let name = name(model, relation);
        let must = tuples(bounds.universe(), model, &bound.lower);
        let may = tuples(bounds.universe(), model, &open);
        writeln!(text, "{name}\n  must {{{must}}}\n  may  {{{may}}}").expect("strings take all");
    }
    text
}

fn name(model: &Model, relation: Relation) -> String {
    match relation {
        Relation::Sig(sig) => model.sigs[sig].path.clone(),
        Relation::Field(field) => {
            let field = &model.fields[field];
            format!("{}.{}", model.sigs[field.sig].path, field.name)
        }
        Relation::Variable(variable) => model.variables[variable].name.clone(),
    }
}

fn tuples(universe: &Universe, model: &Model, tuples: &TupleSet) -> String {
    tuples.tuples().map(|t| tuple(universe, model, &t)).collect::<Vec<_>>().join(", ")
}

fn tuple(universe: &Universe, model: &Model, tuple: &[AtomId]) -> String {
    // A string may hold a line break.
    let name = |&atom: &AtomId| visible(&universe.name(model, atom)).into_owned();
    tuple.iter().map(name).collect::<Vec<_>>().join("->")
}

/// DIMACS, with a comment for each primary variable.
fn dimacs(problem: &Problem<'_>, translation: &Translation) -> String {
    let mut comments = String::new();
    for (at, cell) in translation.cells.iter().enumerate() {
        let relation = name(problem.question.model, cell.relation);
        let atoms = tuple(problem.question.bounds.universe(), problem.question.model, &cell.tuple);
        writeln!(comments, "{} is {atoms} in {relation}", at + 1).expect("strings take all");
    }
    let mut text = String::new();
    korrel_sat::dimacs::write(&translation.cnf, &comments, &mut text).expect("strings take all");
    text
}
