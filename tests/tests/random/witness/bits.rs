//! Sets and pairs of at most eleven atoms, as bits.

/// The most atoms: so many rows of so many bits fit into 128.
pub const MOST_ATOMS: usize = 11;

/// Atoms as bits.
pub type Set = u16;
/// Row `a` holds the atoms that `a` is paired with.
pub type Pairs = u128;

pub const ALL: Set = (1 << MOST_ATOMS) - 1;

pub fn atoms(set: Set) -> impl Iterator<Item = usize> {
    (0..MOST_ATOMS).filter(move |atom| set >> atom & 1 == 1)
}

pub fn row(pairs: Pairs, atom: usize) -> Set {
    (pairs >> (atom * MOST_ATOMS)) as Set & ALL
}

pub fn at_row(set: Set, atom: usize) -> Pairs {
    Pairs::from(set) << (atom * MOST_ATOMS)
}

pub fn transposed(pairs: Pairs) -> Pairs {
    let columns = (0..MOST_ATOMS).map(|b| {
        let column = (0..MOST_ATOMS).filter(|&a| row(pairs, a) >> b & 1 == 1);
        at_row(column.map(|a| 1 << a).sum(), b)
    });
    columns.sum()
}

/// The union of the rows of the set.
pub fn image(set: Set, pairs: Pairs) -> Set {
    atoms(set).fold(0, |all, atom| all | row(pairs, atom))
}

fn composed(a: Pairs, b: Pairs) -> Pairs {
    (0..MOST_ATOMS).map(|atom| at_row(image(row(a, atom), b), atom)).sum()
}

pub fn closure(pairs: Pairs) -> Pairs {
    let mut closed = pairs;
    loop {
        let longer = closed | composed(closed, closed);
        if longer == closed {
            return closed;
        }
        closed = longer;
    }
}

pub fn identity(of: Set) -> Pairs {
    atoms(of).map(|atom| at_row(1 << atom, atom)).sum()
}
