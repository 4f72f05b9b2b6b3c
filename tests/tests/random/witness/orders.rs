//! Orders: of unions, of subset sigs, of several sigs at once, under raised and inexact scopes.
//!
//! The other theme has few of these. Here each spec has an order or several and little else, and what
//! it tries is counted, so that it can be seen that every rule is tried.
//!
//! `KORREL_RANDOM_SPECS=100000 cargo test --release -p korrel-tests --test random orders -- --nocapture`

use super::Tested;
use super::bound::{Bound, bounds};
use super::generate;
use super::sizes::{Size, sizes};
use super::tree::{Kind, SigId, Spec};

/// The number of compared specs that have each kind of order.
#[derive(Debug, Default)]
struct Tried {
    of_a_union: u64,
    of_a_union_that_may_be_empty: u64,
    of_a_subset_sig: u64,
    of_a_subset_of_a_subset_sig: u64,
    of_several_sigs: u64,
    by_equality: u64,
    of_an_extension: u64,
    without_a_module: u64,
    several: u64,
    several_on_the_same_atoms: u64,
    bound: u64,
    /// An order that binds a set to its upper bound leaves no instance.
    bound_without_instances: u64,
    not_bound: u64,
    beside_a_range: u64,
    raised_scope: u64,
    inexact_scope: u64,
}

/// An order that Korrel binds where the rules do not, or the other way round, loses classes or adds some.
#[test]
fn orders_are_those_of_the_rules() {
    let mut tried = Tried::default();
    let tested = Tested::by_seeds(500, |tested, own| {
        let spec = generate::orders(own);
        let asked = super::asked();
        if let Some(classes) = tested.compare(own, &spec, asked) {
            tried.note(&spec, classes);
        }
    });
    println!("{tested:?}\n{tried:#?}");
    let Tested { compared, with_classes, ambiguous, too_many, .. } = tested;
    assert!(tried.rarest() * 200 > compared, "something is hardly tried: {compared} {tried:#?}");
    assert!(with_classes * 3 > compared, "few specs have several classes: {tested:?}");
    assert!((ambiguous + too_many) * 2 < compared, "few are compared: {tested:?}");
}

impl Tried {
    fn note(&mut self, spec: &Spec, classes: usize) {
        let sizes = sizes(spec).expect("it was compared");
        let ordered = spec.ordered();
        let any = |has: &dyn Fn(SigId) -> bool| u64::from(ordered.iter().any(|&sig| has(sig)));
        let is_union = |sig| spec.relation_of(sig).is_none();
        self.of_a_union += any(&is_union);
        let may_be_empty = |sig| is_union(sig) && least(spec, &sizes, sig) == 0;
        self.of_a_union_that_may_be_empty += any(&|sig| may_be_empty(sig) && classes > 0);
        self.of_a_subset_sig += any(&|sig| spec.is_subset(sig));
        let has_parent = |sig: SigId, has: &dyn Fn(&[SigId]) -> bool| matches!(&spec.sigs[sig].kind, Kind::Subset(parents) if has(parents));
        self.of_a_subset_of_a_subset_sig +=
            any(&|sig| has_parent(sig, &|all| all.iter().any(|&of| spec.is_subset(of))));
        self.of_several_sigs += any(&|sig| has_parent(sig, &|all| all.len() > 1));
        self.by_equality += any(&|sig| spec.sigs[sig].is_all);
        self.of_an_extension += any(&|sig| matches!(spec.sigs[sig].kind, Kind::Child(_)));
        self.without_a_module += u64::from(spec.orders.iter().any(|order| order.is_bare));
        self.several += u64::from(ordered.len() > 1);
        self.note_bounds(spec, &sizes, classes);
    }

    fn note_bounds(&mut self, spec: &Spec, sizes: &[Option<Size>], classes: usize) {
        let bounds = bounds(spec, sizes);
        let has = |wanted: &dyn Fn(Bound) -> bool| {
            bounds.iter().flatten().any(|&(_, bound)| wanted(bound))
        };
        let is_bound = has(&|bound| matches!(bound, Bound::Size(_)));
        self.bound += u64::from(is_bound);
        self.bound_without_instances += u64::from(is_bound && classes == 0);
        self.not_bound += u64::from(has(&|bound| bound == Bound::Free));
        self.beside_a_range += u64::from(has(&|bound| bound == Bound::Whole));
        let relations: Vec<SigId> = bounds.iter().flatten().map(|&(sig, _)| sig).collect();
        let tops = relations.iter().map(|&sig| spec.tops_of(sig));
        let tops: Vec<Vec<SigId>> = tops.collect();
        let meets = |at: usize| tops[..at].iter().flatten().any(|top| tops[at].contains(top));
        self.several_on_the_same_atoms += u64::from((1..tops.len()).any(meets));
        let is_raised = |sig: SigId| {
            let stated = spec.scope.sigs.iter().find(|(of, _)| *of == sig);
            let stated = stated.map(|(_, sizes)| sizes.most()).or(spec.scope.default);
            stated.is_some_and(|stated| sizes[sig].is_some_and(|size| size.most > stated))
        };
        let is_inexact = |&sig: &SigId| {
            sizes[sig].is_some_and(|size| size.least < size.most) && !spec.lies_beside_range(sig)
        };
        let family = |sig: SigId| tops.iter().flatten().any(|&top| spec.top(sig) == top);
        let family: Vec<SigId> = spec.primary().filter(|&sig| family(sig)).collect();
        self.raised_scope += u64::from(family.iter().any(|&sig| is_raised(sig)));
        self.inexact_scope += u64::from(family.iter().any(is_inexact));
    }

    /// The number of specs that have the rarest kind.
    fn rarest(&self) -> u64 {
        let all = [
            self.of_a_union,
            self.of_a_union_that_may_be_empty,
            self.of_a_subset_sig,
            self.of_a_subset_of_a_subset_sig,
            self.of_several_sigs,
            self.by_equality,
            self.of_an_extension,
            self.without_a_module,
            self.several,
            self.several_on_the_same_atoms,
            self.bound,
            self.bound_without_instances,
            self.not_bound,
            self.beside_a_range,
            self.raised_scope,
            self.inexact_scope,
        ];
        all.into_iter().min().expect("there are some")
    }
}

/// The least number of atoms of the sigs that a sig is made of or lies in.
fn least(spec: &Spec, sizes: &[Option<Size>], sig: SigId) -> usize {
    match &spec.sigs[sig].kind {
        Kind::Subset(parents) => parents.iter().map(|&of| least(spec, sizes, of)).sum(),
        _ => sizes[sig].map_or(0, |size| size.least),
    }
}
