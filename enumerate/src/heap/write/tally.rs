//! The number and the digest of a stream's instances, as its end record gives them.
//!
//! *Problem.* A reader must see that a line was lost, doubled, edited, or is another shard's. Ids cannot be part of
//! the comparison: shards number their own instances, and the whole numbers them anew. *Choice.* CRC-32 over what
//! follows the id in each line, line break included: every language has it, and processors compute it. They do so fast
//! only over kilobytes in a row, and lines are short. So bytes gather in a block first. A stream of five million lines
//! a second takes 5 % longer, 16 % where these lines are long. A slower one takes no longer that could be measured.
//! *Rejected.* A cryptographic hash: nobody defends a stream against a person who could write another end record, and
//! SHA-256 takes longer than the search. A digest of each line, added up: it would not know the order.

use std::fmt::{self, Display, Formatter};

use crc32fast::Hasher;
use serde::de::IgnoredAny;
use serde_json::Value as Json;

use super::id::UNPLACED;

/// The prefix of a digest that is made in this way.
const CRC32: &str = "crc32:";
/// The number of bytes that are digested at once.
const BLOCK: usize = 1 << 14;

/// The end of the line of a beginning that no state can follow.
pub const DEAD_END: &[u8] = b",\"dead_end\":true}\n";

/// The instances of a stream that were written, or read, so far.
#[derive(Clone, Debug, Default)]
pub struct StreamTally {
    count: u64,
    /// The number of beginnings that end since no state can follow.
    dead_ends: u64,
    digested: Hasher,
    /// The bytes that are still to be digested.
    block: Vec<u8>,
    is_rewritten: bool,
    /// Nobody asks for the digest.
    is_count_only: bool,
}

/// The fit of an end record to the lines that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFit {
    /// Its count and its digest fit. Or its count does, and it has no digest, as in earlier versions.
    Whole,
    /// Its count does, but its digest says nothing: another program wrote some lines anew, or it is one of a later
    /// version.
    Undigested,
}

/// An end record that does not fit the lines read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamMisfit {
    /// Nothing is `said` where there is no count.
    Count {
        said: Option<u64>,
        read: u64,
    },
    Digest {
        said: String,
        read: String,
    },
}

impl StreamTally {
    /// A tally of a stream without an end record: its digest is not asked for.
    pub fn of_count() -> StreamTally {
        StreamTally { is_count_only: true, ..StreamTally::default() }
    }

    /// The number of instances.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of beginnings of traces that end since no state can follow.
    pub fn dead_ends(&self) -> u64 {
        self.dead_ends
    }

    /// `crc32:9ae0daaf`.
    pub fn digest(&self) -> String {
        let mut all = self.digested.clone();
        all.update(&self.block);
        format!("{CRC32}{:08x}", all.finalize())
    }

    /// Adds an instance by what follows its id, line break included. `said` are members, and each of the two begins
    /// with a comma if it is not empty. The first comma still belongs to the id.
    #[inline]
    pub fn add(&mut self, said: &[u8], body: &[u8]) {
        if self.is_count_only {
            self.count += 1;
            return;
        }
        self.dead_ends += u64::from(body.ends_with(DEAD_END));
        match said {
            [] => self.add_digested(&body[1..]),
            [_, said @ ..] => {
                self.block.extend_from_slice(said);
                self.add_digested(body);
            }
        }
    }

    /// Adds the line of an instance as it was read, without its line break.
    pub fn add_line(&mut self, line: &[u8]) {
        self.dead_ends += u64::from(line.ends_with(DEAD_END.trim_ascii_end()));
        match after_id(line) {
            Some(rest) => {
                self.block.extend_from_slice(rest);
                self.add_digested(b"\n");
            }
            None => {
                self.count += 1;
                self.is_rewritten = true;
            }
        }
    }

    #[inline]
    fn add_digested(&mut self, bytes: &[u8]) {
        self.count += 1;
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK {
            self.digested.update(&self.block);
            self.block.clear();
        }
    }

    /// # Errors
    /// An end record that counts, or digests, other instances than these.
    pub fn compare(&self, end: &Json) -> Result<StreamFit, StreamMisfit> {
        let said = end["count"].as_u64();
        if said != Some(self.count) {
            return Err(StreamMisfit::Count { said, read: self.count });
        }
        let Some(said) = end["digest"].as_str() else { return Ok(StreamFit::Whole) };
        if self.is_rewritten || !said.starts_with(CRC32) {
            return Ok(StreamFit::Undigested);
        }
        let read = self.digest();
        if said == read {
            return Ok(StreamFit::Whole);
        }
        Err(StreamMisfit::Digest { said: said.to_owned(), read })
    }
}

