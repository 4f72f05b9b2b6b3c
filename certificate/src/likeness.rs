//! Components that differ in the names of their variables only.
//!
//! Variables are told apart by how they stand in conjunctions: beside which others, and so on until that tells no more apart. If
//! some still look alike, one of them is set apart. The component is then written in names by this order, in full: what is
//! written alike is the same but for the names. Another order costs time, and never makes two components one that differ.

use crate::circuit::Circuit;
use crate::counter::Key;

/// Components of more entries are hardly ever alike, and take long to write. Small ones are counted sooner.
const MOST: usize = 1024;
const LEAST: usize = 6;
/// How many variables are set apart.
const APART: usize = 4;
/// Of components of about one size so many are written in any case, and then as long as one in [`PAYS`] is known.
const FIRST: u64 = 128;
const PAYS: u64 = 16;

/// Writes components.
pub(crate) struct Likeness {
    /// For each variable its place among the open ones of the component.
    places: Vec<u32>,
    /// For each size how many were written, and how many of these were known.
    tries: Vec<(u64, u64)>,
    last: usize,
}

/// A component, in places instead of variables.
struct Component {
    /// For each place whether it is a cell.
    cells: Vec<bool>,
    conjunctions: Vec<Conjunction>,
}

/// What is open of a conjunction.
struct Conjunction {
    /// Its own place, if it is open.
    place: Option<u32>,
    /// Its open literals: twice a place, and one more if it is negated.
    inputs: Vec<u32>,
}

impl Likeness {
    pub(crate) fn new(variables: usize) -> Likeness {
        let tries = vec![(0, 0); usize::BITS as usize];
        Likeness { places: vec![0; variables], tries, last: 0 }
    }

    /// What is written of a component. `values`: for each literal whether it is known.
    pub(crate) fn key(&mut self, circuit: &Circuit, values: &[i8], own: &[u32]) -> Option<Key> {
        if !(LEAST..=MOST).contains(&own.len()) {
            return None;
        }
        self.last = own.len().ilog2() as usize;
        let (tried, found) = &mut self.tries[self.last];
        if *tried >= FIRST && *found * PAYS <= *tried {
            return None;
        }
        *tried += 1;
        let component = self.component(circuit, values, own);
        Some(component.written(&component.looks()))
    }

    /// The last component that was written was known.
    pub(crate) fn found(&mut self) {
        self.tries[self.last].1 += 1;
    }

    fn component(&mut self, circuit: &Circuit, values: &[i8], own: &[u32]) -> Component {
        let is_cell = |variable: u32| variable <= circuit.cells;
        let mut cells = Vec::new();
        for variable in own.iter().filter(|&entry| entry & 1 == 0).map(|entry| entry >> 1) {
            self.places[variable as usize] = cells.len() as u32;
            cells.push(is_cell(variable));
        }
        let place = |variable: u32| self.places[variable as usize];
        let conjunctions = own.iter().filter(|&entry| !is_cell(entry >> 1)).map(|entry| {
            let open = circuit.inputs(entry >> 1).iter();
            let open = open.filter(|&&input| values[input as usize] == 0);
            let inputs = open.map(|input| 2 * place(input >> 1) + (input & 1)).collect();
            Conjunction { place: (entry & 1 == 0).then(|| place(entry >> 1)), inputs }
        });
        Component { conjunctions: conjunctions.collect(), cells }
    }
}

impl Component {
    /// For each place how it looks, in numbers that names do not change. Places that look alike have the same number; if others
    /// have, too, no more is lost than time.
    fn looks(&self) -> Vec<u64> {
        let mut looks: Vec<u64> = self.cells.iter().map(|&is_cell| u64::from(is_cell)).collect();
        let mut different = self.tell_apart(&mut looks, 0);
        for _ in 0..APART {
            let mut sorted: Vec<(u64, usize)> = looks.iter().copied().zip(0..).collect();
            sorted.sort_unstable();
            let Some(alike) = sorted.windows(2).find(|two| two[0].0 == two[1].0) else { break };
            looks[alike[0].1] = stirred(!alike[0].0);
            different = self.tell_apart(&mut looks, different);
        }
        looks
    }

    /// Each place comes to look like all that it stands beside, as long as more of them differ than before. The result is how
    /// many do.
    fn tell_apart(&self, looks: &mut Vec<u64>, mut before: usize) -> usize {
        let mut sorted = Vec::with_capacity(looks.len());
        loop {
            let mut views: Vec<u64> = looks.iter().map(|&look| stirred(look)).collect();
            for Conjunction { place, inputs } in &self.conjunctions {
                let input = |input: &u32| looks[(input >> 1) as usize] ^ u64::from(input & 1) << 63;
                let whole: u64 =
                    inputs.iter().map(|of| stirred(input(of))).fold(0, u64::wrapping_add);
                let own = place.map_or(7, |place| looks[place as usize]);
                let whole = stirred(whole ^ own.rotate_left(17));
                let mut tell = |place: u32, role| {
                    let view = &mut views[place as usize];
                    *view = view.wrapping_add(whole.rotate_left(role));
                };
                inputs.iter().for_each(|input| tell(input >> 1, input & 1));
                place.iter().for_each(|&place| tell(place, 5));
            }
            looks.clone_from(&views);
            sorted.clone_from(&views);
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() <= before || sorted.len() == looks.len() {
                return sorted.len();
            }
            before = sorted.len();
        }
    }

    /// Writes the component in names by these numbers: the number of variables, for each what it is made of, and the
    /// constraints. A cell is made of nothing.
    fn written(&self, looks: &[u64]) -> Key {
        let mut places: Vec<usize> = (0..looks.len()).collect();
        places.sort_by_key(|&place| looks[place]);
        let mut name = vec![0; places.len()];
        places.iter().zip(0..).for_each(|(&place, number)| name[place] = number);
        let mut of_variables = vec![Vec::new(); name.len()];
        let mut constraints = Vec::new();
        for Conjunction { place, inputs } in &self.conjunctions {
            let inputs = inputs.iter().map(|input| 2 * name[(input >> 1) as usize] + (input & 1));
            let mut inputs: Vec<u32> = inputs.collect();
            inputs.sort_unstable();
            match place {
                Some(place) => of_variables[name[*place as usize] as usize] = inputs,
                None => constraints.push(inputs),
            }
        }
        constraints.sort_unstable();
        let mut key = vec![name.len() as u32];
        for inputs in of_variables.into_iter().chain(constraints) {
            key.push(inputs.len() as u32);
            key.extend(inputs);
        }
        key.into_boxed_slice()
    }
}

/// A number that tells nothing of the one that it is made of.
fn stirred(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
