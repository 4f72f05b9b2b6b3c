//! Random questions with numbers in them: rows of cells, thresholds, comparisons under guards, in all the ways in which
//! a translation says them.

use korrel_sat::{Cnf, Lit, Projection, Var};

use super::Question;
use super::random::Random;

/// Random questions with numbers, each with a generator for what else is random about it.
pub fn questions_with_numbers(seed: u64, count: usize) -> impl Iterator<Item = (Question, Random)> {
    (0..count).map(move |round| {
        let mut random = Random(seed + (round as u64) * 1_000_003);
        let question = Formula::new(&mut random).question(&mut random);
        (question, random)
    })
}

struct Formula {
    cnf: Cnf,
    rows: Vec<Row>,
    /// Cells, and variables that are no cell of any row.
    flags: Vec<Lit>,
    /// As specs have it: numbers come last in the order, each value is tried before there is none, and nothing but
    /// comparisons is said of them.
    is_plain: bool,
}

struct Row {
    /// By value. The variables ascend with the values, or descend.
    cells: Vec<Lit>,
    /// For each index the literal that says that the value is at least that, and whether the two sides of its
    /// definition are there.
    thresholds: Vec<Option<(Lit, bool, bool)>>,
}

impl Formula {
    fn new(random: &mut Random) -> Self {
        let lengths: Vec<usize> =
            (0..2 + random.below(2)).map(|_| [3, 4, 4, 5, 9][random.below(5)]).collect();
        let flags = 1 + random.below(3);
        let cells: usize = lengths.iter().sum();
        let mut cnf = Cnf::with_primary((cells + flags) as u32);
        let mut variables = (0..(cells + flags) as u32).map(|var| Var::new(var).positive());
        let descends = random.below(3) == 0;
        let rows = lengths.iter().map(|&length| {
            let mut cells: Vec<Lit> = variables.by_ref().take(length).collect();
            if descends {
                cells.reverse();
            }
            Row { cells, thresholds: vec![None; length + 2] }
        });
        let mut rows: Vec<Row> = rows.collect();
        for row in &mut rows {
            exclude(&mut cnf, &row.cells, random);
            if random.below(4) == 0 {
                // None of the cells is a value, too: the least one.
                let none = cnf.fresh().positive();
                row.cells.iter().for_each(|&cell| cnf.add_clause([!cell, !none]));
                row.cells.insert(0, none);
            }
            cnf.add_clause(row.cells.iter().copied());
        }
        let flags = variables.collect();
        Self { cnf, rows, flags, is_plain: random.coin() }
    }

    fn question(mut self, random: &mut Random) -> Question {
        for _ in 0..2 + random.below(5) {
            self.compare(random);
        }
        for _ in 0..random.below(4) {
            let mut clause: Vec<Lit> = (0..2 + random.below(2)).map(|_| self.any(random)).collect();
            clause.push(self.flags[random.below(self.flags.len())]);
            self.cnf.add_clause(clause);
        }
        let variables: Vec<Var> = (0..self.cnf.primary() as u32).map(Var::new).collect();
        let mut order = variables.clone();
        if self.is_plain {
            order.rotate_right(self.flags.len());
        } else if random.coin() {
            random.shuffle(&mut order);
        }
        let order = order.iter().map(|var| var.lit(self.is_plain || random.below(4) > 0)).collect();
        let hidden = (0..random.below(6)).map(|_| random.clause(&variables)).collect();
        Question { cnf: self.cnf, projection: Projection { order, witnesses: Vec::new() }, hidden }
    }

    /// A literal that says something of a number, or of nothing else.
    fn any(&mut self, random: &mut Random) -> Lit {
        let row = random.below(self.rows.len());
        let index = random.below(self.rows[row].cells.len());
        match if self.is_plain { 3 } else { random.below(4) } {
            0 if random.coin() => self.at_least(row, index.max(1), false, random),
            0 => !self.at_least(row, index.max(1), true, random),
            1 => {
                let cell = self.rows[row].cells[index];
                if random.coin() { cell } else { !cell }
            }
            _ => self.flags[random.below(self.flags.len())].var().lit(random.coin()),
        }
    }

    /// Under some guards, a relation between two rows: a least value of the one for each of the other, or another one.
    fn compare(&mut self, random: &mut Random) {
        let lower = random.below(self.rows.len());
        let upper = (lower + 1 + random.below(self.rows.len() - 1)) % self.rows.len();
        let guards: Vec<Lit> =
            (0..[0, 1, 1, 2][random.below(4)]).map(|_| self.any(random)).collect();
        let length = self.rows[lower].cells.len();
        let gap = random.below(3);
        let written = random.below(4);
        for index in 0..length {
            let least = if random.below(12) == 0 { random.below(5) } else { index + gap };
            let mut clause = guards.clone();
            match written {
                // One value of the lower row without the matching value of the upper one.
                3 => clause.push(!self.rows[lower].cells[index]),
                0 => clause.push(!self.rows[lower].cells[index]),
                _ if index > 0 => {
                    let least = self.at_least(lower, index, true, random);
                    clause.push(!least);
                }
                _ => {}
            }
            match (written, self.rows[upper].cells.get(least)) {
                (3, Some(&cell)) => clause.push(!cell),
                (_, None) => {}
                (2, _) => clause.extend(&self.rows[upper].cells[least..]),
                (_, Some(_)) if least == 0 => continue,
                (_, Some(_)) => clause.push(self.at_least(upper, least, false, random)),
            }
            self.cnf.add_clause(clause);
        }
    }

    /// The literal that says that a value is at least this, with the side of its definition that is needed where it is
    /// denied, where it is asserted, or both.
    fn at_least(&mut self, row: usize, index: usize, is_denied: bool, random: &mut Random) -> Lit {
        let Row { cells, thresholds } = &mut self.rows[row];
        if index + 1 == cells.len() {
            return cells[index];
        }
        let cnf = &mut self.cnf;
        let (lit, denied, asserted) =
            thresholds[index].get_or_insert_with(|| (cnf.fresh().lit(random.coin()), false, false));
        let both = random.coin();
        if (is_denied || both) && !std::mem::replace(denied, true) {
            cells[index..].iter().for_each(|&cell| cnf.add_clause([!cell, *lit]));
        }
        if (!is_denied || both) && !std::mem::replace(asserted, true) {
            cnf.add_clause(cells[index..].iter().copied().chain([!*lit]));
        }
        *lit
    }
}

/// At most one of these holds: by pairs, or one after the other.
fn exclude(cnf: &mut Cnf, cells: &[Lit], random: &mut Random) {
    if cells.len() < 8 || random.coin() {
        for (at, &cell) in cells.iter().enumerate() {
            cells[..at].iter().for_each(|&other| cnf.add_clause([!cell, !other]));
        }
        return;
    }
    let mut before = cells[0];
    for &cell in &cells[1..] {
        cnf.add_clause([!cell, !before]);
        let next = cnf.fresh().positive();
        cnf.add_clause([!before, next]);
        cnf.add_clause([!cell, next]);
        before = next;
    }
}
