//! Components that differ only by the names of their variables.
//!
//! *Problem.* Of seven elements there are 6,129,859 partial orders, and a search decides on the eighth element in
//! each of them. Up to the elements' names there are 2,045, and the search comes to the same number in all
//! that are alike. Keys of a search tree are chosen in the same way whatever its shape.
//!
//! *Choice.* The clauses that are left are written with new names, which depend on how the variables stand in
//! them: colours are refined until no more tell apart (Weisfeiler, Lehman 1968), one of those that still look
//! alike is singled out, and so on (McKay 1981, without a search). The key is made of the clauses under these names,
//! so equal keys mean equal clauses, and a bad choice of whom to single out costs time, never an answer.
//!
//! *Rejected.* A search for the canonical form: the few more matches that it finds are not worth its cost.
//! Colours alone as a key: components that are not alike may have the same.
//!
//! *Source.* Kopp, Singla, Kautz, "Toward Caching Symmetrical Subtheories for Weighted Model Counting", AAAI 2016.

use super::formula::Residual;
use crate::Var;

/// Larger components are hardly ever alike, and take long to compare.
const MOST: usize = 256;
/// The number of variables that are singled out. More of them find hardly any other component alike, and take longer.
const SINGLED: usize = 4;

/// Writes components with names of its own. Its vectors are used again and again.
pub struct Likeness {
    round: u32,
    clauses: Vec<u32>,
    /// The place in the component of each variable.
    places: Vec<u32>,
    literals: Vec<u32>,
    ends: Vec<u32>,
    colours: Vec<u64>,
    next: Vec<u64>,
    /// The share of each literal in the clauses that it stands in.
    shares: Vec<u64>,
    /// The same for names.
    named: Vec<u128>,
    sorted: Vec<(u64, u32)>,
    hashes: Vec<u128>,
}

impl Likeness {
    pub fn new(variables: usize, clauses: usize) -> Likeness {
        Likeness {
            round: 0,
            clauses: vec![0; clauses],
            places: vec![0; variables],
            literals: Vec::new(),
            ends: Vec::new(),
            colours: Vec::new(),
            next: Vec::new(),
            shares: Vec::new(),
            named: Vec::new(),
            sorted: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// The same for two components only if one is the other with other names.
    pub fn key(&mut self, residual: &Residual, variables: &[Var]) -> Option<u128> {
        if variables.len() > MOST {
            return None;
        }
        self.gather(residual, variables);
        self.colours.clear();
        self.colours.extend(variables.iter().map(|&var| u64::from(residual.is_projected(var)) + 1));
        let mut distinct = self.refined(1);
        for _ in 0..SINGLED {
            if distinct == variables.len() {
                break;
            }
            let tied = self.sorted.windows(2).find(|pair| pair[0].0 == pair[1].0);
            let (colour, place) = tied.expect("some are alike")[0];
            self.colours[place as usize] = mixed(colour ^ 0x5bf0_3635);
            distinct = self.refined(distinct + 1);
        }
        Some(self.written(residual, variables))
    }

    /// The open literals of the clauses that are not satisfied.
    fn gather(&mut self, residual: &Residual, variables: &[Var]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.clauses.fill(0);
            self.round = 1;
        }
        self.literals.clear();
        self.ends.clear();
        variables.iter().zip(0..).for_each(|(var, place)| self.places[var.index()] = place);
        for var in variables {
            for lit in [var.positive(), var.negative()] {
                for &clause in residual.formula.occurrences(lit) {
                    let seen = &mut self.clauses[clause as usize];
                    if *seen == self.round || residual.is_satisfied(clause) {
                        continue;
                    }
                    *seen = self.round;
                    let open = residual.formula.clause(clause).iter();
                    let open = open.filter(|lit| residual.is_open(lit.var()));
                    let places = &self.places;
                    self.literals.extend(
                        open.map(|l| 2 * places[l.var().index()] + u32::from(!l.is_positive())),
                    );
                    self.ends.push(self.literals.len() as u32);
                }
            }
        }
    }

    /// Refines the colours as long as that makes more of them than there were. Returns how many there are.
    fn refined(&mut self, mut before: usize) -> usize {
        loop {
            self.refine();
            self.sorted.clear();
            self.sorted.extend(self.colours.iter().copied().zip(0..));
            self.sorted.sort_unstable();
            let distinct = self.sorted.chunk_by(|a, b| a.0 == b.0).count();
            if distinct <= before || distinct == self.colours.len() {
                return distinct;
            }
            before = distinct;
        }
    }

    /// A variable's colour becomes that of the clauses that it stands in.
    fn refine(&mut self) {
        self.next.clear();
        self.next.extend(&self.colours);
        // A literal stands in many clauses, and a clause has many literals: what is mixed for one is mixed once.
        self.shares.clear();
        self.shares.extend(
            self.colours.iter().flat_map(|&colour| [mixed(colour), mixed(colour.wrapping_add(1))]),
        );
        let mut start = 0;
        for &end in &self.ends {
            let clause = &self.literals[start as usize..end as usize];
            let shares = clause.iter().map(|&lit| self.shares[lit as usize]);
            let all = shares.fold(0, u64::wrapping_add);
            let told = [mixed(all), mixed(all ^ 1)];
            for lit in clause {
                let next = &mut self.next[(lit >> 1) as usize];
                *next = next.wrapping_add(told[(lit & 1) as usize]);
            }
            start = end;
        }
        self.colours.clear();
        self.colours.extend(self.next.iter().map(|&colour| mixed(colour) >> 1));
    }

    /// The clauses, with the variables numbered by colour.
    fn written(&mut self, residual: &Residual, variables: &[Var]) -> u128 {
        let mut key = 1u128;
        self.named.clear();
        self.named.resize(2 * variables.len(), 0);
        for (&(_, place), number) in self.sorted.iter().zip(0u32..) {
            self.places[variables[place as usize].index()] = number;
            let is_projected = residual.is_projected(variables[place as usize]);
            let lit = 2 * place as usize;
            let name = 2 * u64::from(number);
            self.named[lit] = spread(4 * name + 2);
            self.named[lit + 1] = spread(4 * (name + 1) + 2);
            key = key.wrapping_add(spread(4 * u64::from(number) + u64::from(is_projected)));
        }
        let mut start = 0;
        self.hashes.clear();
        for &end in &self.ends {
            let clause = &self.literals[start as usize..end as usize];
            let hashes = clause.iter().map(|&lit| self.named[lit as usize]);
            let sum = hashes.fold(clause.len() as u128, u128::wrapping_add);
            let twice = (u128::from(mixed((sum >> 64) as u64)) << 64)
                ^ u128::from(mixed(sum as u64 ^ (sum >> 64) as u64 ^ 0x1234_5678));
            self.hashes.push(twice);
            start = end;
        }
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.hashes.iter().fold(key, |key, &hash| key.wrapping_add(hash))
    }
}

/// 128 bits that look random, whose sums stand for sets.
pub fn spread(number: u64) -> u128 {
    let high = mixed(number.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let low = mixed(high ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    u128::from(high) << 64 | u128::from(low)
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
