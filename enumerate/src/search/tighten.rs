//! Translating again under what probing has found out.
//!
//! Where propagation alone shows that a cell can not hold, or must, the cell becomes a bound, and the
//! spec is translated again: matrices lose entries, closures shrink, and gates that were made for
//! nothing are not made. With the discovery predicate half of all pointers go, since an atom can
//! only point to those that it, or one before it, discovers first. Where there is a shape to be found (see below), this
//! is repeated while it finds anything.
//!
//! Where atoms are numbered by discovery, the first to be translated is the structure of the spec only
//! ([`Detail::Structure`]): that half of all pointers go, and the shape, shows in it.
//!
//! The shape: if propagation refutes each two cells that lead to the same atom of a rooted class,
//! it is a tree, and what follows from that need not be encoded ([`korrel_translate::leading`]). Pairs
//! are probed and no solver is asked, because the question can be as hard as the spec, and a shape
//! that is missed costs time only.

use korrel_sat::{Effort, Enumerator, Lit};
use korrel_translate::{
    Cell, Contents, Detail, Question, Symmetry, Translation, TranslationFailure, impossible,
    leading, translate,
};

use crate::problem::Problem;

/// So many whole translations are probed. Where there is no shape to be found, the second probing of one found nothing in
/// any spec of the library, and took a third of the time until the first instance. Where there is, the fourth never paid.
const PROBINGS: usize = 1;
const PROBINGS_FOR_SHAPES: usize = 3;

/// A translation within the tightest bounds that probing finds, and its search. If that was probed, it knows what probing
/// has found, so that it is the one to go on.
///
/// # Errors
/// A construct that cannot be translated, too many gates, or a stop.
pub fn tightened(
    problem: &Problem<'_>,
    contents: Contents,
    effort: &Effort,
) -> Result<(Translation, Enumerator), TranslationFailure> {
    let mut known = CommonCells {
        question: problem.question.clone(),
        symmetry: problem.symmetry.clone(),
        contents,
        effort: effort.clone(),
    };
    known.exclude_impossible();
    let has_shapes = contents.break_symmetry && !known.symmetry.rooted.is_empty();
    let (mut detail, most) = match has_shapes {
        true => (Detail::Structure, PROBINGS_FOR_SHAPES),
        false => (Detail::Whole, PROBINGS),
    };
    let mut probings = 0;
    loop {
        // What was probed is gone by then, and the circuit before there is a search: there is one of each at a time.
        let translation = known.translate(detail)?.without_circuit();
        let mut models = search(&translation, effort);
        let is_whole = translation.is_whole;
        let learns = probings < most && known.learn(&translation, &mut models);
        if is_whole && !learns {
            return Ok((translation, models));
        }
        probings += usize::from(is_whole);
        detail = Detail::Whole;
    }
}

/// The cells that all instances have in common, as far as it was found out.
struct CommonCells<'m> {
    /// Within the bounds that are known.
    question: Question<'m>,
    /// The symmetry of the first bounds, with more known of its rooted classes.
    symmetry: Symmetry,
    contents: Contents,
    effort: Effort,
}

impl CommonCells<'_> {
    fn translate(&self, detail: Detail) -> Result<Translation, TranslationFailure> {
        let contents = Contents { detail, ..self.contents };
        translate(&self.question, &self.symmetry, contents, &self.effort)
    }

    /// True if a translation shows anything new. A translation without any model cannot be made
    /// cheaper.
    fn learn(&mut self, translation: &Translation, search: &mut Enumerator) -> bool {
        let Some(fixed) = search.probe() else { return false };
        let is_cell = |lit: &Lit| lit.var().index() < translation.cells.len();
        let known: Vec<_> = fixed
            .into_iter()
            .filter(is_cell)
            .flat_map(|lit| {
                let cells = self.symmetry.orbit(&translation.cells[lit.var().index()]);
                cells.into_iter().map(move |cell| (cell, lit.is_positive()))
            })
            .collect();
        self.question.bounds =
            translation.bounds.tightened(known.iter().map(|(cell, holds)| (cell, *holds)));
        let has_trees = self.contents.break_symmetry
            && self.contents.patterns
            && find_trees(&mut self.symmetry, translation, search, &self.effort);
        self.exclude_impossible();
        !known.is_empty() || has_trees
    }

    /// Excludes the cells that numbering by discovery alone excludes: they need not be translated
    /// to be found out.
    fn exclude_impossible(&mut self) {
        if self.contents.break_symmetry {
            let bounds = &self.question.bounds;
            let is_open = |cell: &&Cell| !bounds.get(cell.relation).lower.contains(&cell.tuple);
            let cells = impossible(&self.symmetry).into_iter().filter(is_open);
            self.question.bounds = bounds.tightened(cells.map(|cell| (cell, false)));
        }
    }
}

fn search(translation: &Translation, effort: &Effort) -> Enumerator {
    let (cnf, projection) = (&translation.cnf, &translation.projection);
    Enumerator::new(cnf, projection, Default::default(), effort.clone())
}

/// True if more classes are known to be trees than before.
fn find_trees(
    symmetry: &mut Symmetry,
    translation: &Translation,
    search: &mut Enumerator,
    effort: &Effort,
) -> bool {
    let literals = translation.literals();
    let holds = |cell: &Cell| translation.bounds.get(cell.relation).lower.contains(&cell.tuple);
    let mut found = false;
    for rooted in symmetry.rooted.iter_mut().filter(|rooted| !rooted.is_tree) {
        let is_tree = leading(rooted).into_iter().all(|cells| {
            if effort.is_stopped() {
                return false;
            }
            let certain = cells.iter().filter(|cell| holds(cell)).count();
            let open: Vec<Lit> = cells.iter().filter_map(|c| literals.get(*c).copied()).collect();
            certain == 0 && search.are_exclusive(&open)
                || certain == 1 && open.iter().all(|&lit| search.refutes(lit))
        });
        rooted.is_tree = is_tree;
        found |= is_tree;
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::Strategy;
    use crate::testing::{lines, problem};

    /// Closures of many atoms are made in another way than those of few, and their diagonals without them. The last atom
    /// of a chain leads to nothing, or back to one of 34.
    #[test]
    fn cycles_of_many_atoms() {
        for (formula, instances) in [
            ("no l: L | l in l.^n", 1),
            ("all l: L | l not in l.^n", 1),
            ("all l: L | l not in ^n.l", 1),
            ("no iden & ^n", 1),
            ("no ^n & iden", 1),
            ("some l: L | l in l.^n", 34),
            ("not all l: L | l not in l.^n", 34),
            ("some iden & ^n", 34),
            // All but the step back to the first one.
            ("no l: o/first | l in l.^n", 34),
            ("some l: L - o/first | l in l.^n", 34),
            ("o/first in o/first.^n", 1),
            ("one l: L | l in l.^n", 1),
            ("o/last not in o/first.^n.^n", 0),
            ("o/first not in o/last.^n", 34),
        ] {
            let spec = format!(
                "open util/ordering[L] as o sig L {{ n: lone L }}
                 fact {{ all l: L | some l.o/next implies l.n = l.o/next }} run {{ {formula} }} for exactly 34 L"
            );
            let model = problem(&spec);
            let found = lines(&model.problem(), Strategy::default(), None).len();
            assert_eq!(found, instances, "{formula}");
        }
    }
}
