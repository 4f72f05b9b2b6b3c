//! The cells of a problem, as its certificate names them.

use korrel_lang::arena::Id;
use korrel_lang::instance::Relation;
use korrel_lang::universe::AtomId;
use korrel_translate::Cell;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value as Json, json};

use super::Certificate;

impl Certificate<'_> {
    /// All cells, and the atoms that are interchangeable.
    pub(super) fn cells(&self) -> Map<String, Json> {
        let symmetry = &self.symmetry;
        let classes: Vec<Vec<u32>> = symmetry
            .classes
            .iter()
            .map(|class| class.iter().map(|atom| atom.0).collect())
            .collect();
        let ranks: Vec<u32> = symmetry.shells.iter().map(|shell| shell.atom.0).collect();
        let uses: Vec<Json> = symmetry.shells.iter().map(|shell| self.in_use(shell.atom)).collect();
        let has_open: FxHashSet<Relation> =
            self.plain.translation.cells.iter().map(|cell| cell.relation).collect();
        let entries = |cells: &[Cell]| -> Vec<Json> {
            let entry = |cell: &Cell| {
                let tuple: Vec<u32> = cell.tuple.iter().map(|atom| atom.0).collect();
                let is_greater = match has_open.contains(&cell.relation) {
                    true => self.greater(cell),
                    // Permutations leave it as it is, so that nobody asks which value is greater.
                    false => json!(self.holds(cell)),
                };
                json!([self.relation(cell.relation), tuple, is_greater])
            };
            cells.iter().map(entry).collect()
        };
        let members = [
            ("classes", json!(classes)),
            ("ranks", json!(ranks)),
            ("use", json!(uses)),
            ("population", json!(entries(&symmetry.population))),
            ("order", json!(entries(&symmetry.cells))),
        ];
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Whether a cell has its greater value: a literal, or what is known.
    fn greater(&self, cell: &Cell) -> Json {
        let starts_true = self.symmetry.starts_with(cell.relation);
        match self.literal(cell) {
            Ok(variable) => json!(if starts_true { variable } else { -variable }),
            Err(holds) => json!(holds == starts_true),
        }
    }

    /// Whether an atom is in use: a variable, or `true`.
    fn in_use(&self, atom: AtomId) -> Json {
        let population = self.symmetry.population.iter();
        let mut cells = population.filter(|cell| cell.tuple == [atom]);
        let cell = cells.next().expect("an interchangeable atom is of a top-level sig");
        self.literal(cell).map_or_else(|holds| json!(holds), |variable| json!(variable))
    }

    /// The variable of an open cell, or the value of a known one.
    fn literal(&self, cell: &Cell) -> Result<i64, bool> {
        match self.literals.get(cell) {
            Some(lit) => Ok(lit.to_dimacs()),
            None => Err(self.holds(cell)),
        }
    }

    /// Whether a known cell holds.
    fn holds(&self, cell: &Cell) -> bool {
        self.plain.translation.bounds.get(cell.relation).lower.contains(&cell.tuple)
    }

    /// The name of a relation, which no other one has.
    fn relation(&self, relation: Relation) -> String {
        let model = self.problem.question.model;
        match relation {
            Relation::Sig(sig) => format!("{}#{}", model.sigs[sig].name, number(sig)),
            Relation::Field(field) => format!("{}#{}", model.fields[field].name, number(field)),
            Relation::Variable(variable) => {
                format!("{}#{}", model.variables[variable].name, number(variable))
            }
        }
    }
}

fn number(id: impl Id) -> usize {
    id.index()
}
