//! The clauses at hand, one after the other in one array.

use std::collections::HashMap;

/// A literal: twice its variable, and one more if it is negated.
pub(crate) type Code = u32;

/// The code of a literal.
pub(crate) fn code(literal: i32) -> Code {
    2 * literal.unsigned_abs() + u32::from(literal < 0)
}

/// Where a clause stands in the array.
pub(crate) type Place = u32;

/// Before the literals of a clause stand: their number, the next clause that was written alike, and the two halves
/// of the hash of what was written.
const HEAD: usize = 4;

/// The clause is no longer at hand.
const GONE: u32 = 1 << 31;
/// A step added the clause, and may take it away.
const STEP: u32 = 1 << 30;
const LENGTH: u32 = STEP - 1;

const NONE: Place = u32::MAX;

/// Clauses without literals that stand twice.
#[derive(Default)]
pub(crate) struct Clauses {
    words: Vec<u32>,
    /// The clauses that steps added, by the hash of what was written.
    written: HashMap<u64, Place>,
    gone: usize,
}

impl Clauses {
    /// Adds a clause. A clause of a step comes with the literals as they are written.
    pub(crate) fn add(&mut self, codes: &[Code], written: Option<&[i32]>) -> Result<Place, String> {
        let place = self.words.len();
        if place + HEAD + codes.len() >= NONE as usize || codes.len() >= LENGTH as usize {
            return Err("the clauses need too much memory".to_owned());
        }
        let place = place as Place;
        let mut head = [codes.len() as u32, NONE, 0, 0];
        if let Some(written) = written {
            let hash = hash(written);
            head[0] |= STEP;
            head[1] = self.written.insert(hash, place).unwrap_or(NONE);
            head[2] = hash as u32;
            head[3] = (hash >> 32) as u32;
        }
        self.words.extend_from_slice(&head);
        self.words.extend_from_slice(codes);
        Ok(place)
    }

    /// The literals of a clause, if it is at hand.
    pub(crate) fn literals(&mut self, place: Place) -> Option<&mut [Code]> {
        let at = place as usize;
        let head = self.words[at];
        if head & GONE != 0 {
            return None;
        }
        Some(&mut self.words[at + HEAD..at + HEAD + (head & LENGTH) as usize])
    }

    /// Takes away one clause that a step has written so. `codes` are its literals, each once.
    pub(crate) fn remove(&mut self, codes: &[Code], written: &[i32]) -> Option<Place> {
        let hash = hash(written);
        let place = *self.written.get(&hash)?;
        let mut wanted = codes.to_vec();
        let mut found = self.literals(place)?.to_vec();
        wanted.sort_unstable();
        found.sort_unstable();
        if wanted != found {
            return None;
        }
        match self.words[place as usize + 1] {
            NONE => self.written.remove(&hash),
            next => self.written.insert(hash, next),
        };
        self.words[place as usize] |= GONE;
        self.gone += HEAD + codes.len();
        Some(place)
    }

    /// Says whether most of the array is clauses that are gone.
    pub(crate) fn is_wasteful(&self) -> bool {
        self.gone > 1 << 20 && 2 * self.gone > self.words.len()
    }

    /// Drops the clauses that are gone. Places change: `moved` learns of each clause that stays.
    pub(crate) fn compact(&mut self, mut moved: impl FnMut(Place, Place)) {
        self.written.clear();
        let (mut from, mut to) = (0, 0);
        while from < self.words.len() {
            let head = self.words[from];
            let end = from + HEAD + (head & LENGTH) as usize;
            if head & GONE == 0 {
                moved(from as Place, to as Place);
                self.words.copy_within(from..end, to);
                if head & STEP != 0 {
                    let hash = u64::from(self.words[to + 2]) | u64::from(self.words[to + 3]) << 32;
                    let next = self.written.insert(hash, to as Place);
                    self.words[to + 1] = next.unwrap_or(NONE);
                }
                to += end - from;
            }
            from = end;
        }
        self.words.truncate(to);
        self.gone = 0;
    }
}

/// A hash of literals in their order. If two differ and have one hash, a deletion may find the wrong one, and then
/// it is refused.
fn hash(written: &[i32]) -> u64 {
    let mut hash = 0x243f_6a88_85a3_08d3u64;
    for &literal in written {
        hash = (hash ^ u64::from(literal as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}
