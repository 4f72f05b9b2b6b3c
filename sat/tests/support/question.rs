//! Random questions, and their answers by brute force.

use korrel_sat::{Cnf, Lit, Models, Projection, Var};

use super::random::Random;
use super::{Row, next_row};

/// Random questions, of both kinds in turn, each with a generator for what else is random about it.
pub fn questions(seed: u64, count: usize) -> impl Iterator<Item = (Question, Random)> {
    (0..count).map(move |round| {
        let mut random = Random(seed + (round as u64) * 1_000_003);
        let question = match round % 2 {
            0 => Question::with_witnesses(&mut random),
            _ => Question::with_gates(&mut random),
        };
        (question, random)
    })
}

/// A formula, what to list of it, and the right list.
#[derive(Clone, Debug)]
pub struct Question {
    pub cnf: Cnf,
    pub projection: Projection,
    /// Clauses over the projected variables: models that violate one must be refused.
    pub hidden: Vec<Vec<Lit>>,
}

impl Question {
    /// Auxiliary variables that nothing defines: they must be decided as witnesses.
    pub fn with_witnesses(random: &mut Random) -> Self {
        let primary = 1 + random.below(6);
        let mut cnf = Cnf::with_primary(primary as u32);
        let mut witnesses: Vec<Var> = (0..random.below(5)).map(|_| cnf.fresh()).collect();
        random.shuffle(&mut witnesses);
        Self::finish(random, cnf, Vec::new(), witnesses)
    }

    /// Auxiliary variables that are gates over earlier variables (Tseitin 1968). Some of them
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

    pub fn violates(&self, row: &Row, clause: &[Lit]) -> bool {
        let order = &self.projection.order;
        let at = |lit: Lit| order.iter().position(|o| o.var() == lit.var()).expect("projected");
        clause.iter().all(|&lit| row[at(lit)] != (order[at(lit)] == lit))
    }

    /// The rows that the engine lists. Each that violates hidden clauses is refused with a random one of them.
    pub fn unrefused_by(&self, engine: &mut dyn Models, random: &mut Random) -> Vec<Row> {
        self.unrefused_and_forgotten_by(engine, random).0
    }

    /// The same, and how many models were found that violate a clause which had been given before.
    pub fn unrefused_and_forgotten_by(
        &self,
        engine: &mut dyn Models,
        random: &mut Random,
    ) -> (Vec<Row>, usize) {
        let (mut rows, mut forgotten) = (Vec::new(), 0);
        let mut given = vec![false; self.hidden.len()];
        while let Some(row) = next_row(engine, &self.projection.order) {
            let violated = |&index: &usize| self.violates(&row, &self.hidden[index]);
            let violated: Vec<usize> = (0..self.hidden.len()).filter(violated).collect();
            forgotten += usize::from(violated.iter().any(|&index| given[index]));
            if violated.is_empty() {
                rows.push(row);
            } else {
                let index = violated[random.below(violated.len())];
                given[index] = true;
                engine.refuse(&self.hidden[index]);
            }
        }
        (rows, forgotten)
    }
}

fn satisfied(clause: &[Lit], bits: u64) -> bool {
    clause.iter().any(|&lit| holds(lit, bits))
}

fn holds(lit: Lit, bits: u64) -> bool {
    (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
}
