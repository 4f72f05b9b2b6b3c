//! A part of a list that is opened already.

use std::ops::ControlFlow;

use korrel::question::PosedQuestion;
use korrel::question::listing::Listing;
use korrel::stream::StreamQuestion;

use super::search::FindRun;
use crate::commands::resume::Outputs;
use crate::commands::shared::question::answered;
use crate::commands::shared::statistics::Timing;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::patience::Patience;
use crate::messages::reporter::Reporter;

/// Writes the part that `find` asks for to its file, from where that was left.
///
/// # Panics
/// If it asks for no part of a shard.
pub fn write_part<'q>(
    find: &FindFlags,
    question: &'q StreamQuestion<'q>,
    (posed, listing): (&'q PosedQuestion<'q>, &mut Listing<'q>),
    (stop, report): (&Stop, &Reporter),
) -> Result<Exit, Error> {
    let part = find.search.shard.zip(find.search.cubes.as_ref());
    let (shard, cubes) = part.expect("a part has cubes of a shard");
    let run =
        FindRun { find, corpus: None, report, question, stop, is_decided: false, folder: None };
    let outputs = match Outputs::open(find, question.header_of_part(shard, cubes.from()), report)? {
        ControlFlow::Break(exit) => return Ok(exit),
        ControlFlow::Continue(outputs) => outputs,
    };
    let mut frame = run.frame(&outputs)?;
    answered(listing.restrict_to(shard, cubes), stop)?;
    let times = (&mut Timing::start(), Patience::start(find, report));
    let status = run.list(posed, listing, &outputs, &mut frame, times)?;
    Ok(run.end(status, &mut frame, &outputs)?.unwrap_or(Exit::Success))
}
