//! The labellings of an instance, one by one.

use std::ops::ControlFlow;

use korrel_lang::arena::Id;
use korrel_lang::instance::Instance;
use korrel_lang::model::Sig;
use korrel_lang::universe::AtomId;
use korrel_translate::RootedClass;

use super::BruteStop;
use crate::problem::Problem;

/// The atoms in use of each class.
pub(super) fn used_classes(problem: &Problem<'_>, instance: &Instance) -> Vec<Vec<AtomId>> {
    let in_use = instance.sig(Sig::UNIVERSE);
    let is_used = |&atom: &AtomId| in_use.contains(&[atom]);
    let classes = problem.symmetry.all_classes();
    classes.map(|class| class.iter().copied().filter(is_used).collect()).collect()
}

/// Visits all permutations of the atoms within these classes, of the first one from a place on.
/// There can be millions: none is kept.
pub(super) fn permute(
    images: &mut [AtomId],
    classes: &[Vec<AtomId>],
    from: usize,
    visit: &mut impl FnMut(&[AtomId]) -> ControlFlow<BruteStop>,
) -> ControlFlow<BruteStop> {
    let Some((class, rest)) = classes.split_first() else {
        return visit(images);
    };
    if from >= class.len() {
        return permute(images, rest, 0, visit);
    }
    for at in from..class.len() {
        images.swap(class[from].index(), class[at].index());
        permute(images, classes, from + 1, visit)?;
        images.swap(class[from].index(), class[at].index());
    }
    ControlFlow::Continue(())
}

/// True if the atoms, renamed, are numbered in the order in which the pointers meet them.
pub(super) fn is_discovered(rooted: &RootedClass, instance: &Instance, images: &[AtomId]) -> bool {
    let in_use = instance.sig(Sig::UNIVERSE);
    let used = rooted.atoms.iter().filter(|&&atom| in_use.contains(&[atom])).count();
    let place = |atom: AtomId| rooted.atoms.iter().position(|&a| a == atom);
    let mut met = 0;
    for row in &rooted.rows {
        let owner = row.owner.and_then(place).filter(|&owner| owner < used);
        if owner.is_some_and(|owner| owner >= met) {
            return false;
        }
        for cell in &row.cells {
            let renamed: Vec<AtomId> = cell.tuple.iter().map(|a| images[a.0 as usize]).collect();
            if !instance.get(cell.relation).contains(&renamed) {
                continue;
            }
            let target = place(*cell.tuple.last().expect("a tuple has an atom"));
            match target.expect("a row leads to the class") {
                target if target > met => return false,
                target if target == met => met += 1,
                _ => {}
            }
        }
    }
    met == used
}
