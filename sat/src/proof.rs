//! The steps of an enumerating search, taken down for others to check.
//!
//! *Problem.* A list is complete if each model that is not in it is refuted. The search refutes them, and forgets how.
//!
//! *Choice.* What the search learns follows from its clauses by propagation, and is written as it is learned. Models are
//! found in the order of a tree, so each part that is done becomes one clause, "not these decisions", which follows by
//! propagation from those of its two halves. A part within it is then told to be forgotten: a checker never has more of
//! them than the tree is deep. The last one is the empty clause. (Grumberg, Schuster, Yadgar 2004 for the search;
//! Goldberg, Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003, for the steps.)
//!
//! *Rejected.* One long refutation by another solver after the list: it takes longer than the list, and holds all
//! models as clauses at once.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Lit;

/// A proof as it is written, shared by all who have a part in it.
#[derive(Clone)]
pub struct ProofLog(Arc<Mutex<ProofText>>);

struct ProofText {
    out: Option<Box<dyn Write + Send>>,
    /// What is not written yet.
    text: Vec<u8>,
    /// The first error of `out`.
    error: Option<io::Error>,
    /// The section at hand has the empty clause, so that there is no more to say in it.
    is_refuted: bool,
}

impl ProofLog {
    pub fn new(out: impl Write + Send + 'static) -> ProofLog {
        let out = Some(Box::new(out) as Box<dyn Write + Send>);
        let text = ProofText { out, text: Vec::new(), error: None, is_refuted: false };
        ProofLog(Arc::new(Mutex::new(text)))
    }

    /// The first line of a section.
    pub fn begin(&self, words: &str) {
        let mut text = self.lock();
        text.is_refuted = false;
        text.text.extend_from_slice(words.as_bytes());
        text.end_line();
    }

    /// The model at hand is taken.
    pub(crate) fn take(&self) {
        let mut text = self.lock();
        text.text.push(b'm');
        text.end_line();
    }

    /// A clause that follows by propagation.
    pub fn derive(&self, clause: impl IntoIterator<Item = Lit>) {
        self.lock().step(b"", clause);
    }

    /// A clause that is no longer needed.
    pub fn forget(&self, clause: impl IntoIterator<Item = Lit>) {
        self.lock().step(b"d ", clause);
    }

    /// A clause that permuting atoms justifies: each with its image, by their numbers.
    pub fn refuse(&self, moves: impl IntoIterator<Item = (u32, u32)>, clause: &[Lit]) {
        let mut kind = b"s ".to_vec();
        for atom in moves.into_iter().flat_map(|(atom, image)| [atom, image]) {
            push_number(&mut kind, atom);
        }
        kind.extend_from_slice(b"0 ");
        self.lock().step(&kind, clause.iter().copied());
    }

    /// Writes all, and takes no more.
    ///
    /// # Errors
    /// If something could not be written, now or before.
    pub fn close(&self) -> io::Result<()> {
        let mut text = self.lock();
        text.write();
        let flushed = text.out.take().map_or(Ok(()), |mut out| out.flush());
        text.error.take().map_or(flushed, Err)
    }

    fn lock(&self) -> MutexGuard<'_, ProofText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many bytes are written at once.
const WRITTEN: usize = 1 << 16;

impl ProofText {
    fn step(&mut self, kind: &[u8], clause: impl IntoIterator<Item = Lit>) {
        if self.is_refuted {
            return;
        }
        let mut clause: Vec<Lit> = clause.into_iter().collect();
        self.is_refuted = clause.is_empty();
        clause.sort_unstable();
        self.text.extend_from_slice(kind);
        for lit in clause {
            if !lit.is_positive() {
                self.text.push(b'-');
            }
            push_number(&mut self.text, lit.var().index() as u32 + 1);
        }
        self.text.push(b'0');
        self.end_line();
    }

    fn end_line(&mut self) {
        self.text.push(b'\n');
        if self.text.len() >= WRITTEN {
            self.write();
        }
    }

    fn write(&mut self) {
        if let (Some(out), None) = (&mut self.out, &self.error)
            && let Err(error) = out.write_all(&self.text)
        {
            self.error = Some(error);
        }
        self.text.clear();
    }
}

/// A number in decimal, and a space: proofs of long lists are mostly these.
fn push_number(text: &mut Vec<u8>, mut number: u32) {
    let mut digits = *b"0123456789 ";
    let mut at = digits.len() - 1;
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return text.extend_from_slice(&digits[at..]);
        }
    }
}

impl std::fmt::Debug for ProofLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ProofLog")
    }
}
