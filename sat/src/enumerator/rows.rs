//! Numbers in a formula: rows of cells, exactly one of which holds, and the order of their values.
//!
//! *Problem.* A spec's number is a row of cells, one for each value, and `x < y` becomes a clause for each value over
//! gates that say `x ≥ v`. The search is given clauses, in which it is lost that a row is a number with two bounds.
//!
//! *Choice.* To find it again in the clauses. A row is a clause whose literals exclude one another in pairs. A variable
//! that a definition makes equal to some cells of a row is a *threshold*. Where the thresholds of a row are nested,
//! they say in which order its values are. If nothing else implies the other side of a definition, one side is enough
//! (Plaisted, Greenbaum 1986): the variable may then be taken to be equal.
//!
//! *Rejected.* Rows that the translation names: a comparison is a gate there, which is shared, written out and
//! split with its guards. Which clauses are its own is known only in the end. Rows that are found in the clauses
//! need no trust, and every other reader of the formula has all of it.

use rustc_hash::FxHashMap;

use super::Enumerator;
use super::clauses::ClauseRef;
use crate::Lit;

/// The longest row that is looked for: a set of its cells is a word.
const LONGEST: usize = ValueSet::BITS as usize;

/// The shortest row that is a number: on two values there is no order to be gained.
const SHORTEST: usize = 3;

/// A set of the values of a row, by their indices.
pub(super) type ValueSet = u128;

/// Rows whose values have an order.
pub(super) struct Rows {
    /// The cells of each row, by value.
    pub cells: Vec<Vec<Lit>>,
    /// The row of each variable that is a cell of one, and the index there.
    place: Vec<Option<(usize, usize)>>,
    /// The thresholds: variables that say whether a row has one of these values.
    thresholds: FxHashMap<Lit, (usize, ValueSet)>,
}

impl Rows {
    /// The row and the index of a cell.
    fn place(&self, lit: Lit) -> Option<(usize, usize)> {
        self.place[lit.var().index()].filter(|&(row, index)| self.cells[row][index] == lit)
    }

    /// The row that a literal is about, and the values that it stands for.
    pub fn values(&self, lit: Lit) -> Option<(usize, ValueSet)> {
        let not = |(row, values): (usize, ValueSet)| (row, self.all(row) & !values);
        if let Some((row, index)) = self.place[lit.var().index()] {
            let cell = (row, 1 << index);
            return Some(if self.cells[row][index] == lit { cell } else { not(cell) });
        }
        let said = self.thresholds.get(&lit).copied();
        said.or_else(|| self.thresholds.get(&!lit).copied().map(not))
    }

    /// True if a literal is a threshold or the negation of one.
    pub fn is_threshold(&self, lit: Lit) -> bool {
        self.thresholds.contains_key(&lit) || self.thresholds.contains_key(&!lit)
    }

    /// The row that all these literals are about, if one of them holds whichever value it has.
    pub fn evident(&self, lits: &[Lit]) -> Option<usize> {
        let (row, mut said) = self.values(*lits.first()?)?;
        for &lit in &lits[1..] {
            said |= self.values(lit).filter(|&(other, _)| other == row)?.1;
        }
        (said == self.all(row)).then_some(row)
    }

    /// All values of a row.
    pub fn all(&self, row: usize) -> ValueSet {
        ValueSet::MAX >> (LONGEST - self.cells[row].len())
    }
}

/// A formula's clauses without what holds for good, and what its clauses of two literals imply.
pub(super) struct SimplifiedFormula<'e> {
    search: &'e Enumerator,
    starts: Vec<u32>,
    implied: Vec<Lit>,
    /// The variables that are decided.
    is_decided: Vec<bool>,
    /// The number of clauses with each literal.
    pub uses: Vec<u32>,
}

