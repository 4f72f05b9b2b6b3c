//! A set of rows as a formula.
//!
//! Values of a group have no names of their own: what is said of them is that a cell holds one of the group, and which
//! cells hold the same. So rows that differ by names within groups are one case. Cases that differ in one cell are joined.

use std::collections::{BTreeMap, BTreeSet};

use crate::domains::Cells;

/// A cell of a row, as the spec writes it.
pub(crate) struct CellText<'d> {
    /// `r.title`.
    pub text: String,
    pub domain: usize,
    pub groups: &'d [Vec<usize>],
    pub names: &'d [String],
    pub is_nullable: bool,
}

impl CellText<'_> {
    fn group(&self, place: usize) -> usize {
        let holds = |group: &Vec<usize>| group.contains(&place);
        self.groups.iter().position(holds).expect("each value is in a group")
    }

    /// The groups, and NULL where it may stand there.
    fn parts(&self) -> BTreeSet<Option<usize>> {
        let null = self.is_nullable.then_some(None);
        null.into_iter().chain((0..self.groups.len()).map(Some)).collect()
    }
}

/// Rows that differ in names within groups only.
type Case = (Vec<BTreeSet<Option<usize>>>, Vec<(usize, usize, bool)>);

/// All rows.
pub(crate) fn all(cells: &[CellText]) -> BTreeSet<Cells> {
    cells.iter().fold(BTreeSet::from([Vec::new()]), |rows, cell| {
        let places = cell.groups.iter().flatten().map(|place| Some(*place));
        let choices: Vec<Option<usize>> =
            cell.is_nullable.then_some(None).into_iter().chain(places).collect();
        let longer = |row: &Cells| {
            let row = row.clone();
            choices
                .clone()
                .into_iter()
                .map(move |choice| row.iter().copied().chain([choice]).collect())
        };
        rows.iter().flat_map(longer).collect()
    })
}

/// A formula that holds for the rows, which are closed under renaming within groups, and for no others.
pub(crate) fn holds(cells: &[CellText], rows: &BTreeSet<Cells>) -> String {
    let mut cases: BTreeSet<Case> = rows.iter().map(|row| case(cells, row)).collect();
    for at in (0..cells.len()).rev() {
        cases = joined(cases, at);
    }
    let said: Vec<String> = cases.iter().map(|case| said(cells, case)).collect();
    match &said[..] {
        [] => "some none".to_owned(),
        [only] => only.clone(),
        several => several
            .iter()
            .map(|one| if one.contains(" and ") { format!("({one})") } else { one.clone() })
            .collect::<Vec<String>>()
            .join(" or "),
    }
}

fn case(cells: &[CellText], row: &Cells) -> Case {
    let parts: Vec<Option<usize>> =
        cells.iter().zip(row).map(|(cell, place)| place.map(|place| cell.group(place))).collect();
    let mut same = Vec::new();
    for a in 0..cells.len() {
        for b in a + 1..cells.len() {
            let Some(group) = parts[a] else { continue };
            let is_pair = cells[a].domain == cells[b].domain && parts[a] == parts[b];
            if is_pair && cells[a].groups[group].len() > 1 {
                same.push((a, b, row[a] == row[b]));
            }
        }
    }
    (parts.into_iter().map(|part| BTreeSet::from([part])).collect(), same)
}

/// Cases that differ in one cell alone are one. A cell that is compared with another stays as it is, unless both ways of
/// comparing are there.
fn joined(cases: BTreeSet<Case>, at: usize) -> BTreeSet<Case> {
    let cases = without_comparisons(cases);
    let mut by_rest: BTreeMap<Case, BTreeSet<Option<usize>>> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    for (mut parts, same) in cases {
        if same.iter().any(|(a, b, _)| *a == at || *b == at) {
            kept.insert((parts, same));
            continue;
        }
        let own = std::mem::take(&mut parts[at]);
        by_rest.entry((parts, same)).or_default().extend(own);
    }
    kept.extend(by_rest.into_iter().map(|((mut parts, same), own)| {
        parts[at] = own;
        (parts, same)
    }));
    kept
}

/// Two cases that differ in whether two cells are the same are one, which does not ask.
fn without_comparisons(mut cases: BTreeSet<Case>) -> BTreeSet<Case> {
    loop {
        let pair = cases.iter().find_map(|case| {
            // With three cells of a group not all ways to compare are possible, so all stay.
            let [(a, b, true)] = case.1[..] else { return None };
            let other = (case.0.clone(), vec![(a, b, false)]);
            cases.contains(&other).then(|| (case.clone(), other))
        });
        let Some((case, other)) = pair else { return cases };
        cases.remove(&case);
        cases.remove(&other);
        cases.insert((case.0, Vec::new()));
    }
}

fn said(cells: &[CellText], (parts, same): &Case) -> String {
    let mut said: Vec<String> = Vec::new();
    for (cell, parts) in cells.iter().zip(parts) {
        let every = cell.parts();
        if *parts == every {
            continue;
        }
        let text = &cell.text;
        let names: Vec<&str> =
            parts.iter().flatten().map(|group| cell.names[*group].as_str()).collect();
        let has_null = parts.contains(&None);
        let is_all = names.len() == cell.groups.len();
        let of = match names.len() {
            1 => names[0].to_owned(),
            _ => format!("({})", names.join(" + ")),
        };
        said.push(match (names.is_empty(), has_null) {
            (true, _) => format!("no {text}"),
            (false, true) => format!("{text} in {of}"),
            (false, false) if is_all => format!("some {text}"),
            (false, false) if cell.is_nullable => format!("some {text} & {of}"),
            (false, false) => format!("{text} in {of}"),
        });
    }
    for (a, b, is_same) in same {
        let sign = if *is_same { "=" } else { "!=" };
        said.push(format!("{} {sign} {}", cells[*a].text, cells[*b].text));
    }
    match said.is_empty() {
        true => "no none".to_owned(),
        false => said.join(" and "),
    }
}
