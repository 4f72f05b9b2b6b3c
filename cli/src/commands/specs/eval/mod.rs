//! `korrel eval`: judges given heaps by a spec.

mod asked;
mod expressions;
mod judge;
mod record;
mod report;
mod solutions;
mod tally;
mod texts;

use std::io::Write;
use std::path::Path;

use korrel_enumerate::heap::Keys;
use korrel_lang::visible::visible_json;

use crate::files::spec::load;
use crate::flags::EvalFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

use crate::commands::shared::question::limited;
pub use expressions::Expressions;
pub use record::Record;
pub use solutions::Solutions;
pub use texts::Texts;

use asked::Questions;
use judge::judge;
use tally::EvalTally;

pub fn run(eval: &EvalFlags, report: &Reporter) -> Result<Exit, Error> {
    if eval.spec == Path::new("-") && eval.heap == Path::new("-") {
        let message = "the spec and the heaps cannot both be read from standard input";
        return Err(Error::usage(message));
    }
    // A heap is judged in one go; a limit stops the program between two lines. It is watched for as
    // long as the flag is held.
    let _flag = limited(Stop::unheeded(), eval.timeout, eval.memory)?;
    let mut spec = load(&eval.spec, &eval.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let command = spec.command(eval.command.as_deref())?;
    let asked = Questions::new(&mut spec, command, &eval.expressions, report)?;
    let mut texts = Texts::open(&eval.heap)?;
    let mut keys = eval.keys.then(|| Keys::new(&asked.schema));
    let mut tally = EvalTally::default();
    while let Some(text) = texts.next()? {
        match Record::read(&text, tally.heaps).map_err(|diagnostic| texts.error(diagnostic))? {
            Record::Header(header) => {
                tally.streams.header(&header).map_err(|mistake| texts.error(mistake))?;
            }
            Record::End(end) => {
                tally.streams.end(&end).map_err(|mistake| texts.error(mistake))?;
            }
            Record::Other => {
                tally.streams.other().map_err(|mistake| texts.error(mistake))?;
                tally.others += 1;
            }
            Record::Heap(heap) => {
                tally.streams.instance(&text).map_err(|mistake| texts.error(mistake))?;
                let judgement = judge(&asked, keys.as_mut(), &heap);
                let line = report::line(&spec, &asked, &heap, &judgement);
                writeln!(std::io::stdout().lock(), "{}", visible_json(&line.to_string()))?;
                report.diagnostics(&spec.sources, &report::failures(&asked, &heap, &judgement));
                tally.add(judgement.holds());
            }
        }
    }
    Ok(tally.finish(report))
}
