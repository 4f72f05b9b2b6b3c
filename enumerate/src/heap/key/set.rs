//! Sets of objects in the text: the numbers that make it least, and whose they may be.

use super::cells::Cells;
use super::least::{LeastText, Leave};
use super::spelling::by_spelling;
use super::writing::Writing;

/// The objects of one type that are of one cell, and the numbers that were taken for them.
#[derive(Debug)]
pub struct CellObjects {
    pub cell: u32,
    /// The rank of the text of their ids among those of other types.
    text_rank: u32,
    pub objects: Vec<u32>,
    pub taken: Vec<u32>,
}

/// Writes the `at`-th element of a set: some object, which shows the type, and a number.
pub type PutElement<'p> = &'p mut dyn FnMut(&mut LeastText, u32, u32, usize) -> Result<(), Leave>;

impl CellObjects {
    /// True if their objects are of one cell and one type.
    pub fn is_alike(&self, other: &CellObjects) -> bool {
        (self.cell, self.text_rank) == (other.cell, other.text_rank)
    }

    pub fn add(&mut self, object: u32, number: u32) {
        self.objects.push(object);
        self.taken.push(number);
    }
}

impl LeastText {
    /// The elements of a set, ascending by number within each top-level sig. They share the numbers
    /// that were written. It stays open which of them has which.
    pub(super) fn put_set(
        &mut self,
        state: &mut Writing,
        ids: &[u32],
        put: PutElement<'_>,
    ) -> Result<(), Leave> {
        let types = &self.types;
        let by_top = |a: &u32, b: &u32| types[*a as usize].top == types[*b as usize].top;
        let groups: Vec<&[u32]> = ids.chunk_by(by_top).collect();
        let mut at = 0;
        for group in groups {
            let numbered = group.iter().map(|&object| Some((state.cells.number(object)?, object)));
            if let Some(mut numbered) = numbered.collect::<Option<Vec<(u32, u32)>>>() {
                numbered.sort_unstable();
                for (number, object) in numbered {
                    put(self, object, number, at)?;
                    at += 1;
                }
                continue;
            }
            let mut classes = self.classes(&state.cells, group);
            let mut last = None;
            for _ in group {
                let (class, number) = next_in_order(&state.cells, &classes, last)
                    .expect("as long as only one set is written, there are numbers for all of it");
                classes[class].taken.push(number);
                last = Some(number);
                put(self, classes[class].objects[0], number, at)?;
                at += 1;
            }
            divide(&mut state.cells, &classes);
        }
        Ok(())
    }

    pub(super) fn classes(&self, cells: &Cells, objects: &[u32]) -> Vec<CellObjects> {
        let mut classes: Vec<CellObjects> = Vec::new();
        for &object in objects {
            let (cell, text_rank) = (cells.cell_of(object), self.types[object as usize].text_rank);
            let same =
                |class: &&mut CellObjects| class.cell == cell && class.text_rank == text_rank;
            match classes.iter_mut().find(same) {
                Some(class) => class.objects.push(object),
                None => {
                    let (objects, taken) = (vec![object], Vec::new());
                    classes.push(CellObjects { cell, text_rank, objects, taken });
                }
            }
        }
        classes
    }
}

/// The class of the next object, in ascending order of numbers, and its number: of all numbers that
/// are greater than the last and leave greater ones for the others, the one whose id is spelled
/// least. `None` if there is none.
pub fn next_in_order(
    cells: &Cells,
    classes: &[CellObjects],
    last: Option<u32>,
) -> Option<(usize, u32)> {
    let is_after = |number: u32| last.is_none_or(|last| number > last);
    let mut best: Option<(usize, u32)> = None;
    for (at, class) in classes.iter().enumerate() {
        if class.objects.len() == class.taken.len() {
            continue;
        }
        for &number in cells.numbers(class.cell).iter().rev() {
            let is_less = best.is_none_or(|(other, than)| {
                let ranks = class.text_rank.cmp(&classes[other].text_rank);
                ranks.then_with(|| by_spelling(number, than)).is_lt()
            });
            if is_less
                && is_after(number)
                && is_free(classes, class.cell, number)
                && leaves_enough(cells, classes, at, number)
            {
                best = Some((at, number));
                // All others of the class are spelled greater.
                break;
            }
        }
    }
    best
}

fn is_free(classes: &[CellObjects], cell: u32, number: u32) -> bool {
    !classes.iter().any(|class| class.cell == cell && class.taken.contains(&number))
}

/// True if all others can have greater numbers if one of a class gets this one.
fn leaves_enough(cells: &Cells, classes: &[CellObjects], chosen: usize, number: u32) -> bool {
    classes.iter().enumerate().all(|(first, class)| {
        let cell = class.cell;
        if classes[..first].iter().any(|other| other.cell == cell) {
            return true;
        }
        let of_cell = classes.iter().enumerate().filter(|(_, other)| other.cell == cell);
        let wanted: usize = of_cell
            .map(|(at, other)| other.objects.len() - other.taken.len() - usize::from(at == chosen))
            .sum();
        let greater = cells.numbers(cell).iter().filter(|&&other| other > number);
        wanted == 0 || greater.filter(|&&other| is_free(classes, cell, other)).count() >= wanted
    })
}

/// The objects of each class keep the numbers that were taken for them to themselves.
pub fn divide(cells: &mut Cells, classes: &[CellObjects]) {
    for (first, class) in classes.iter().enumerate() {
        let cell = class.cell;
        let is_new = !classes[..first].iter().any(|other| other.cell == cell);
        if !is_new || cells.objects(cell).len() == 1 {
            continue;
        }
        let groups: Vec<(&[u32], &[u32])> = classes
            .iter()
            .filter(|other| other.cell == cell)
            .map(|other| (&other.objects[..], &other.taken[..]))
            .collect();
        cells.divide(cell, &groups);
    }
}