impl<'e> SimplifiedFormula<'e> {
    pub fn new(search: &'e Enumerator) -> Self {
        let codes = search.values.len();
        let (mut uses, mut starts) = (vec![0u32; codes], vec![0u32; codes + 1]);
        let mut is_decided = vec![false; search.level.len()];
        search.sequence.iter().for_each(|lit| is_decided[lit.var().index()] = true);
        let (implied, none) = (Vec::new(), Vec::new());
        let mut this = Self { search, starts: none, implied, is_decided, uses: Vec::new() };
        this.each(|_, clause| {
            clause.iter().for_each(|lit| uses[lit.code()] += 1);
            if let [a, b] = *clause {
                starts[(!a).code() + 1] += 1;
                starts[(!b).code() + 1] += 1;
            }
        });
        (1..=codes).for_each(|code| starts[code] += starts[code - 1]);
        let mut next = starts.clone();
        let mut implied = vec![Lit::from_code(0); starts[codes] as usize];
        this.each(|_, clause| {
            if let [a, b] = *clause {
                for (from, to) in [(!a, b), (!b, a)] {
                    implied[next[from.code()] as usize] = to;
                    next[from.code()] += 1;
                }
            }
        });
        (this.starts, this.implied, this.uses) = (starts, implied, uses);
        this
    }

    /// The clauses that do not hold for good, without literals that are false for good.
    pub fn each(&self, mut visit: impl FnMut(ClauseRef, &[Lit])) {
        let mut open = Vec::new();
        for clause in self.search.clauses.of_formula() {
            open.clear();
            let lits = self.search.clauses.lits(clause);
            open.extend(lits.filter(|&lit| self.search.value_of(lit) >= 0));
            if open.iter().all(|&lit| self.search.value_of(lit) == 0) {
                visit(clause, &open);
            }
        }
    }

    pub fn is_decided(&self, lit: Lit) -> bool {
        self.is_decided[lit.var().index()]
    }

    /// The literals that a literal implies by clauses of two.
    pub fn implied(&self, lit: Lit) -> &[Lit] {
        &self.implied[self.starts[lit.code()] as usize..self.starts[lit.code() + 1] as usize]
    }
}

/// The rows of a formula whose values have an order.
pub(super) fn ordered_rows(formula: &SimplifiedFormula<'_>) -> Rows {
    let mut rows = exclusive_rows(formula);
    if rows.cells.is_empty() {
        return rows;
    }
    let definitions = CellDisjunctions::new(formula, &rows).sorted();
    let mut chains: Vec<Vec<CellDisjunction>> = vec![Vec::new(); rows.cells.len()];
    for definition in definitions {
        chains[definition.row].push(definition);
    }
    for (row, chain) in chains.into_iter().enumerate() {
        sort_values(&mut rows, row, chain);
    }
    rows
}

/// The rows of cells, exactly one of which holds. Of rows with a common cell the longest is taken.
fn exclusive_rows(formula: &SimplifiedFormula<'_>) -> Rows {
    let variables = formula.search.level.len();
    let mut candidates: Vec<Vec<Lit>> = Vec::new();
    let mut excluding = Excluding::new(variables);
    formula.each(|_, lits| {
        if (SHORTEST..=LONGEST).contains(&lits.len()) && excluding.is_exclusive(formula, lits) {
            candidates.push(lits.to_vec());
        }
    });
    let decided = |lits: &[Lit]| lits.iter().filter(|&&lit| formula.is_decided(lit)).count();
    candidates.sort_by_key(|lits| std::cmp::Reverse((lits.len(), decided(lits))));
    let mut rows =
        Rows { cells: Vec::new(), place: vec![None; variables], thresholds: FxHashMap::default() };
    for mut lits in candidates {
        if lits.iter().all(|lit| rows.place[lit.var().index()].is_none()) {
            lits.sort_unstable();
            for (index, lit) in lits.iter().enumerate() {
                rows.place[lit.var().index()] = Some((rows.cells.len(), index));
            }
            rows.cells.push(lits);
        }
    }
    rows
}

/// The literals that one literal excludes.
struct Excluding {
    /// Those that are implied have the mark.
    marks: Vec<u32>,
    mark: u32,
    open: Vec<Lit>,
    /// The number of steps through other variables that may still be made.
    budget: usize,
}

/// From so many cells on, that they exclude one another may be said by other variables.
const CHAINED: usize = 8;

/// So many steps through other variables are made for one formula: some milliseconds.
const BUDGET: usize = 1 << 20;

