//! How often a run makes all fair bits true, counted.
//!
//! A system of finitely many states has no fair run if and only if there is a number that no run's count exceeds
//! (Claessen, Sörensson, "A liveness checking algorithm that counts", 2012). So a proof of liveness is one of safety,
//! for the right number. For an assertion that a state can break, the number is 0: no run comes to that state.
//!
//! A round is over once each fair bit has been true in it. Bits that were true are remembered until then.

use super::TraceSystem;
use crate::circuit::Bit;

impl TraceSystem {
    /// The system with a counter of so many rounds, and the bit that says that one more comes.
    pub fn counted(&self, rounds: usize) -> (TraceSystem, Bit) {
        let mut system = self.clone();
        let fair = system.fair.clone();
        let mut done = Vec::new();
        let mut kept = Vec::new();
        for (place, &bit) in fair.iter().enumerate() {
            if fair.len() == 1 {
                done.push(bit);
                continue;
            }
            let (now, next) = system.remember(format!("done {place}"));
            system.initial.push(!now);
            let so_far = system.circuit.or([now, bit]);
            done.push(so_far);
            kept.push((next, so_far));
        }
        let all = system.circuit.and(done);
        for (next, so_far) in kept {
            let stays = system.circuit.and([so_far, !all]);
            let step = system.circuit.iff(next, stays);
            system.step.push(step);
        }
        let mut before = Bit::TRUE;
        for round in 0..rounds {
            let (now, next) = system.remember(format!("round {round}"));
            system.initial.push(!now);
            let comes = system.circuit.and([before, all]);
            let counted = system.circuit.or([now, comes]);
            let step = system.circuit.iff(next, counted);
            system.step.push(step);
            before = now;
        }
        let bad = system.circuit.and([before, all]);
        (system, bad)
    }
}
