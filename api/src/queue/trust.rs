//! Whom to believe of the parts that workers have done.
//!
//! *Problem.* A worker may be wrong, or lie, and its result fits its own digest. *Choice.* A part that two workers have computed
//! alike is believed. Who says something else of it is a liar, and of the parts that a liar has done alone another worker must say
//! something, too. So one part that is computed again puts all parts of a worker to the test. *Rejected.* To believe whoever has
//! been right so far: that worker may be wrong now.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use korrel_heapgraph::hash::hash_of;

use super::QueuePart;
use crate::stream::CubePlace;

/// What a worker says of a part that it has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRecord {
    pub worker: String,
    /// The first place beyond the part.
    pub until: CubePlace,
    pub result: PartResult,
    /// The time that it took, in decimal.
    pub seconds: String,
}

/// The number of a part's instances, in decimal, and the digest of its stream or of its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartResult {
    pub count: String,
    pub digest: String,
}

/// What is believed of the parts of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Those who say something else of some part than two who agree.
    pub liars: BTreeSet<String>,
    /// In the order of the parts.
    pub parts: Vec<JudgedPart>,
}

/// A part that is done, and what is believed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPart {
    pub part: QueuePart,
    /// Each worker once, whoever was first first.
    pub said: Vec<PartRecord>,
    /// Whose word of these is taken.
    pub believed: Option<usize>,
    /// Another worker must say something of it.
    pub is_unsure: bool,
}

/// What workers say of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// One worker says it.
    Single,
    /// At least two say the same, this one first. Those say something else.
    Agreed(usize, Vec<usize>),
    /// No two say the same, or as many say one thing as another.
    Disputed,
}

impl Trust {
    /// `share`, per mille: of these shards of the question each part is computed by two workers. `said`: of each part what each
    /// worker says, at least one.
    pub fn of(question: &str, share: u32, said: Vec<(QueuePart, Vec<PartRecord>)>) -> Trust {
        let verdicts: Vec<Verdict> = said.iter().map(|(_, said)| verdict(said)).collect();
        let named = said.iter().zip(&verdicts).flat_map(|((_, said), verdict)| match verdict {
            Verdict::Agreed(_, liars) => {
                liars.iter().map(|&liar| said[liar].worker.clone()).collect()
            }
            _ => Vec::new(),
        });
        let liars: BTreeSet<String> = named.collect();
        // A share that is not nothing has one shard at least.
        let shards = said.iter().map(|(part, _)| part.name.shard);
        let least = shards.min_by_key(|shard| place(question, *shard)).filter(|_| share > 0);
        let is_audited =
            |shard: u32| Some(shard) == least || place(question, shard) < u64::from(share);
        let judged = |((part, said), verdict): ((QueuePart, Vec<PartRecord>), Verdict)| {
            let (believed, is_unsure) = match verdict {
                // A liar's word alone is not taken.
                Verdict::Single if liars.contains(&said[0].worker) => (None, true),
                Verdict::Single => (Some(0), is_audited(part.name.shard)),
                Verdict::Agreed(first, _) => (Some(first), false),
                Verdict::Disputed => (None, true),
            };
            JudgedPart { part, said, believed, is_unsure }
        };
        let parts = said.into_iter().zip(verdicts).map(judged).collect();
        Trust { liars, parts }
    }
}

fn verdict(said: &[PartRecord]) -> Verdict {
    let agree = |at: usize| said.iter().filter(|one| one.result == said[at].result).count();
    let best = (0..said.len())
        .max_by_key(|&at| (agree(at), Reverse(at)))
        .expect("somebody has said something");
    let others: Vec<usize> =
        (0..said.len()).filter(|&at| said[at].result != said[best].result).collect();
    match agree(best) {
        1 if others.is_empty() => Verdict::Single,
        most if most > 1 && others.iter().all(|&at| agree(at) < most) => {
            Verdict::Agreed(best, others)
        }
        _ => Verdict::Disputed,
    }
}

/// Shards of a place below the share, in per mille, are audited. The question and the shard decide, so that all workers choose
/// the same.
fn place(question: &str, shard: u32) -> u64 {
    let hash = hash_of(["audit", question, &shard.to_string()].into_iter());
    hash.bytes().fold(0, |number: u64, byte| (number * 31 + u64::from(byte)) % 1_000_003) % 1000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::PartName;
    use crate::stream::CubePlace;

    /// Parts of the shards 1, 2, …, and who says what of each.
    fn trust(share: u32, said: &[&[(&str, u32)]]) -> (Vec<String>, Vec<(Option<usize>, bool)>) {
        let until = CubePlace::END;
        let record = |&(worker, count): &(&str, u32)| PartRecord {
            worker: worker.to_owned(),
            until,
            result: PartResult { count: count.to_string(), digest: String::new() },
            seconds: "1".to_owned(),
        };
        let part = |(at, said): (usize, &&[(&str, u32)])| {
            let name = PartName { shard: at as u32 + 1, from: CubePlace::default() };
            (QueuePart { name, until }, said.iter().map(record).collect())
        };
        let Trust { liars, parts } =
            Trust::of("q", share, said.iter().enumerate().map(part).collect());
        let parts = parts.iter().map(|part| (part.believed, part.is_unsure)).collect();
        (liars.into_iter().collect(), parts)
    }

    /// If it failed, an honest worker would be blamed, or a liar believed.
    #[test]
    fn two_who_agree_are_believed() {
        let one = |said: &[(&str, u32)]| {
            let (liars, parts) = trust(0, &[said]);
            (liars, parts[0])
        };
        let nobody: Vec<String> = vec![];
        assert_eq!(one(&[("a", 1)]), (nobody.clone(), (Some(0), false)));
        assert_eq!(one(&[("a", 1), ("b", 1)]), (nobody.clone(), (Some(0), false)));
        assert_eq!(one(&[("a", 1), ("b", 2)]), (nobody.clone(), (None, true)));
        assert_eq!(one(&[("a", 1), ("b", 2), ("c", 2)]), (vec!["a".to_owned()], (Some(1), false)));
        let tie = [("a", 1), ("b", 2), ("c", 2), ("d", 1)];
        assert_eq!(one(&tie), (nobody, (None, true)));
    }

    /// If it failed, what a liar has done alone would stand.
    #[test]
    fn a_liar_is_not_believed_elsewhere() {
        let shown: &[(&str, u32)] = &[("a", 1), ("b", 2), ("c", 2)];
        let (liars, parts) = trust(0, &[&[("a", 5)], shown, &[("b", 7)], &[("a", 9), ("c", 9)]]);
        assert_eq!(liars, ["a"]);
        assert_eq!(parts, [(None, true), (Some(1), false), (Some(0), false), (Some(0), false)]);
    }

    #[test]
    fn a_share_is_computed_twice() {
        let single: &[(&str, u32)] = &[("a", 1)];
        let unsure =
            |share| trust(share, &vec![single; 1000]).1.iter().filter(|part| part.1).count();
        assert_eq!((unsure(0), unsure(1000)), (0, 1000));
        assert!((5..=50).contains(&unsure(20)), "{}", unsure(20));
        for parts in 1..=64 {
            let unsure = trust(1, &vec![single; parts]).1.iter().filter(|part| part.1).count();
            assert!(unsure >= 1, "of {parts} parts none is audited");
        }
    }
}
