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
                    let children: Vec<String> = children.iter().map(name).collect();
                    writeln!(f, "g{gate} = {}", children.join(" & "))?;
                }
            }
        }
        Ok(())
    }
}

fn name(bit: &Bit) -> String {
    format!("{}g{}", if bit.is_negated() { "!" } else { "" }, bit.gate())
}
