//! Smaller specs, to show the smallest one that still differs.

mod formulas;

use super::tree::{Field, Kind, Multiplicity, Sizes, Spec};
use formulas::smaller_formulas;

/// The specs that are left if one thing is taken away.
pub fn smaller(spec: &Spec) -> Vec<Spec> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Spec)| {
        let mut changed = spec.clone();
        change(&mut changed);
        all.push(changed);
    };
    for at in 0..spec.facts.len() {
        with(&|s| drop(s.facts.remove(at)));
        for formula in smaller_formulas(&spec.facts[at]) {
            with(&|s| s.facts[at] = formula.clone());
        }
    }
    for formula in smaller_formulas(&spec.goal) {
        with(&|s| s.goal = formula.clone());
    }
    with(&|s| s.written.sort_unstable());
    with(&|s| s.called = None);
    with(&|s| s.scope.no_integers = false);
    for at in 0..spec.parameters.len() {
        with(&|s| drop(s.parameters.remove(at)));
    }
    for at in 0..spec.fields.len() {
        with(&|s| drop(s.fields.remove(at)));
    }
    for sig in 0..spec.sigs.len() {
        with(&|s| {
            let values: Vec<_> = s.children(sig).filter(|&id| s.is_enum(id)).collect();
            values.into_iter().chain([sig]).for_each(|id| s.sigs[id].kind = Kind::Gone);
        });
        with(&|s| s.sigs[sig].is_abstract = false);
        with(&|s| s.sigs[sig].is_all = false);
        with(&|s| s.sigs[sig].multiplicity = Multiplicity::Set);
    }
    for at in 0..spec.scope.sigs.len() {
        with(&|s| {
            s.scope.sigs.remove(at);
        });
        for sizes in smaller_sizes(spec.scope.sigs[at].1) {
            with(&|s| s.scope.sigs[at].1 = sizes);
        }
    }
    if let Some(default) = spec.scope.default.filter(|default| *default > 1) {
        with(&|s| s.scope.default = Some(default - 1));
    }
    all.extend(without_order(spec));
    let size = spec.to_string().len();
    all.retain(|smaller| is_whole(smaller) && smaller.to_string().len() <= size);
    all.retain(|smaller| smaller.to_string() != spec.to_string());
    all
}

/// Orders are told by their place: only one that is not used, nor any after it, can go.
fn without_order(spec: &Spec) -> Option<Spec> {
    let mut without = spec.clone();
    let order = without.orders.pop()?;
    // As the names of a module they stand only where they are used.
    let mut of_modules = spec.clone();
    of_modules.orders.iter_mut().for_each(|order| order.is_bare = false);
    (!of_modules.to_string().contains(&format!("{}/", order.alias))).then_some(without)
}

/// True if nothing speaks of a sig that is gone.
fn is_whole(spec: &Spec) -> bool {
    let text = spec.to_string();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let gone = spec.sigs.iter().filter(|sig| sig.kind == Kind::Gone);
    let mut gone = gone.map(|sig| sig.name.as_str());
    let is_homeless = |field: &Field| spec.sigs[field.sig].kind == Kind::Gone;
    !gone.any(|name| words.contains(&name)) && !spec.fields.iter().any(is_homeless)
}

fn smaller_sizes(sizes: Sizes) -> Vec<Sizes> {
    match sizes {
        Sizes::UpTo(n) if n > 1 => vec![Sizes::UpTo(n - 1)],
        Sizes::Exactly(n) if n > 1 => vec![Sizes::Exactly(n - 1)],
        Sizes::Between(m, n) if m < n => vec![Sizes::Between(m, n - 1), Sizes::Between(m + 1, n)],
        _ => Vec::new(),
    }
}
