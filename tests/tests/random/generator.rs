//! Generates specs without mistakes: every expression has the arity that its place asks for.

mod formulas;
mod heaps;
mod sigs;

pub use heaps::HeapSpec;
use sigs::Relations;

/// A source of choices, and the names that can be used so far.
pub struct Generator {
    state: u64,
    relations: Relations,
    /// Bound variables, all of one column.
    variables: Vec<String>,
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        let (relations, variables) = (Relations::default(), Vec::new());
        let mut generator = Generator { state: seed, relations, variables };
        // Close seeds give far states. A multiple of what `next` adds would not do: the next seed's
        // choices would be the same ones but the first.
        generator.state = generator.next();
        generator
    }

    /// A spec with one command.
    pub fn spec(&mut self) -> String {
        let sigs = self.sigs();
        let parameters = self.parameters();
        let facts: String =
            (0..self.below(2)).map(|_| format!("fact {{ {} }}\n", self.formula(2))).collect();
        self.variables = parameters.iter().map(|(name, _)| name.clone()).collect();
        let body = match self.below(6) {
            0 => String::new(),
            1 => self.higher_order(),
            _ => self.formula(3),
        };
        self.variables.clear();
        let declared: Vec<String> =
            parameters.iter().map(|(name, range)| format!("{name}: {range}")).collect();
        let (declared, scope) = (declared.join(", "), self.scope());
        format!("{sigs}{facts}pred p[{declared}] {{ {body} }}\nrun p for {scope}\n")
    }

    /// splitmix64 (Steele, Lea, Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn chance(&mut self, of: usize, all: usize) -> bool {
        self.below(all) < of
    }

    pub fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}
