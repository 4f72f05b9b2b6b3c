//! Components that differ in the names of their variables only.
//!
//! New names are found by *colours*: a variable's colour says in which conjunctions it stands beside which colours, and so
//! on. If some still look alike, one of them gets a colour of its own. The component is then written in these names, in
//! full: what is written alike is the same but for the names. Another choice of names costs time, and never makes two
//! components one that differ.

use crate::circuit::Circuit;
use crate::counter::Key;

/// Components of more open variables are hardly ever alike, and take long to write. Small ones are counted sooner.
const MOST: usize = 1024;
const LEAST: usize = 6;
/// How many variables get a colour of their own.
const SINGLED: usize = 4;
/// Of components of about one size so many are written in any case, and then as long as one in [`PAYS`] is known.
const FIRST: u64 = 128;
const PAYS: u64 = 16;

/// Writes components. Its vectors are used again and again.
pub(crate) struct Likeness {
    /// For each variable its place among the open ones of the component.
    places: Vec<u32>,
    /// The open literals of each conjunction, as twice a place, and one more if it is negated.
    inputs: Vec<u32>,
    /// Of which place each conjunction is, if it is open, and where its literals end.
    conjunctions: Vec<(Option<u32>, usize)>,
    colours: Vec<u64>,
    next: Vec<u64>,
    sorted: Vec<(u64, u32)>,
    /// For each size how many were written, and how many of these were known.
    tries: Vec<(u64, u64)>,
    last: usize,
}

impl Likeness {
    pub(crate) fn new(variables: usize) -> Likeness {
        Likeness {
            places: vec![0; variables],
            inputs: Vec::new(),
            conjunctions: Vec::new(),
            colours: Vec::new(),
            next: Vec::new(),
            sorted: Vec::new(),
            tries: vec![(0, 0); usize::BITS as usize],
            last: 0,
        }
    }

    /// What is written of a component. `values`: for each literal whether it is known.
    pub(crate) fn key(&mut self, circuit: &Circuit, values: &[i8], own: &[u32]) -> Option<Key> {
        let open = own.iter().filter(|&entry| entry & 1 == 0).count();
        if open > MOST || own.len() < LEAST {
            return None;
        }
        self.last = own.len().ilog2() as usize;
        let (tried, found) = &mut self.tries[self.last];
        if *tried >= FIRST && *found * PAYS <= *tried {
            return None;
        }
        *tried += 1;
        self.gather(circuit, values, own);
        let mut different = self.refined(0);
        for _ in 0..SINGLED {
            let tied = self.sorted.windows(2).find(|pair| pair[0].0 == pair[1].0);
            let Some(&[(colour, place), _]) = tied else { break };
            self.colours[place as usize] = mixed(colour ^ 0x5bf0_3635);
            different = self.refined(different);
        }
        Some(self.written())
    }

    /// The last component that was written was known.
    pub(crate) fn found(&mut self) {
        self.tries[self.last].1 += 1;
    }

    fn gather(&mut self, circuit: &Circuit, values: &[i8], own: &[u32]) {
        self.inputs.clear();
        self.conjunctions.clear();
        self.colours.clear();
        for &entry in own.iter().filter(|&entry| entry & 1 == 0) {
            self.places[(entry >> 1) as usize] = self.colours.len() as u32;
            self.colours.push(if entry >> 1 > circuit.cells { 4 } else { 2 });
        }
        for &entry in own.iter().filter(|&entry| entry >> 1 > circuit.cells) {
            for &input in circuit.inputs(entry >> 1) {
                if values[input as usize] == 0 {
                    self.inputs.push(2 * self.places[(input >> 1) as usize] + (input & 1));
                }
            }
            let of = (entry & 1 == 0).then(|| self.places[(entry >> 1) as usize]);
            self.conjunctions.push((of, self.inputs.len()));
        }
    }

    /// Refines the colours as long as that makes more of them. The result is how many there are.
    fn refined(&mut self, mut before: usize) -> usize {
        loop {
            self.refine();
            self.sorted.clear();
            self.sorted.extend(self.colours.iter().copied().zip(0..));
            self.sorted.sort_unstable();
            let different = self.sorted.chunk_by(|a, b| a.0 == b.0).count();
            if different <= before || different == self.colours.len() {
                return different;
            }
            before = different;
        }
    }

    /// Each variable learns the colours beside which it stands.
    fn refine(&mut self) {
        self.next.clone_from(&self.colours);
        let mut start = 0;
        for &(of, end) in &self.conjunctions {
            let inputs = &self.inputs[start..end];
            let colour = |input: &u32| self.colours[(input >> 1) as usize] + u64::from(input & 1);
            let all =
                inputs.iter().fold(0, |all: u64, input| all.wrapping_add(mixed(colour(input))));
            let own = of.map_or(3, |place| self.colours[place as usize]);
            let told = mixed(all.wrapping_add(mixed(own ^ 0x2545_f491)));
            for input in inputs {
                let next = &mut self.next[(input >> 1) as usize];
                *next = next.wrapping_add(mixed(told ^ u64::from(input & 1)));
            }
            if let Some(place) = of {
                let next = &mut self.next[place as usize];
                *next = next.wrapping_add(mixed(told ^ 2));
            }
            start = end;
        }
        // A literal's colour is one more than that of its variable, so these are even.
        self.colours.clear();
        self.colours.extend(self.next.iter().map(|&next| mixed(next) & !1));
    }

    /// Writes the component in names by the order of colours: the number of variables, for each whether it is a cell or what
    /// it is made of, and the constraints.
    fn written(&mut self) -> Key {
        let mut name = vec![0; self.colours.len()];
        self.sorted.iter().zip(0..).for_each(|(&(_, place), number)| name[place as usize] = number);
        for input in &mut self.inputs {
            *input = 2 * name[(*input >> 1) as usize] + (*input & 1);
        }
        let mut start = 0;
        for &(_, end) in &self.conjunctions {
            self.inputs[start..end].sort_unstable();
            start = end;
        }
        let mut of_variables: Vec<&[u32]> = vec![&[]; name.len()];
        let (mut constraints, mut start) = (Vec::new(), 0);
        for &(of, end) in &self.conjunctions {
            let inputs = &self.inputs[start..end];
            match of {
                Some(place) => of_variables[name[place as usize] as usize] = inputs,
                None => constraints.push(inputs),
            }
            start = end;
        }
        constraints.sort_unstable();
        let all = of_variables.into_iter().chain(constraints);
        let lists = all
            .flat_map(|inputs| std::iter::once(inputs.len() as u32).chain(inputs.iter().copied()));
        std::iter::once(name.len() as u32).chain(lists).collect()
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
