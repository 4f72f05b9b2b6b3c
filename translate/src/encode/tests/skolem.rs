//! Quantifiers over sets and relations: a formula keeps its meaning where it is Skolemised and where values are tried.
//! All else is refused.

use korrel_lang::model::{
    Count, Declaration, ExprKind, Formula, Function, FunctionId, Multiplicity, Range, Value,
};
use korrel_lang::universe::Arithmetic;

use super::super::{HigherOrder, Obstacle};
use super::build::*;
use super::world::{A, F, N, State, World};

const UNIVERSAL: Option<Obstacle> = Some(Obstacle::HigherOrder(HigherOrder::Universal));

fn world() -> World {
    World::new(Arithmetic::Wrap { bit_width: 3 })
}

fn sets(multiplicity: Multiplicity) -> Vec<Declaration> {
    vec![ranged(&[X], multiplicity, sig(A))]
}

/// `X = x.f` for the atom that stands for `Y`.
fn is_image_of_y() -> Formula {
    equal(var(X), join(var(Y), field(F)))
}

/// Each subset of the atoms that `f` leads to itself, the empty one among them.
fn closed_sets(s: &State) -> Vec<usize> {
    let subsets = (0..1usize << N).filter(|set| (0..N).all(|x| set >> x & 1 == 0 || s.a[x]));
    let leads_out =
        |set: usize, x: usize, y: usize| s.f[x][y] && set >> x & 1 == 1 && set >> y & 1 == 0;
    let is_closed = |set: &usize| (0..N).all(|x| (0..N).all(|y| !leads_out(*set, x, y)));
    subsets.filter(is_closed).collect()
}

/// A `some` that is asserted and an `all` that is denied are the same, and hold where a value does it.
#[test]
fn existential_quantifiers_have_a_value() {
    let world = world();
    let closed = || subset(join(var(X), field(F)), var(X));
    let proper = || not(equal(var(X), sig(A)));
    let body = || and(vec![closed(), proper(), count(Count::Some, var(X))]);
    let expected = |s: &State| {
        let all = s.atoms().iter().map(|x| 1 << x).sum::<usize>();
        closed_sets(s).iter().any(|&set| set != 0 && set != all)
    };
    world.check(&exists(sets(Multiplicity::Set), body()), expected);
    world.check(&exists(sets(Multiplicity::Some), and(vec![closed(), proper()])), expected);
    let denied = all(sets(Multiplicity::Set), not(body()));
    world.check(&not(denied.clone()), expected);
    let no_arrow = || count(Count::No, field(F));
    world.check(&implies(denied, no_arrow()), |s| {
        expected(s) || !s.f.iter().flatten().any(|&bit| bit)
    });
}

/// Each binding under a universal quantifier has a value of its own: one for all would be too
/// strict.
#[test]
fn bindings_have_values_of_their_own() {
    let world = world();
    let own = all(vec![each(&[Y], sig(A))], exists(sets(Multiplicity::Lone), is_image_of_y()));
    world.check(&own, |s| s.f.iter().all(|row| row.iter().filter(|&&bit| bit).count() <= 1));
    let shared = exists(sets(Multiplicity::Lone), all(vec![each(&[Y], sig(A))], is_image_of_y()));
    world.check(&shared, |s| {
        let mut rows = s.atoms().into_iter().map(|x| &s.f[x]);
        let first = rows.next();
        first.is_none_or(|first| {
            first.iter().filter(|&&bit| bit).count() <= 1 && rows.all(|row| row == first)
        })
    });
}

/// Later declarations, of atoms too, see the values of earlier ones. `disj` holds among its own.
#[test]
fn declarations_are_mixed() {
    let world = world();
    let declarations = vec![
        each(&[Y], sig(A)),
        ranged(&[X], Multiplicity::Some, join(var(Y), field(F))),
        each(&[Z], var(X)),
    ];
    let loops = exists(declarations, equal(var(Z), var(Y)));
    world.check(&loops, |s| (0..N).any(|x| s.f[x][x]));
    let halves = Declaration { is_disjoint: true, ..ranged(&[X, Y], Multiplicity::Some, sig(A)) };
    let split = exists(vec![halves], equal(join(var(X), field(F)), var(Y)));
    world.check(&split, |s| {
        let image = |set: usize| {
            let reached = |y: usize| (0..N).any(|x| set >> x & 1 == 1 && s.f[x][y]);
            (0..N).filter(|&y| reached(y)).map(|y| 1usize << y).sum::<usize>()
        };
        (0..1usize << N).any(|set| {
            let within = (0..N).all(|x| set >> x & 1 == 0 || s.a[x]);
            within && image(set) != 0 && image(set) & set == 0
        })
    });
}