/// True if this is the record of an instance as Korrel writes it, and JSON to its end.
pub fn is_own_record(text: &str) -> bool {
    after_id(text.as_bytes()).is_some() && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// The part of an instance's line that is digested, or `None` if another program wrote it, perhaps
/// on several lines.
pub fn after_id(line: &[u8]) -> Option<&[u8]> {
    let rest =
        line.strip_prefix(UNPLACED)?.strip_prefix(b",").filter(|rest| !rest.contains(&b'\n'))?;
    let Some(id) = rest.strip_prefix(b"\"id\":") else { return Some(rest) };
    let digits = id.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some(id[digits..].strip_prefix(b",").filter(|_| digits > 0).unwrap_or(rest))
}

impl Display for StreamMisfit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StreamMisfit::Count { said: None, .. } => f.write_str("the end record has no count"),
            StreamMisfit::Count { said: Some(said), read } => {
                let noun = if *said == 1 { "instance" } else { "instances" };
                let were = if *read == 1 { "was" } else { "were" };
                write!(f, "the end record counts {said} {noun}, but {read} {were} read")
            }
            StreamMisfit::Digest { said, read } => {
                write!(f, "the end record has the digest {said}, but the instances have {read}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BODY: &[u8] = b",\"roots\":{},\"objects\":{}}\n";

    fn tally(add: impl FnOnce(&mut StreamTally)) -> StreamTally {
        let mut tally = StreamTally::default();
        add(&mut tally);
        tally
    }

    fn read(lines: &[&str]) -> StreamTally {
        tally(|tally| lines.iter().for_each(|line| tally.add_line(line.as_bytes())))
    }

    /// The check value of CRC-32, as zlib and every table of CRCs has it. If it failed, no other program would get the
    /// digests of ours.
    #[test]
    fn the_digest_is_that_of_zlib() {
        let check = tally(|tally| tally.add(b"", b",123456789"));
        assert_eq!(check.digest(), "crc32:cbf43926");
        assert_eq!(StreamTally::default().digest(), "crc32:00000000");
    }

    /// If it failed, streams would be refused that are whole.
    #[test]
    fn a_line_that_is_read_is_digested_as_it_was_written() {
        let written = tally(|tally| {
            tally.add(b"", BODY);
            tally.add(b",\"of\":3", BODY);
            tally.add(b"", BODY);
            // More than a block.
            (0..2000).for_each(|_| tally.add(b"", BODY));
        });
        let mut lines = vec![
            "{\"kind\":\"instance\",\"id\":7,\"roots\":{},\"objects\":{}}",
            "{\"kind\":\"instance\",\"id\":88000000000000000000000007,\"of\":3,\"roots\":{},\"objects\":{}}",
            "{\"kind\":\"instance\",\"roots\":{},\"objects\":{}}",
        ];
        lines.extend(std::iter::repeat_n(lines[2], 2000));
        let found = read(&lines);
        assert_eq!((found.count(), found.digest()), (written.count(), written.digest()));
        lines.swap(1, 2);
        assert_ne!(read(&lines).digest(), written.digest());
    }

    /// If it failed, a stream that lost a line would be whole, or one of an earlier version, or one that another
    /// program wrote anew, be refused.
    #[test]
    fn an_end_record_fits_what_it_ends() {
        let line = "{\"kind\":\"instance\",\"id\":0,\"roots\":{},\"objects\":{}}";
        let spaced = "{\"kind\": \"instance\", \"id\": 0, \"roots\": {}, \"objects\": {}}";
        let digest = read(&[line]).digest();
        let end = json!({ "kind": "end", "status": "complete", "count": 1, "digest": digest });
        assert_eq!(read(&[line]).compare(&end), Ok(StreamFit::Whole));
        assert_eq!(read(&[spaced]).compare(&end), Ok(StreamFit::Undigested));
        assert_eq!(read(&[spaced]).compare(&json!({ "count": 1 })), Ok(StreamFit::Whole));
        let later = json!({ "count": 1, "digest": "sha256:00" });
        assert_eq!(read(&[line]).compare(&later), Ok(StreamFit::Undigested));
        assert!(read(&[line]).compare(&json!({ "count": -1 })).is_err());
        let edited = line.replace("{}", "{\"n\":1}");
        for (lines, message) in [
            (vec![], "the end record counts 1 instance, but 0 were read"),
            (vec![spaced, spaced], "the end record counts 1 instance, but 2 were read"),
            (vec![edited.as_str()], "the end record has the digest"),
        ] {
            let misfit = read(&lines).compare(&end).expect_err(message).to_string();
            assert!(misfit.starts_with(message), "{misfit}");
        }
    }
}
