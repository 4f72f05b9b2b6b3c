//! Whether an instance stands twice in a stream.
//!
//! *Problem.* A list has each instance once, and so a stream in which one came twice is wrong, though its count and its digest
//! fit, for the end record of a worker that lies fits all that it says. *Choice.* A hash of each line, eight bytes, sorted at the
//! end. Where two are equal, the lines are compared. So a line that is there twice is always found, and nothing else is: an
//! instance that a liar writes once more in other bytes (a blank, another order of members) is left to those who audit.
//! *Rejected.* The order of the search: a record does not show it. Hashes of all parts at once: a merge takes memory for a part,
//! not for the whole; instances of two parts lie in other cubes.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// The hashes of instances, without their ids.
#[derive(Default)]
pub struct StreamRepeats {
    hashes: Vec<u64>,
}

impl StreamRepeats {
    /// `instance`: what follows the id in its line.
    pub fn add(&mut self, instance: &[u8]) {
        self.hashes.push(hash(instance));
    }

    /// The hashes that came twice, in no order that says anything.
    pub fn found(mut self) -> RepeatedHashes {
        self.hashes.sort_unstable();
        let equal = self.hashes.windows(2).filter(|two| two[0] == two[1]);
        let mut hashes: Vec<u64> = equal.map(|two| two[0]).collect();
        hashes.dedup();
        RepeatedHashes { hashes }
    }
}

/// Hashes that came twice: of the same instance, or by chance.
pub struct RepeatedHashes {
    hashes: Vec<u64>,
}

impl RepeatedHashes {
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// True if the instance may be there twice.
    pub fn has(&self, instance: &[u8]) -> bool {
        self.hashes.binary_search(&hash(instance)).is_ok()
    }
}

fn hash(instance: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(instance);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a list in which one line stands for another would be taken for whole.
    #[test]
    fn what_comes_twice_is_found() {
        let line = |at: u32| format!("\"objects\":{{\"N$0\":{{\"next\":{at}}}}}}}");
        for twice in [0, 7, 99] {
            let mut repeats = StreamRepeats::default();
            (0..100).for_each(|at| repeats.add(line(at).as_bytes()));
            repeats.add(line(twice).as_bytes());
            let found = repeats.found();
            let told: Vec<u32> = (0..100).filter(|&at| found.has(line(at).as_bytes())).collect();
            assert_eq!(told, [twice]);
        }
        let mut repeats = StreamRepeats::default();
        (0..100).for_each(|at| repeats.add(line(at).as_bytes()));
        assert!(repeats.found().is_empty());
    }
}
