//! `korrel translate --emit …`: a look inside.

use std::io::Write as _;

use korrel::answer::TextRecord;
use korrel::question::AigerVersion;
use korrel_lang::model::TraceKind;
use korrel_lang::print::print;
use korrel_lang::visible::visible_lines;

use crate::commands::shared::question::{answered, asked, posed, settings};
use crate::flags::{AnswerFormatFlag, EmitFlag, TranslateFlags, name};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

pub fn run(translate: &TranslateFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = Stop::new();
    let asked = asked(&translate.question, report)?;
    if asked.command.traces != TraceKind::Lassos
        && matches!(translate.emit, EmitFlag::Aiger | EmitFlag::AigerPlain)
    {
        let message = "AIGER asks of infinite traces: leave `--prefixes` out";
        return Err(Error::usage(message));
    }
    stop.heed(Stop::tell);
    let settings = settings(&translate.question);
    let posed = || posed(&asked, &settings, report, &stop);
    let system = |version| answered(asked.aiger(&settings, version, &stop.effort()), &stop);
    let text = match translate.emit {
        EmitFlag::Ast => format!("{:#?}\n", asked.spec.program.modules[0].ast),
        EmitFlag::Model => print(&asked.spec.model),
        EmitFlag::Bounds => posed()?.bounds(),
        EmitFlag::Circuit => answered(posed()?.circuit(), &stop)?,
        EmitFlag::Cnf => answered(posed()?.dimacs(), &stop)?,
        EmitFlag::Aiger => system(AigerVersion::Full)?,
        EmitFlag::AigerPlain => system(AigerVersion::Plain)?,
    };
    stop.take_over();
    match translate.answer.format {
        AnswerFormatFlag::Text => {
            std::io::stdout().lock().write_all(visible_lines(&text).as_bytes())?
        }
        AnswerFormatFlag::Json => answer(&TextRecord::Translation {
            command: asked.spec.text(&asked.command),
            spec: asked.spec.name.clone(),
            emit: name(translate.emit),
            text,
        })?,
    }
    Ok(Exit::Success)
}