impl Excluding {
    fn new(variables: usize) -> Self {
        Self { marks: vec![0; 2 * variables], mark: 0, open: Vec::new(), budget: BUDGET }
    }

    /// True if no two of these literals hold, as clauses of two literals say.
    fn is_exclusive(&mut self, formula: &SimplifiedFormula<'_>, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| {
            self.mark += 1;
            self.open.clear();
            self.imply(formula, lit);
            let mut next = 0;
            while !self.excludes(lit, lits) {
                let Some(&implied) = self.open.get(next) else { return false };
                if lits.len() < CHAINED || self.budget == 0 {
                    return false;
                }
                (next, self.budget) = (next + 1, self.budget - 1);
                self.imply(formula, implied);
            }
            true
        })
    }

    fn excludes(&self, lit: Lit, lits: &[Lit]) -> bool {
        lits.iter().all(|&other| other == lit || self.marks[(!other).code()] == self.mark)
    }

    /// Marks what a literal implies by clauses of two literals.
    fn imply(&mut self, formula: &SimplifiedFormula<'_>, lit: Lit) {
        for &implied in formula.implied(lit) {
            let mark = &mut self.marks[implied.code()];
            if std::mem::replace(mark, self.mark) != self.mark {
                self.open.push(implied);
            }
        }
    }
}

/// A literal that stands for some cells of a row.
#[derive(Clone, Copy)]
struct CellDisjunction {
    lit: Lit,
    row: usize,
    cells: ValueSet,
}

/// The variables that may be taken to be equal to a disjunction of cells of one row.
struct CellDisjunctions<'f> {
    formula: &'f SimplifiedFormula<'f>,
    rows: &'f Rows,
    /// One literal of each.
    found: FxHashMap<Lit, (usize, ValueSet)>,
}

impl<'f> CellDisjunctions<'f> {
    fn new(formula: &'f SimplifiedFormula<'f>, rows: &'f Rows) -> Self {
        let mut this = Self { formula, rows, found: FxHashMap::default() };
        let sides = this.forward_sides();
        let is_equal =
            |&&(lit, row, cells): &&(Lit, usize, ValueSet)| this.implying(lit, row) == cells;
        let equal: Vec<_> = sides.iter().filter(is_equal).copied().collect();
        equal.into_iter().for_each(|(lit, row, cells)| this.define(lit, row, cells));
        for (lit, row, cells) in sides {
            if formula.implied(!lit).is_empty() && formula.uses[(!lit).code()] == 1 {
                this.define(lit, row, cells);
            }
        }
        this.follow_backward_sides();
        this
    }

    /// Larger sets first, and the order of a hash table nowhere.
    fn sorted(self) -> Vec<CellDisjunction> {
        let definition = |(lit, (row, cells))| CellDisjunction { lit, row, cells };
        let mut sorted: Vec<CellDisjunction> = self.found.into_iter().map(definition).collect();
        let size = |definition: &CellDisjunction| std::cmp::Reverse(definition.cells.count_ones());
        sorted.sort_by_key(|definition| (size(definition), definition.lit));
        sorted
    }

    /// Where the variable may be anything else, or is something already, it is left.
    fn define(&mut self, lit: Lit, row: usize, cells: ValueSet) {
        let is_known = self.found.contains_key(&lit) || self.found.contains_key(&!lit);
        if !is_known && !self.formula.is_decided(lit) {
            self.found.insert(lit, (row, cells));
        }
    }

    /// The literals that imply one of several cells of a row, by one clause: `lit → ⋁ cells`.
    fn forward_sides(&self) -> Vec<(Lit, usize, ValueSet)> {
        let (rows, mut sides) = (self.rows, Vec::new());
        self.formula.each(|_, clause| {
            let mut outside = clause.iter().filter(|&&lit| rows.place(lit).is_none());
            let (Some(&only), None) = (outside.next(), outside.next()) else { return };
            if clause.len() < SHORTEST || rows.place[only.var().index()].is_some() {
                return;
            }
            let places = clause.iter().filter_map(|&lit| rows.place(lit));
            let (row, _) = places.clone().next().expect("all but one are cells");
            if places.clone().all(|(other, _)| other == row) {
                sides.push((!only, row, places.fold(0, |cells, (_, at)| cells | 1 << at)));
            }
        });
        sides
    }