/// Each multiplicity of an arrow constrains its own side.
#[test]
fn arrows_constrain_their_sides() {
    use Multiplicity::{Lone, One, Set, Some};
    let leaf = || Range::of(Set, sig(A));
    for (left_multiplicity, right_multiplicity) in [(Set, One), (Lone, Set), (Some, Lone)] {
        let range = Range::arrow(leaf(), [left_multiplicity, right_multiplicity], leaf());
        let declaration = Declaration::new(vec![X], range, SPAN, |_| Y);
        let relation = expr(2, ExprKind::Variable(X));
        world().check(&exists(vec![declaration], equal(relation, field(F))), |s| {
            let fits = |multiplicity, count: usize| match multiplicity {
                One => count == 1,
                Lone => count <= 1,
                Some => count > 0,
                Set => true,
            };
            s.atoms().into_iter().all(|x| {
                let row = (0..N).filter(|&y| s.f[x][y]).count();
                let column = (0..N).filter(|&y| s.f[y][x]).count();
                fits(right_multiplicity, row) && fits(left_multiplicity, column)
            })
        });
    }
}

/// Where it counts that there is a set and that there is none, each set is tried.
#[test]
fn all_sets_are_tried_where_both_outcomes_count() {
    let world = world();
    let proper = || {
        let is_proper = and(vec![count(Count::Some, var(X)), not(equal(var(X), sig(A)))]);
        exists(sets(Multiplicity::Set), and(vec![is_closed(), is_proper]))
    };
    let expected = |s: &State| {
        let all = s.atoms().iter().map(|x| 1 << x).sum::<usize>();
        closed_sets(s).iter().any(|&set| set != 0 && set != all)
    };
    let where_it_holds = |formula: Formula| {
        let kind = ExprKind::Comprehension(vec![each(&[Y], sig(A))], Box::new(formula));
        equal(expr(1, kind), sig(A))
    };
    world.check(&where_it_holds(proper()), |s| s.atoms().is_empty() || expected(s));
    world.check(&where_it_holds(not(proper())), |s| s.atoms().is_empty() || !expected(s));
}

/// If the question knows no values, a formula that would have to hold of all sets is refused and not mistranslated.
#[test]
fn all_else_is_refused() {
    let world = world();
    let some_set = || exists(sets(Multiplicity::Set), count(Count::Some, var(X)));
    let all_sets = || all(sets(Multiplicity::Set), count(Count::Some, var(X)));
    let plain = || count(Count::Some, sig(A));
    assert_eq!(world.refusal(&all_sets()), UNIVERSAL);
    assert_eq!(world.refusal(&not(some_set())), UNIVERSAL);
    assert_eq!(world.refusal(&implies(some_set(), plain())), UNIVERSAL);
    assert_eq!(world.refusal(&implies(plain(), all_sets())), UNIVERSAL);
    for formula in [some_set(), all_sets(), not(some_set())] {
        assert_eq!(world.refusal(&iff(plain(), formula.clone())), UNIVERSAL);
        assert_eq!(world.refusal(&if_else(formula, plain(), plain())), UNIVERSAL);
    }
    let kind = ExprKind::Comprehension(sets(Multiplicity::Lone), Box::new(and(vec![])));
    let of_sets = subset(expr(1, kind), sig(A));
    assert_eq!(world.refusal(&of_sets), Some(Obstacle::HigherOrder(HigherOrder::Collected)));
    let branches = if_else(plain(), some_set(), not(all_sets()));
    assert_eq!(world.refusal(&branches), None);
}

/// A predicate's translation is remembered. A translation for one polarity must not be taken for
/// another: then a universal quantifier over sets would be an existential one in silence.
#[test]
fn polarities_are_remembered_apart() {
    let mut world = world();
    world.model.functions.push(Function {
        name: "p".into(),
        parameters: Vec::new(),
        body: Value::Formula(all(sets(Multiplicity::Set), is_closed())),
        is_private: false,
        span: SPAN,
    });
    let p = || call(FunctionId(0), Vec::new());
    assert_eq!(world.refusal(&not(p())), None);
    assert_eq!(world.refusal(&and(vec![not(p()), p()])), UNIVERSAL);
    let plain = count(Count::Some, sig(A));
    assert_eq!(world.refusal(&and(vec![not(p()), iff(plain, not(p()))])), UNIVERSAL);
}

fn is_closed() -> Formula {
    subset(join(var(X), field(F)), var(X))
}

/// First-order quantifiers are not Skolemised, or the search would have more to decide. And what does
/// not depend on an outer variable has one value for all of its bindings.
#[test]
fn inputs_are_made_where_they_are_needed() {
    let world = world();
    let fresh = |formula: &Formula| world.fresh_inputs(formula);
    let first_order = exists(vec![each(&[Y], sig(A))], not(subset(var(Y), field_image())));
    assert_eq!(fresh(&first_order), 0);
    let independent = exists(sets(Multiplicity::Set), is_closed());
    assert_eq!(fresh(&independent), N);
    assert_eq!(fresh(&all(vec![each(&[Y], sig(A))], independent)), N);
    let dependent = exists(sets(Multiplicity::Set), is_image_of_y());
    assert_eq!(fresh(&all(vec![each(&[Y], sig(A))], dependent)), N * N);
}

fn field_image() -> korrel_lang::model::Expr {
    join(sig(A), field(F))
}
