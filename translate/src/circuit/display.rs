//! A circuit as text: one line for each gate.

use std::fmt;

use super::{Bit, Circuit, Gate};

impl fmt::Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for gate in 0..self.len() {
            match self.gate(gate) {
                Gate::True => writeln!(f, "g{gate} = true")?,
                Gate::Input(input) => writeln!(f, "g{gate} = input {}", input + 1)?,
                Gate::And(children) => {
                    let children: Vec<String> = children.iter().map(Bit::to_string).collect();
                    writeln!(f, "g{gate} = {}", children.join(" & "))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}g{}", if self.is_negated() { "!" } else { "" }, self.gate())
    }
}