    /// The cells of a row that imply a literal.
    fn implying(&self, lit: Lit, row: usize) -> ValueSet {
        let sources = self.formula.implied(!lit).iter();
        let places = sources.filter_map(|&source| self.rows.place(!source));
        let own = places.filter(|&(other, _)| other == row);
        own.fold(0, |cells, (_, index)| cells | 1 << index)
    }

    /// Defines the literals that only cells of one row imply, by themselves or by one another.
    fn follow_backward_sides(&mut self) {
        let (formula, rows) = (self.formula, self.rows);
        let cells = rows.cells.iter().flatten();
        let mut open: Vec<Lit> = cells.flat_map(|&cell| formula.implied(cell)).copied().collect();
        while let Some(lit) = open.pop() {
            let is_all = formula.implied(!lit).len() == formula.uses[lit.code()] as usize;
            if !is_all || rows.place[lit.var().index()].is_some() || self.values(lit).is_some() {
                continue;
            }
            let sources = formula.implied(!lit).iter().map(|&source| self.values(!source));
            let all = sources.reduce(|a, b| {
                let (a, b) = (a?, b?);
                (a.0 == b.0).then_some((a.0, a.1 | b.1))
            });
            if let Some((row, values)) = all.flatten().filter(|(_, values)| values.count_ones() > 1)
            {
                self.define(lit, row, values);
                open.extend(formula.implied(lit));
            }
        }
    }

    /// The values that a cell or a defined literal stands for.
    fn values(&self, lit: Lit) -> Option<(usize, ValueSet)> {
        let cell = self.rows.place(lit).map(|(row, index)| (row, 1 << index));
        let not = |&(row, values): &(usize, ValueSet)| (row, self.rows.all(row) & !values);
        cell.or_else(|| self.found.get(&lit).copied()).or_else(|| self.found.get(&!lit).map(not))
    }
}

/// Sorts the cells of a row so that its definitions are about values from one on, or below one. Definitions that
/// do not fit are no thresholds.
fn sort_values(rows: &mut Rows, row: usize, definitions: Vec<CellDisjunction>) {
    let length = rows.cells[row].len();
    let all = ValueSet::MAX >> (LONGEST - length);
    let mut chain: Vec<ValueSet> = Vec::new();
    let mut fitting: Vec<CellDisjunction> = Vec::new();
    for definition in definitions {
        let is_nested = |cells: ValueSet| chain.iter().all(|&c| [c, cells].contains(&(c & cells)));
        let sides = [definition.cells, all & !definition.cells];
        let found = sides.into_iter().find(|&cells| is_nested(cells));
        if let Some(cells) = found.filter(|_| definition.cells != all) {
            chain.push(cells);
            fitting.push(definition);
        }
    }
    if fitting.is_empty() {
        // Without an order it is no number: its cells say nothing of bounds.
        rows.cells[row].iter().for_each(|cell| rows.place[cell.var().index()] = None);
        return;
    }
    let rank = |index: usize| chain.iter().filter(|&&cells| cells >> index & 1 == 1).count();
    let mut order: Vec<usize> = (0..length).collect();
    // Values ascend with their variables, so that all rows go the same way, also among equal ones.
    order.sort_by_key(|&index| rank(index));
    let middle = |part: &[usize]| part.iter().sum::<usize>() * 2 / part.len().max(1);
    let (low, high) = order.split_at(length / 2);
    let descends = middle(low) > middle(high);
    order.sort_by_key(|&index| {
        let rank = rank(index) as isize;
        (if descends { -rank } else { rank }, index)
    });
    let cells: Vec<Lit> = order.iter().map(|&index| rows.cells[row][index]).collect();
    for definition in fitting {
        let has = |&(_, &at): &(usize, &usize)| definition.cells >> at & 1 == 1;
        let values = order.iter().enumerate().filter(has);
        let values = values.fold(0, |values, (index, _)| values | 1 << index);
        rows.thresholds.insert(definition.lit, (row, values));
    }
    for (index, cell) in cells.iter().enumerate() {
        rows.place[cell.var().index()] = Some((row, index));
    }
    rows.cells[row] = cells;
}
