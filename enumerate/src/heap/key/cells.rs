//! The numbers that objects may still get.

/// An ordered partition: a cell is a set of objects of one top-level sig and as many numbers, and
/// any of the objects may get any of the numbers.
///
/// Invariant: a cell is a range of places. `members` and `numbers` hold its objects and its numbers
/// there, the numbers descending as they are spelled. `place` and `start` are by object, `end` by
/// the first place of a cell, `holder` by the object's `base` and a number: the cell that has it.
#[derive(Debug, Default)]
pub struct Cells {
    members: Vec<u32>,
    numbers: Vec<u32>,
    place: Vec<u32>,
    start: Vec<u32>,
    end: Vec<u32>,
    base: Vec<u32>,
    holder: Vec<u32>,
}

impl Cells {
    /// Takes over the cells of another partition.
    pub fn copy(&mut self, other: &Cells) {
        self.members.clone_from(&other.members);
        self.numbers.clone_from(&other.numbers);
        self.place.clone_from(&other.place);
        self.start.clone_from(&other.start);
        self.end.clone_from(&other.end);
        self.base.clone_from(&other.base);
        self.holder.clone_from(&other.holder);
    }

    pub fn clear(&mut self, objects: usize) {
        self.members.clear();
        self.numbers.clear();
        let all =
            [&mut self.place, &mut self.start, &mut self.end, &mut self.base, &mut self.holder];
        for by in all {
            by.clear();
            by.resize(objects, 0);
        }
    }

    /// Adds a cell. `numbers` descend as they are spelled. `base`: how many objects the top-level sigs
    /// before have.
    pub fn add(&mut self, objects: &[u32], numbers: &[u32], base: u32) {
        let start = self.members.len();
        objects.iter().for_each(|&object| self.base[object as usize] = base);
        self.members.extend_from_slice(objects);
        self.numbers.extend_from_slice(numbers);
        self.settle(start, self.members.len());
    }

    pub fn cell_of(&self, object: u32) -> u32 {
        self.start[object as usize]
    }

    /// The cell with a number of the top-level sig that has so many objects before it.
    pub fn cell_with(&self, base: u32, number: u32) -> u32 {
        self.holder[(base + number) as usize]
    }

    pub fn objects(&self, cell: u32) -> &[u32] {
        &self.members[cell as usize..self.end[cell as usize] as usize]
    }

    /// Descending as they are spelled.
    pub fn numbers(&self, cell: u32) -> &[u32] {
        &self.numbers[cell as usize..self.end[cell as usize] as usize]
    }

    /// The number of an object that can have only one.
    pub fn number(&self, object: u32) -> Option<u32> {
        match self.numbers(self.cell_of(object)) {
            [number] => Some(*number),
            _ => None,
        }
    }

    /// The number of its cell that is spelled least.
    pub fn least(&self, object: u32) -> u32 {
        *self.numbers(self.cell_of(object)).last().expect("a cell is not empty")
    }

    /// Gives one object of a cell one of its numbers.
    pub fn split_off(&mut self, object: u32, number: u32) {
        let start = self.cell_of(object) as usize;
        let last = self.end[start] as usize - 1;
        let at = self.numbers[start..=last].iter().rposition(|&other| other == number);
        let at = start + at.expect("the number is one of the cell");
        self.numbers[at..=last].rotate_left(1);
        let here = self.place[object as usize] as usize;
        let moved = self.members[last];
        self.members.swap(here, last);
        self.place[moved as usize] = here as u32;
        self.end[start] = last as u32;
        self.settle(last, last + 1);
    }

    /// Divides a cell: each group of its objects has so many of its numbers for itself, and the
    /// other objects have the other numbers.
    pub fn divide(&mut self, cell: u32, groups: &[(&[u32], &[u32])]) {
        let (mut start, end) = (cell as usize, self.end[cell as usize] as usize);
        let is_in = |at: usize, of: u32| {
            groups.iter().any(|group| if at == 0 { group.0 } else { group.1 }.contains(&of))
        };
        let rest: Vec<u32> =
            self.members[start..end].iter().copied().filter(|&of| !is_in(0, of)).collect();
        let others: Vec<u32> =
            self.numbers[start..end].iter().copied().filter(|&of| !is_in(1, of)).collect();
        let whole = self.numbers[start..end].to_vec();
        for (objects, numbers) in groups.iter().copied().chain([(&rest[..], &others[..])]) {
            if objects.is_empty() {
                continue;
            }
            self.members[start..start + objects.len()].copy_from_slice(objects);
            let descending = whole.iter().copied().filter(|number| numbers.contains(number));
            let places = self.numbers[start..start + objects.len()].iter_mut();
            places.zip(descending).for_each(|(place, number)| *place = number);
            self.settle(start, start + objects.len());
            start += objects.len();
        }
        assert_eq!(start, end, "groups have as many numbers as objects");
    }

    /// The places from `start` to `end` are one cell.
    fn settle(&mut self, start: usize, end: usize) {
        self.end[start..end].fill(0);
        if start < end {
            self.end[start] = end as u32;
        }
        for at in start..end {
            let object = self.members[at] as usize;
            self.place[object] = at as u32;
            self.start[object] = start as u32;
            self.holder[(self.base[object] + self.numbers[at]) as usize] = start as u32;
        }
    }
}
