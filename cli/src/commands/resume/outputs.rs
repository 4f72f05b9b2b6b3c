//! The outputs of a run, and the places where an earlier run left them.

use std::ops::ControlFlow;

use super::ProofFile;
use super::after::ContinueAfter;
use super::left::FileStream;
use super::saved::{OutputPlace, SavedStream};
use crate::flags::{FindFlags, FormatFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub struct Outputs {
    header: String,
    /// The place where the search continues.
    pub after: Option<ContinueAfter>,
    pub proof: Option<ProofFile>,
    /// The file that takes the stream.
    pub saved: Option<SavedStream>,
    /// The number of instances to be written.
    pub limit: Option<u64>,
}

impl Outputs {
    /// Makes the files; breaks if the stream is whole already.
    ///
    /// # Errors
    /// Files that are in the way, or hold something else.
    pub fn open(
        find: &FindFlags,
        header: String,
        report: &Reporter,
    ) -> Result<ControlFlow<Exit, Outputs>, Error> {
        let after =
            find.after.as_ref().map(|given| ContinueAfter::new(given, &header)).transpose()?;
        let proof = find.proof.as_deref().map(ProofFile::new).transpose()?;
        let limit = limit(find);
        let stream = FileStream {
            header: &header,
            first_id: after.as_ref().map_or(0.into(), ContinueAfter::first_id),
            has_keys: find.stream.keyed.keys,
            limit,
        };
        let saved = match &find.stream_file() {
            None => None,
            // It is a folder, which the writer of the databases makes.
            Some(_) if find.drawing.format == Some(FormatFlag::Csv) => None,
            Some(path) => match SavedStream::open(path, find, &stream, report)? {
                OutputPlace::Whole(exit) => return Ok(ControlFlow::Break(exit)),
                OutputPlace::Open(saved) => Some(*saved),
            },
        };
        let after = saved.as_ref().and_then(SavedStream::after).or(after);
        Ok(ControlFlow::Continue(Outputs { header, after, proof, saved, limit }))
    }

    /// The stream on these lines.
    pub fn frame(&self, lines: Lines, is_bare: bool) -> StreamFrame {
        let header = (!is_bare).then(|| self.header.clone());
        match &self.saved {
            Some(saved) => saved.frame(lines, header),
            None => StreamFrame::new(lines, header),
        }
    }
}

fn limit(find: &FindFlags) -> Option<u64> {
    match find.key.is_some() || find.id.is_some() {
        true => Some(1),
        false => find.amount.most(),
    }
}
