//! Cells: each says whether a relation holds a tuple of atoms.

use std::collections::HashMap;
use std::ops::Range;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// The cell has its greater value (true), or its lesser one.
    Known(bool),
    /// The cell has its greater value if this literal holds.
    Open(i32),
}

/// One cell.
#[derive(Clone, Debug)]
struct Cell {
    relation: u32,
    start: u32,
    worth: Worth,
}

/// All cells: first those of `population`, then those of `order`.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    cells: Vec<Cell>,
    atoms: Vec<u32>,
    relations: Vec<Relation>,
    names: HashMap<String, u32>,
    population: usize,
    open: usize,
}

/// Where the cells of a relation are found, by their tuples.
#[derive(Debug)]
struct Relation {
    arity: usize,
    /// The sign of its literals: positive or not.
    sign: Option<bool>,
    /// For each column, the least atom and how many there may be.
    columns: Vec<(u32, u32)>,
    places: Places,
    count: usize,
}

#[derive(Debug)]
enum Places {
    Dense(Vec<u32>),
    Sparse(HashMap<u64, u32>),
}

const ABSENT: u32 = u32::MAX;

impl Cells {
    /// Adds a cell; `index` must come next to be a cell of the same array.
    pub(crate) fn push(
        &mut self,
        relation: &str,
        tuple: &[u32],
        worth: Worth,
        is_population: bool,
    ) -> Result<(), String> {
        let next = self.relations.len() as u32;
        let number = match self.names.get(relation) {
            Some(&number) => number,
            None => {
                self.names.insert(relation.to_owned(), next);
                self.relations.push(Relation {
                    arity: tuple.len(),
                    sign: None,
                    columns: tuple.iter().map(|&atom| (atom, atom)).collect(),
                    places: Places::Dense(Vec::new()),
                    count: 0,
                });
                next
            }
        };
        let known = &mut self.relations[number as usize];
        if known.arity != tuple.len() {
            return Err(format!("the tuples of `{relation}` have different lengths"));
        }
        if let Worth::Open(literal) = worth {
            if *known.sign.get_or_insert(literal > 0) != (literal > 0) {
                return Err(format!("the literals of `{relation}` have different signs"));
            }
            self.open += 1;
        }
        for (column, &atom) in known.columns.iter_mut().zip(tuple) {
            *column = (column.0.min(atom), column.1.max(atom));
        }
        known.count += 1;
        if self.cells.len() >= (u32::MAX / 2) as usize || self.atoms.len() >= u32::MAX as usize / 2
        {
            return Err("there are too many cells".to_owned());
        }
        self.cells.push(Cell { relation: number, start: self.atoms.len() as u32, worth });
        self.atoms.extend_from_slice(tuple);
        if is_population {
            self.population = self.cells.len();
        }
        Ok(())
    }

    /// Makes cells be found by their tuples. No cell may be named twice.
    pub(crate) fn index(&mut self) -> Result<(), String> {
        for relation in &mut self.relations {
            let mut size = 1u64;
            for column in &mut relation.columns {
                // Here the second number is still the greatest atom.
                column.1 = column.1 - column.0 + 1;
                size = size.checked_mul(u64::from(column.1)).ok_or("a relation is too large")?;
            }
            relation.places = if size <= 64 * relation.count as u64 {
                Places::Dense(vec![ABSENT; size as usize])
            } else {
                Places::Sparse(HashMap::with_capacity(relation.count))
            };
        }
        for number in 0..self.cells.len() as u32 {
            let cell = &self.cells[number as usize];
            let relation = &mut self.relations[cell.relation as usize];
            let tuple = &self.atoms[cell.start as usize..cell.start as usize + relation.arity];
            let Some(code) = relation.code(tuple.iter().copied()) else {
                return Err("a tuple has no place".to_owned());
            };
            let before = match &mut relation.places {
                Places::Dense(places) => std::mem::replace(&mut places[code as usize], number),
                Places::Sparse(places) => places.insert(code, number).unwrap_or(ABSENT),
            };
            if before != ABSENT {
                let place = |number: u32| match number as usize {
                    number if number < self.population => format!("population[{number}]"),
                    number => format!("order[{}]", number - self.population),
                };
                return Err(format!("{} and {} name one cell", place(before), place(number)));
            }
        }
        Ok(())
    }

    /// How many cells have a literal.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// The numbers of the cells in `population`.
    pub(crate) fn population(&self) -> Range<u32> {
        0..self.population as u32
    }

    /// The numbers of the cells in `order`.
    pub(crate) fn order(&self) -> Range<u32> {
        self.population as u32..self.cells.len() as u32
    }

    /// What is known of a cell.
    pub(crate) fn worth(&self, cell: u32) -> Worth {
        self.cells[cell as usize].worth
    }

    /// The atoms of a cell.
    pub(crate) fn tuple(&self, cell: u32) -> &[u32] {
        let cell = &self.cells[cell as usize];
        let arity = self.relations[cell.relation as usize].arity;
        &self.atoms[cell.start as usize..cell.start as usize + arity]
    }

    /// The cell of the same relation whose atoms are the images of this cell's atoms, if there is one.
    pub(crate) fn image(&self, cell: u32, images: &[u32]) -> Option<u32> {
        let relation = &self.relations[self.cells[cell as usize].relation as usize];
        let code = relation.code(self.tuple(cell).iter().map(|&atom| images[atom as usize]))?;
        match &relation.places {
            Places::Dense(places) => Some(places[code as usize]).filter(|&found| found != ABSENT),
            Places::Sparse(places) => places.get(&code).copied(),
        }
    }

    /// The words for a cell in a message.
    pub(crate) fn words(&self, cell: u32) -> String {
        let relation = self.cells[cell as usize].relation;
        let name = self.names.iter().find(|(_, number)| **number == relation);
        format!("{}{:?}", name.map_or("?", |(name, _)| name), self.tuple(cell))
    }
}

impl Relation {
    /// The number of a tuple among all that the columns allow.
    fn code(&self, tuple: impl Iterator<Item = u32>) -> Option<u64> {
        let mut code = 0u64;
        for (&(least, width), atom) in self.columns.iter().zip(tuple) {
            let at = atom.checked_sub(least).filter(|&at| at < width)?;
            code = code * u64::from(width) + u64::from(at);
        }
        Some(code)
    }
}
