//! A question in parts that many workers answer: which parts there are, which are done, and who is believed.
//!
//! A queue begins with the shards of a question. The part of a shard that takes long is split: its second half becomes a
//! part of its own. So a part is called by its shard and the first of its cubes, and it ends where the next part of the
//! shard begins. A part that is done says where it ended. What some worker has split off within it, too late, is void.
//! Hence one name that is made decides all, and nothing needs a server that keeps an account.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use crate::stream::CubeRange;

/// The name of a part: `3`, and `3-1200` of the part of the third shard that begins with the cube 1200.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    /// From 1 on.
    pub shard: u32,
    pub from: u64,
}

impl Display for PartName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.from {
            0 => write!(f, "{}", self.shard),
            from => write!(f, "{}-{from}", self.shard),
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

/// A part, and the cube before which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePart {
    pub name: PartName,
    /// [`CubeRange::ALL`] at the end of the shard.
    pub until: u64,
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
        ended: &BTreeMap<PartName, u64>,
        split: &BTreeSet<PartName>,
    ) -> QueueParts {
        let mut parts = QueueParts::default();
        for shard in 1..=shards {
            let mut from = 0;
            while from < CubeRange::ALL {
                let name = PartName { shard, from };
                let next = split.range(PartName { shard, from: from + 1 }..);
                let next = next.take_while(|part| part.shard == shard).next();
                let (until, parts) = match ended.get(&name) {
                    Some(until) => (*until, &mut parts.done),
                    None => (next.map_or(CubeRange::ALL, |next| next.from), &mut parts.open),
                };
                parts.push(QueuePart { name, until });
                // What ends before it begins is no part.
                from = until.max(from + 1);
            }
        }
        parts
    }
}

/// What workers say of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// One worker says it.
    Single,
    /// At least two say the same. Those say something else.
    Agreed { liars: Vec<&'a str> },
    /// They say different things, none of which two say.
    Disputed,
}

/// Whom to believe. `said`: each worker, once, and what it says, the first one first. Where two say the same, that is
/// believed, unless two others agree on something else.
pub fn verdict<'a, S: PartialEq>(said: &[(&'a str, S)]) -> (Verdict<'a>, Option<usize>) {
    let agree = |at: &usize| said.iter().filter(|(_, what)| *what == said[*at].1).count();
    let Some(best) = (0..said.len()).max_by_key(|at| (agree(at), std::cmp::Reverse(*at))) else {
        return (Verdict::Disputed, None);
    };
    let others: Vec<usize> = (0..said.len()).filter(|at| said[*at].1 != said[best].1).collect();
    match (agree(&best), others.as_slice()) {
        (1, []) => (Verdict::Single, Some(best)),
        (most, others) if most > 1 && others.iter().all(|at| agree(at) < most) => {
            let liars = others.iter().map(|at| said[*at].0).collect();
            (Verdict::Agreed { liars }, Some(best))
        }
        _ => (Verdict::Disputed, None),
    }
}

/// True if a part belongs to the share, in per mille, that is computed twice. The question and the shard decide, so that
/// all workers choose the same.
pub fn is_audited(question: &str, shard: u32, per_mille: u32) -> bool {
    let hash = korrel_heapgraph::hash::hash_of(["audit", question, &shard.to_string()].into_iter());
    let number =
        hash.bytes().fold(0, |number: u64, byte| (number * 31 + u64::from(byte)) % 1_000_003);
    number % 1000 < u64::from(per_mille)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PartName {
        text.parse().expect("it is a name")
    }

    fn parts(shards: u32, ended: &[(&str, u64)], split: &[&str]) -> (Vec<String>, Vec<String>) {
        let ended = ended.iter().map(|(text, until)| (name(text), *until)).collect();
        let split = split.iter().map(|text| name(text)).collect();
        let QueueParts { done, open } = QueueParts::new(shards, &ended, &split);
        let shown = |parts: Vec<QueuePart>| {
            let until = |part: &QueuePart| match part.until {
                CubeRange::ALL => format!("{}..", part.name),
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
        let (done, open) = parts(2, &[("1", 40)], &["1-40", "2-7", "2-9"]);
        assert_eq!(done, ["1..40"]);
        assert_eq!(open, ["1-40..", "2..7", "2-7..9", "2-9.."]);
        let all = CubeRange::ALL;
        let (done, open) = parts(1, &[("1", 40), ("1-40", all)], &["1-40"]);
        assert_eq!((done.len(), open.len()), (2, 0));
    }

    /// A worker that was taken for dead has split off what another one has done meanwhile.
    #[test]
    fn what_is_split_off_too_late_is_void() {
        let (done, open) = parts(1, &[("1", CubeRange::ALL), ("1-30", 40)], &["1-30", "1-40"]);
        assert_eq!((done, open), (vec!["1..".to_owned()], vec![]));
        let (done, open) = parts(1, &[("1", 50)], &["1-30", "1-50"]);
        assert_eq!((done, open), (vec!["1..50".to_owned()], vec!["1-50..".to_owned()]));
    }

    /// A file of another name is no part.
    #[test]
    fn a_part_has_one_name() {
        for text in ["3", "3-1200"] {
            assert_eq!(name(text).to_string(), text);
        }
        for text in ["", "x", "03", "3-0", "3-01", "3-", "-3", "3.w", "+3"] {
            assert_eq!(text.parse::<PartName>(), Err(()), "{text}");
        }
    }

    /// If it failed, an honest worker would be blamed, or a liar believed.
    #[test]
    fn two_who_agree_are_believed() {
        let of = |said: &[(&'static str, u32)]| verdict(said);
        assert_eq!(of(&[("a", 1)]), (Verdict::Single, Some(0)));
        assert_eq!(of(&[("a", 1), ("b", 1)]), (Verdict::Agreed { liars: vec![] }, Some(0)));
        assert_eq!(of(&[("a", 1), ("b", 2)]), (Verdict::Disputed, None));
        let (agreed, believed) = of(&[("a", 1), ("b", 2), ("c", 2)]);
        assert_eq!((agreed, believed), (Verdict::Agreed { liars: vec!["a"] }, Some(1)));
        assert_eq!(of(&[("a", 1), ("b", 2), ("c", 2), ("d", 1)]).0, Verdict::Disputed);
    }

    #[test]
    fn a_share_is_audited() {
        let audited = |per_mille| (1..=1000).filter(|&i| is_audited("q", i, per_mille)).count();
        assert_eq!((audited(0), audited(1000)), (0, 1000));
        assert!((5..=50).contains(&audited(20)), "{}", audited(20));
    }
}
