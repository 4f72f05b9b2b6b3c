//! The question about endless runs as one about a state that can be reached.
//!
//! *Choice.* One state on the way is saved, whichever the run likes. A run that comes back to it, and was fair in
//! between, goes round for ever (Biere, Artho, Schuppan, "Liveness checking as safety checking", 2002). The number of
//! variables doubles, so our own engine counts rounds instead (`counting.rs`). Readers of AIGER 1.0 know no other
//! question than this one.

use super::TraceSystem;
use crate::circuit::Bit;

impl TraceSystem {
    /// The system that saves a state, and the bit that says that it has come back. No run of it has to be fair.
    pub fn returning(&self) -> (TraceSystem, Bit) {
        let mut system = self.clone();
        let fair = std::mem::take(&mut system.fair);
        let save = system.circuit.input();
        let (saved, next_saved) = system.remember("saved".to_owned());
        system.initial.push(!saved);
        let on = system.circuit.or([saved, save]);
        let step = system.circuit.iff(next_saved, on);
        system.step.push(step);
        let mut back = vec![saved];
        for variable in &self.variables {
            if variable.now == variable.next {
                continue;
            }
            let (copy, next_copy) = system.remember(format!("saved {}", variable.name));
            let kept = system.circuit.choice(saved, copy, variable.now);
            let step = system.circuit.iff(next_copy, kept);
            system.step.push(step);
            let same = system.circuit.iff(copy, variable.now);
            back.push(same);
        }
        for (place, &bit) in fair.iter().enumerate() {
            let (seen, next_seen) = system.remember(format!("came {place}"));
            system.initial.push(!seen);
            let so_far = system.circuit.or([seen, bit]);
            let kept = system.circuit.and([on, so_far]);
            let step = system.circuit.iff(next_seen, kept);
            system.step.push(step);
            back.push(seen);
        }
        let bad = system.circuit.and(back);
        (system, bad)
    }
}
