//! Generates specs without mistakes: every expression has the arity that its place asks for.

mod formulas;
mod heaps;
mod sigs;

pub use heaps::HeapSpec;
use sigs::{Parameter, Relations};

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
        let mut facts: Vec<String> = (0..self.below(2)).map(|_| self.formula(2)).collect();
        self.variables = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let is_function = self.chance(1, 6);
        let is_higher_order = !is_function && self.chance(1, 6);
        let body = match self.below(6) {
            _ if is_function => self.set(2),
            _ if is_higher_order => self.higher_order(),
            0 => String::new(),
            _ => self.formula(3),
        };
        self.variables.clear();
        // A fact has no place where a quantifier over sets could be Skolemised.
        if !is_higher_order && self.chance(1, 3) {
            facts.push(self.call(&parameters, is_function));
        }
        let facts: String = facts.iter().map(|fact| format!("fact {{ {fact} }}\n")).collect();
        let declared: Vec<String> = parameters.iter().map(Parameter::text).collect();
        let (declared, scope) = (declared.join(", "), self.scope());
        let head = match is_function {
            true => format!("fun p[{declared}]: set {}", self.set(0)),
            false => format!("pred p[{declared}]"),
        };
        format!("{sigs}{facts}{head} {{ {body} }}\nrun p for {scope}\n")
    }

    /// What is run, called in a fact: with whole sigs, and with atoms of them.
    fn call(&mut self, parameters: &[Parameter], is_function: bool) -> String {
        let (mut bound, mut arguments) = (String::new(), Vec::new());
        for (at, parameter) in parameters.iter().enumerate() {
            let sig = &parameter.sig;
            if self.chance(2, 3) {
                let quantifier = self.one_of(&["all", "some", "no", "one", "lone"]);
                bound += &format!("{quantifier} of{at}: {sig} | ");
                arguments.push(format!("of{at}"));
            } else {
                arguments.push(sig.clone());
            }
        }
        let arguments = if arguments.is_empty() {
            String::new()
        } else {
            format!("[{}]", arguments.join(", "))
        };
        let call = format!("p{arguments}");
        let said = match (is_function, self.below(4)) {
            (true, _) => format!("{} {call}", self.count_word()),
            (false, 0) => format!("not {call}"),
            (false, 1) => format!("({} or {call})", self.formula(1)),
            (false, _) => call,
        };
        format!("({bound}{said})")
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
