//! `korrel translate --emit …`: a look inside.

use std::io::Write as _;

use korrel::question::SpecCommand;
use korrel_enumerate::{Classes, Instances, Problem, Strategy};
use korrel_lang::print::print;
use korrel_lang::visible::visible_lines;
use korrel_translate::print::{bounds, circuit, dimacs};
use korrel_translate::{Contents, Translation};
use serde_json::json;

use crate::commands::shared::question::{asked, problem, refusal};
use crate::flags::{AnswerFormatFlag, EmitFlag, StageFlag, SymmetryFlag, TranslateFlags, name};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

pub fn run(translate: &TranslateFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = Stop::new();
    let asked = asked(&translate.question, report)?;
    stop.heed(Stop::tell);
    let problem = problem(&asked, &translate.question, report, &stop)?;
    let text = match translate.emit {
        EmitFlag::Ast => format!("{:#?}\n", asked.spec.program.modules[0].ast),
        EmitFlag::Model => print(&asked.spec.model),
        EmitFlag::Bounds if translate.stage == StageFlag::First => {
            bounds(&problem.question, &problem.question.bounds)
        }
        EmitFlag::Bounds | EmitFlag::Circuit | EmitFlag::Cnf => {
            match translation(translate, &asked, &problem, &stop)? {
                Some(translation) => of_translation(translate, &problem, &translation),
                None => {
                    stop.take_over();
                    return Ok(stop.tell());
                }
            }
        }
    };
    stop.take_over();
    match translate.format {
        AnswerFormatFlag::Text => {
            std::io::stdout().lock().write_all(visible_lines(&text).as_bytes())?
        }
        AnswerFormatFlag::Json => answer(&json!({
            "kind": "translation",
            "spec": asked.spec.name,
            "command": asked.spec.text(&asked.command),
            "emit": name(translate.emit),
            "stage": name(translate.stage),
            "text": text,
        }))?,
    }
    Ok(Exit::Success)
}

fn of_translation(
    translate: &TranslateFlags,
    problem: &Problem<'_>,
    translation: &Translation,
) -> String {
    let Problem { question, symmetry } = problem;
    let broken = Some(symmetry).filter(|_| translate.question.symmetry == SymmetryFlag::Full);
    match translate.emit {
        EmitFlag::Circuit => circuit(question, translation),
        EmitFlag::Cnf => dimacs(question, broken, translation),
        _ => bounds(question, &translation.bounds),
    }
}

/// `None` if it was stopped.
fn translation(
    translate: &TranslateFlags,
    asked: &SpecCommand,
    problem: &Problem<'_>,
    stop: &Stop,
) -> Result<Option<Translation>, Error> {
    let break_symmetry = translate.question.symmetry == SymmetryFlag::Full;
    match translate.stage {
        StageFlag::First => {
            let contents = Contents { break_symmetry, ..Contents::default() };
            match problem.translate(contents, &stop.effort()) {
                Ok(translation) => Ok(Some(translation)),
                Err(error) => refusal(&asked.spec, error).map_or(Ok(None), Err),
            }
        }
        StageFlag::Searched => {
            let classes = if break_symmetry { Classes::Isomorphism } else { Classes::Labelled };
            let strategy = Strategy { classes, asks_first: false, ..Strategy::default() };
            let instances = Instances::new(problem, strategy, stop.effort())
                .map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
            Ok(instances.translation().cloned())
        }
    }
}
