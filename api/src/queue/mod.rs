//! A question in parts that many workers answer: which parts there are, which are done, and who is believed.
//!
//! A queue begins with the shards of a question. The part of a shard that takes long is split: its second half becomes a
//! part of its own. So a part is called by its shard and the place where it begins, and it ends where the next part of the
//! shard begins. A part that is done says where it ended. What some worker has split off within it, too late, is void.
//! Hence one name that is made decides all, and nothing needs a server that keeps an account.

mod cubes;
mod trust;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::ops::Bound;
use std::str::FromStr;

use crate::stream::CubePlace;

pub use self::cubes::{cubes_of, cubes_text};
pub use self::trust::{JudgedPart, PartRecord, PartResult, Trust};

/// The name of a part: `3`, `3-1200` of the part of the third shard that begins with the cube 1200, and `3-1200-01` of one
/// that begins within that cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    /// From 1 on.
    pub shard: u32,
    pub from: CubePlace,
}

impl PartName {
    /// True of the part with which a shard begins.
    pub fn is_first(self) -> bool {
        self.from == CubePlace::default()
    }
}

impl Display for PartName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.is_first() {
            true => write!(f, "{}", self.shard),
            false => write!(f, "{}-{}", self.shard, self.from),
        }
    }
}

impl FromStr for PartName {
    type Err = ();

    fn from_str(text: &str) -> Result<PartName, ()> {
        let (shard, from) = text.split_once('-').unwrap_or((text, "0"));
        let name =
            PartName { shard: shard.parse().map_err(|_| ())?, from: from.parse().map_err(|_| ())? };
        // One part has one name.
        (name.to_string() == text).then_some(name).ok_or(())
    }
}

/// A part, and the place before which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePart {
    pub name: PartName,
    /// [`CubePlace::END`] at the end of the shard.
    pub until: CubePlace,
}

/// The parts of a queue of so many shards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueParts {
    /// In order.
    pub done: Vec<QueuePart>,
    pub open: Vec<QueuePart>,
}

impl QueueParts {
    /// `ended`: where parts ended that are done; `split`: parts that were split off others.
    pub fn new(
        shards: u32,
        ended: &BTreeMap<PartName, CubePlace>,
        split: &BTreeSet<PartName>,
    ) -> QueueParts {
        let mut parts = QueueParts::default();
        for shard in 1..=shards {
            let mut from = CubePlace::default();
            while from < CubePlace::END {
                let name = PartName { shard, from };
                let next = split.range((Bound::Excluded(name), Bound::Unbounded));
                let next = next.take_while(|part| part.shard == shard).next();
                let (until, parts) = match ended.get(&name) {
                    Some(until) => (*until, &mut parts.done),
                    None => (next.map_or(CubePlace::END, |next| next.from), &mut parts.open),
                };
                parts.push(QueuePart { name, until });
                // What ends before it begins is no part.
                from = if until > from { until } else { CubePlace::of(from.cube + 1) };
            }
        }
        parts
    }

    /// The open parts in the order in which workers take them: the longest first, else the end is a wait for a part that
    /// began late. `estimate`: of a whole shard. What was split is a half of it at most.
    pub fn longest_first(&self, estimate: impl Fn(u32) -> u64) -> Vec<QueuePart> {
        let is_whole = |part: &QueuePart| part.name.is_first() && part.until == CubePlace::END;
        let size = |part: &QueuePart| match is_whole(part) {
            true => estimate(part.name.shard),
            false => estimate(part.name.shard) / 2,
        };
        let mut open = self.open.clone();
        open.sort_by_key(|part| (Reverse(size(part)), !is_whole(part)));
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PartName {
        text.parse().expect("it is a name")
    }

    fn parts(shards: u32, ended: &[(&str, &str)], split: &[&str]) -> (Vec<String>, Vec<String>) {
        let until = |text: &str| text.parse().unwrap_or(CubePlace::END);
        let ended = ended.iter().map(|(text, end)| (name(text), until(end))).collect();
        let split = split.iter().map(|text| name(text)).collect();
        let QueueParts { done, open } = QueueParts::new(shards, &ended, &split);
        let shown = |parts: Vec<QueuePart>| {
            let until = |part: &QueuePart| match part.until {
                CubePlace::END => format!("{}..", part.name),
                until => format!("{}..{until}", part.name),
            };
            parts.iter().map(until).collect()
        };
        (shown(done), shown(open))
    }

    /// If it failed, a part would be lost, or done twice.
    #[test]
    fn parts_tile_each_shard() {
        assert_eq!(parts(2, &[], &[]), (vec![], vec!["1..".to_owned(), "2..".to_owned()]));
        let split = ["1-40", "2-7", "2-7-01", "2-7-1", "2-9"];
        let (done, open) = parts(2, &[("1", "40"), ("2-7-01", "7-1")], &split);
        assert_eq!(done, ["1..40", "2-7-01..7-1"]);
        assert_eq!(open, ["1-40..", "2..7", "2-7..7-01", "2-7-1..9", "2-9.."]);
        let (done, open) = parts(1, &[("1", "40"), ("1-40", "end")], &["1-40"]);
        assert_eq!((done.len(), open.len()), (2, 0));
    }

    /// A worker that was taken for dead has split off what another one has done meanwhile.
    #[test]
    fn what_is_split_off_too_late_is_void() {
        let (done, open) = parts(1, &[("1", "end"), ("1-30", "40")], &["1-30", "1-40"]);
        assert_eq!((done, open), (vec!["1..".to_owned()], vec![]));
        for until in ["50", "30-1"] {
            let (done, open) =
                parts(1, &[("1", until)], &["1-30", "1-30-01", &format!("1-{until}")]);
            assert_eq!((done, open), (vec![format!("1..{until}")], vec![format!("1-{until}..")]));
        }
    }

    /// If it failed, the longest part would be begun last, and all workers but one would wait for it.
    #[test]
    fn the_longest_part_is_taken_first() {
        let split = ["2-5", "3-7"].map(name).into();
        let parts = QueueParts::new(4, &BTreeMap::new(), &split);
        let names = |estimate: fn(u32) -> u64| -> Vec<String> {
            parts.longest_first(estimate).iter().map(|part| part.name.to_string()).collect()
        };
        // Whole ones first, and else by name.
        assert_eq!(names(|_| 0), ["1", "4", "2", "2-5", "3", "3-7"]);
        assert_eq!(
            names(|shard| [10, 90, 30, 20][shard as usize - 1]),
            ["2", "2-5", "4", "3", "3-7", "1"]
        );
    }

    /// A file of another name is no part.
    #[test]
    fn a_part_has_one_name() {
        for text in ["3", "3-1200", "3-1200-01", "3-0-1"] {
            assert_eq!(name(text).to_string(), text);
        }
        for text in ["", "x", "03", "3-0", "3-01", "3-", "-3", "3.w", "+3", "3-1200-"] {
            assert_eq!(text.parse::<PartName>(), Err(()), "{text}");
        }
    }
}
