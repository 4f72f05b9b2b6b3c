//! What the tests share: random questions, brute-force answers, and the check of an engine's list.

#![allow(dead_code, reason = "each test file uses its part")]

use korrel_sat::{Cnf, Lit, Models, Projection, Step, Var};

/// A deterministic generator (SplitMix64, Steele, Lea, Flood 2014): failures can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A literal over one of the first `variables` variables.
    pub fn lit(&mut self, variables: usize) -> Lit {
        Var::new(self.below(variables) as u32).lit(self.coin())
    }

    /// One to three literals over these variables, possibly with repetitions.
    pub fn clause(&mut self, variables: &[Var]) -> Vec<Lit> {
        let length = [1, 2, 2, 3, 3, 3, 3, 4][self.below(8)];
        let mut lit = || variables[self.below(variables.len())].lit(self.coin());
        (0..length).map(|_| lit()).collect()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// A formula, what to list of it, and the right list.
#[derive(Debug)]
pub struct Question {
    pub cnf: Cnf,
    pub projection: Projection,
    /// Clauses over the projected variables: models that violate one are to be refused.
    pub hidden: Vec<Vec<Lit>>,
}

/// A projected model: for each literal of the order, whether it is true.
pub type Row = Vec<bool>;

impl Question {
    /// Auxiliary variables that nothing defines: they must be decided as witnesses.
    pub fn with_witnesses(random: &mut Random) -> Self {
        let primary = 1 + random.below(6);
        let mut cnf = Cnf::with_primary(primary as u32);
        let mut witnesses: Vec<Var> = (0..random.below(5)).map(|_| cnf.fresh()).collect();
        random.shuffle(&mut witnesses);
        Self::finish(random, cnf, Vec::new(), witnesses)
    }

    /// Auxiliary variables that are gates over earlier variables (Tseitin 1968); some of them
    /// stand in the order too.
    pub fn with_gates(random: &mut Random) -> Self {
        let primary = 1 + random.below(6);
        let mut cnf = Cnf::with_primary(primary as u32);
        let mut listed = Vec::new();
        for _ in 0..random.below(5) {
            let (a, b) = (random.lit(cnf.variables()), random.lit(cnf.variables()));
            let gate = cnf.fresh();
            let out = gate.positive();
            if random.coin() {
                [vec![!out, a], vec![!out, b], vec![out, !a, !b]]
                    .into_iter()
                    .for_each(|clause| cnf.add_clause(clause));
            } else {
                [vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]
                    .into_iter()
                    .for_each(|clause| cnf.add_clause(clause));
            }
            if random.below(4) == 0 {
                listed.push(gate);
            }
        }
        Self::finish(random, cnf, listed, Vec::new())
    }

    fn finish(random: &mut Random, mut cnf: Cnf, listed: Vec<Var>, witnesses: Vec<Var>) -> Self {
        let all: Vec<Var> = (0..cnf.variables() as u32).map(Var::new).collect();
        for _ in 0..random.below(3 * all.len()) {
            cnf.add_clause(random.clause(&all));
        }
        let mut variables: Vec<Var> = all[..cnf.primary()].iter().copied().chain(listed).collect();
        random.shuffle(&mut variables);
        let order = variables.iter().map(|var| var.lit(random.coin())).collect();
        let hidden = (0..random.below(6)).map(|_| random.clause(&variables)).collect();
        Self { cnf, projection: Projection { order, witnesses }, hidden }
    }

    /// All projected models by trying every assignment, lexicographically, true first.
    pub fn models(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = (0u64..1 << self.cnf.variables())
            .filter(|&bits| self.cnf.clauses().all(|clause| satisfied(clause, bits)))
            .map(|bits| self.projection.order.iter().map(|&lit| holds(lit, bits)).collect())
            .collect();
        rows.sort_by(|a, b| b.cmp(a));
        rows.dedup();
        rows
    }

    /// Those of [`Question::models`] that violate no hidden clause.
    pub fn unrefused(&self) -> Vec<Row> {
        let violates = |row: &Row| self.hidden.iter().any(|clause| self.violates(row, clause));
        self.models().into_iter().filter(|row| !violates(row)).collect()
    }

    fn violates(&self, row: &Row, clause: &[Lit]) -> bool {
        let order = &self.projection.order;
        let at = |lit: Lit| order.iter().position(|o| o.var() == lit.var()).expect("projected");
        clause.iter().all(|&lit| row[at(lit)] != (order[at(lit)] == lit))
    }

    /// What the engine lists, refusing by a random violated hidden clause where there is one. A
    /// clause once given must hold from then on.
    pub fn unrefused_by(&self, engine: &mut dyn Models, random: &mut Random) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut given = vec![false; self.hidden.len()];
        while let Some(row) = next_row(engine, &self.projection.order) {
            let violated = |&index: &usize| self.violates(&row, &self.hidden[index]);
            let violated: Vec<usize> = (0..self.hidden.len()).filter(violated).collect();
            assert!(!violated.iter().any(|&index| given[index]), "forgotten clause: {self:?}");
            if violated.is_empty() {
                rows.push(row);
            } else {
                let index = violated[random.below(violated.len())];
                given[index] = true;
                engine.refuse(&self.hidden[index]);
            }
        }
        rows
    }
}

/// Everything that the engine lists, projected on `order`.
pub fn list(engine: &mut dyn Models, order: &[Lit]) -> Vec<Row> {
    std::iter::from_fn(|| next_row(engine, order)).collect()
}

fn next_row(engine: &mut dyn Models, order: &[Lit]) -> Option<Row> {
    let row = |engine: &dyn Models| {
        order.iter().map(|lit| engine.value(lit.var()) == lit.is_positive()).collect()
    };
    match engine.next() {
        Step::Model => Some(row(engine)),
        Step::Exhausted => None,
        Step::Stopped => panic!("nobody raised the flag"),
    }
}

fn satisfied(clause: &[Lit], bits: u64) -> bool {
    clause.iter().any(|&lit| holds(lit, bits))
}

fn holds(lit: Lit, bits: u64) -> bool {
    (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
}
