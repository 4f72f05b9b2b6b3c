//! `korrel find`: every instance, as JSON lines.

mod certify;
mod classes;
mod part;
mod search;

pub use self::part::write_part;
use self::search::search;
use crate::commands::parted;
use crate::flags::FindFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;

pub fn run(find: &FindFlags, report: &Reporter) -> Result<Exit, Error> {
    if find.classes.classes {
        return classes::run(find, report);
    }
    let corpus = find.corpus.as_deref().map(Corpus::at);
    let ended = match find.asking.is_parted() {
        true => parted::run(find, corpus.as_ref(), report),
        false => search(find, corpus.as_ref(), report),
    };
    if let Some(summary) = corpus.as_ref().and_then(Corpus::summary) {
        report.note(&summary);
    }
    ended.map_err(|error| match (error, &find.output, &corpus) {
        (Error::Output(error), Some(path), _) => Error::unwritable(path, &error),
        (error, _, Some(corpus)) => corpus.blamed(error),
        (error, ..) => error,
    })
}
