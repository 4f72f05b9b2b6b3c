//! `korrel translate --emit …`: a look inside.

use std::io::Write as _;

use korrel::answer::TextRecord;
use korrel_enumerate::Problem;
use korrel_lang::print::print;
use korrel_lang::visible::visible_lines;
use korrel_translate::Contents;
use korrel_translate::print::{bounds, circuit, dimacs};

use crate::commands::shared::question::{asked, problem, refusal};
use crate::flags::{AnswerFormatFlag, EmitFlag, SymmetryFlag, TranslateFlags, name};
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
        EmitFlag::Bounds => bounds(&problem.question, &problem.question.bounds),
        EmitFlag::Circuit | EmitFlag::Cnf => {
            let break_symmetry = translate.question.symmetry == SymmetryFlag::Full;
            let contents = Contents { break_symmetry, ..Contents::default() };
            let Problem { question, symmetry } = &problem;
            match problem.translate(contents, &stop.effort()) {
                Ok(translation) if translate.emit == EmitFlag::Circuit => {
                    circuit(question, &translation)
                }
                Ok(translation) => {
                    dimacs(question, Some(symmetry).filter(|_| break_symmetry), &translation)
                }
                Err(error) => match refusal(&asked.spec, error) {
                    Some(error) => return Err(error),
                    None => {
                        stop.take_over();
                        return Ok(stop.tell());
                    }
                },
            }
        }
    };
    stop.take_over();
    match translate.format {
        AnswerFormatFlag::Text => {
            std::io::stdout().lock().write_all(visible_lines(&text).as_bytes())?
        }
        AnswerFormatFlag::Json => answer(&TextRecord::Translation {
            command: asked.spec.text(&asked.command),
            spec: asked.spec.name,
            emit: name(translate.emit),
            text,
        })?,
    }
    Ok(Exit::Success)
}
