//! The sizes that each sig may have, by the language text ("Meaning", "What Korrel adds", and the
//! section on scopes of docs/language.md), and by nothing else.

use super::tree::{Kind, Multiplicity, SigId, Sizes, Spec};

/// The least and the greatest number of atoms of a sig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub least: usize,
    pub most: usize,
    /// A range of Korrel's, or derived with one: an order leaves it open.
    is_range: bool,
}

/// The sizes of all sigs but subset sigs, which have none. `None`: the command must be refused.
pub fn sizes(spec: &Spec) -> Option<Vec<Option<Size>>> {
    let mut sizes = stated(spec)?;
    derive(spec, &mut sizes)?;
    for sig in ordered_primaries(spec) {
        let size = sizes[sig].as_mut().expect("all sizes are derived");
        if !size.is_range {
            size.least = size.most;
        }
    }
    for top in spec.tops() {
        raise(spec, &mut sizes, top);
    }
    Some(sizes)
}

/// The sigs whose scope an order makes exact: those that `util/ordering` is opened for. Beside a range,
/// those that an ordered relation lies in, too.
fn ordered_primaries(spec: &Spec) -> Vec<SigId> {
    let of_module = spec.orders.iter().filter(|order| !order.is_bare).map(|order| order.sig);
    let mut sigs: Vec<SigId> = of_module.filter(|&sig| !spec.is_subset(sig)).collect();
    let relations = spec.orders.iter().filter_map(|order| spec.relation_of(order.sig));
    let mut open: Vec<SigId> = relations.filter(|&sig| spec.lies_beside_range(sig)).collect();
    while let Some(sig) = open.pop() {
        match &spec.sigs[sig].kind {
            Kind::Subset(parents) => open.extend(parents),
            _ => sigs.push(sig),
        }
    }
    sigs
}

/// The sizes that the command, multiplicities and enums state.
fn stated(spec: &Spec) -> Option<Vec<Option<Size>>> {
    let mut sizes = vec![None; spec.sigs.len()];
    for &(sig, stated) in &spec.scope.sigs {
        let size = match stated {
            Sizes::UpTo(most) => Size { least: 0, most, is_range: false },
            Sizes::Exactly(n) => Size { least: n, most: n, is_range: false },
            // `4..4 A` is `exactly 4 A`.
            Sizes::Between(least, most) => Size { least, most, is_range: least < most },
        };
        let takes_it = match spec.sigs[sig].kind {
            Kind::Subset(_) | Kind::Enum | Kind::Gone => false,
            Kind::Top | Kind::Child(_) | Kind::Value(_) => match spec.sigs[sig].multiplicity {
                Multiplicity::One => size.most == 1,
                Multiplicity::Lone => size.most <= 1,
                Multiplicity::Set | Multiplicity::Some => true,
            },
        };
        if !takes_it || sizes[sig].is_some() {
            return None;
        }
        sizes[sig] = Some(size);
    }
    for sig in spec.primary() {
        match spec.sigs[sig].multiplicity {
            Multiplicity::One => sizes[sig] = Some(Size { least: 1, most: 1, is_range: false }),
            Multiplicity::Lone if sizes[sig].is_none() => {
                sizes[sig] = Some(Size { least: 0, most: 1, is_range: false });
            }
            _ => (),
        }
    }
    Some(sizes)
}

/// Derives the other sizes; `None` if for some sig none follows.
fn derive(spec: &Spec, sizes: &mut [Option<Size>]) -> Option<()> {
    let default = match (spec.scope.default, spec.scope.sigs.is_empty()) {
        (None, true) => Some(3),
        (default, _) => default,
    };
    let mut bounded_by_parent = vec![false; sizes.len()];
    loop {
        let mut is_derived = false;
        for &sig in spec.written.iter().filter(|&&sig| !bounded_by_parent[sig]) {
            is_derived |= from_family(spec, sizes, sig);
        }
        if is_derived {
            continue;
        }
        if let Some(top) = spec.tops().find(|&top| sizes[top].is_none()) {
            sizes[top] = Some(Size { least: 0, most: default?, is_range: false });
            continue;
        }
        // Parents stand before their children.
        let Some(child) = spec.primary().find(|&sig| sizes[sig].is_none()) else {
            return Some(());
        };
        let parent = spec.parent(child).expect("top-level sigs have a size by now");
        let of_parent = sizes[parent].expect("what stands before it has a size by now");
        for sibling in spec.children(parent).filter(|&id| sizes[id].is_none()).collect::<Vec<_>>() {
            sizes[sibling] = Some(Size { least: 0, ..of_parent });
            bounded_by_parent[sibling] = true;
        }
    }
}

/// Gives an abstract sig the sum of its children, or its only child without a scope the rest; true if it did.
fn from_family(spec: &Spec, sizes: &mut [Option<Size>], parent: SigId) -> bool {
    let children: Vec<SigId> = spec.children(parent).collect();
    let is_abstract = spec.sigs[parent].is_abstract || spec.sigs[parent].kind == Kind::Enum;
    if !is_abstract || children.is_empty() {
        return false;
    }
    let known: Vec<Size> = children.iter().filter_map(|&child| sizes[child]).collect();
    let sum: usize = known.iter().map(|size| size.most).sum();
    let has_range = known.iter().any(|size| size.is_range);
    match (sizes[parent], children.len() - known.len()) {
        (None, 0) => {
            sizes[parent] = Some(Size { least: 0, most: sum, is_range: has_range });
            true
        }
        (Some(of_parent), 1) => {
            let child = children.into_iter().find(|&child| sizes[child].is_none());
            let (most, is_range) =
                (of_parent.most.saturating_sub(sum), has_range || of_parent.is_range);
            sizes[child.expect("one is missing")] = Some(Size { least: 0, most, is_range });
            true
        }
        _ => false,
    }
}

/// A parent's scope that is smaller than what its children need is raised. How many atoms it needs
/// itself.
fn raise(spec: &Spec, sizes: &mut [Option<Size>], sig: SigId) -> usize {
    let children: Vec<SigId> = spec.children(sig).collect();
    let needed: usize = children.into_iter().map(|child| raise(spec, sizes, child)).sum();
    let size = sizes[sig].as_mut().expect("all sizes are derived");
    size.most = size.most.max(needed);
    size.least = size.least.max(needed);
    size.least
}
