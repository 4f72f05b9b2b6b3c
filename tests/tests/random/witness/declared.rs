//! The values that a declaration allows.

use super::bits::{Set, at_row, atoms, row, transposed};
use super::evaluate::Assignment;
use super::instances::TooMany;
use super::tree::{Field, Multiplicity, Range};
use super::value::Value;

/// All values that a field's declaration allows.
pub fn values(field: &Field, populated: &Assignment, most: usize) -> Result<Vec<Value>, TooMany> {
    let owners: Vec<usize> = atoms(populated.sigs[field.sig]).collect();
    let of_each = match &field.range {
        Range::Unary(multiplicity, sigs) => {
            let target = sigs.iter().fold(0, |all, &sig| all | populated.sigs[sig]);
            subsets(target, *multiplicity).into_iter().map(Value::Set).collect()
        }
        Range::Arrow(left, at_left, at_right, right) => {
            let [left, right] = [left, right].map(|&sig| populated.sigs[sig]);
            arrows(left, *at_left, *at_right, right)?
        }
    };
    let all = of_each.len().checked_pow(owners.len() as u32);
    if all.is_none_or(|all| all > most) {
        return Err(TooMany);
    }
    let arity = match &field.range {
        Range::Unary(..) => 2,
        Range::Arrow(..) => 3,
    };
    let mut found = vec![Value::empty(arity)];
    for owner in owners {
        let owner = Value::Set(1 << owner);
        let with = |value: &Value| {
            of_each.iter().map(|one| value.union(&owner.product(one))).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(with).collect();
    }
    Ok(found)
}

/// The relations of `left at_left -> at_right right`.
fn arrows(
    left: Set,
    at_left: Multiplicity,
    at_right: Multiplicity,
    right: Set,
) -> Result<Vec<Value>, TooMany> {
    if left.count_ones() * right.count_ones() > 9 {
        return Err(TooMany);
    }
    let mut found = vec![0];
    for atom in atoms(left) {
        let rows = subsets(right, at_right);
        let with =
            |pairs: &u128| rows.iter().map(|&set| pairs | at_row(set, atom)).collect::<Vec<_>>();
        found = found.iter().flat_map(with).collect();
    }
    let fits = |pairs: &u128| {
        let columns = transposed(*pairs);
        atoms(right).all(|atom| has_multiplicity(row(columns, atom), at_left))
    };
    Ok(found.into_iter().filter(fits).map(Value::Pairs).collect())
}

pub fn has_multiplicity(set: Set, multiplicity: Multiplicity) -> bool {
    match multiplicity {
        Multiplicity::Set => true,
        Multiplicity::One => set.count_ones() == 1,
        Multiplicity::Lone => set.count_ones() <= 1,
        Multiplicity::Some => set != 0,
    }
}

pub fn subsets(whole: Set, multiplicity: Multiplicity) -> Vec<Set> {
    let all = (0..=whole).filter(|set| set & !whole == 0);
    all.filter(|&set| has_multiplicity(set, multiplicity)).collect()
}
