//! The fact that an instance violates.

use super::build::*;
use super::world::*;
use crate::evaluate::{Evaluator, Violation, violation};
use crate::model::*;

fn fact(name: &str, kind: FormulaKind) -> Fact {
    Fact { name: name.into(), formula: formula(kind), origin: FactOrigin::Written, span: SPAN }
}

pub fn command(parameters: Vec<Declaration>, goal: FormulaKind) -> Command {
    Command {
        kind: CommandKind::Run,
        label: "p".into(),
        parameters,
        declared: formula(FormulaKind::Constant(true)),
        goal: formula(goal),
        scope: Scope::default(),
        expect: None,
        is_chained: false,
        begins: None,
        written: None,
        traces: Default::default(),
        actions: None,
        unrolled: Default::default(),
        span: SPAN,
    }
}

/// `goal`, the violated fact's name, or nothing.
fn violated(world: &World, command: &Command) -> Option<String> {
    violation(&world.model, command, &world.instance).map(|violation| match violation {
        Violation::Fact(fact) => fact.name.clone(),
        Violation::Goal => "goal".to_owned(),
    })
}

#[test]
fn the_first_violation_is_told() {
    // If it failed, a wrong answer would be let through, or blamed on the wrong fact.
    let mut world = World::new();
    let run = |goal| command(Vec::new(), truth(goal));
    assert_eq!(violated(&world, &run(true)), None);
    assert_eq!(violated(&world, &run(false)).as_deref(), Some("goal"));
    for (name, value) in [("true", true), ("first", false), ("second", false)] {
        world.model.facts.push(fact(name, truth(value)));
    }
    assert_eq!(violated(&world, &run(false)).as_deref(), Some("first"));
}

#[test]
fn parameters_are_the_instance_s_or_exist() {
    // If it failed, `--ignore-parameters` would panic on the missing parameter, or a parameter that
    // the instance gives would be chosen anew.
    let mut world = World::new();
    let x = world.variable(1);
    let ends = FormulaKind::Count(Count::No, join(var(x, 1), r()));
    let run = command(vec![one(&[x], sig_expr(A))], ends);
    assert_eq!(violated(&world, &run), None, "2 has no successor");
    world.instance.relations.declare(x, tuples(1, &[&[0]]));
    assert_eq!(violated(&world, &run).as_deref(), Some("goal"), "0 has one");
}

#[test]
fn bindings_end_with_their_binder() {
    // If it failed, a quantifier's or a call's variable would keep its value afterwards, and a use
    // outside its scope would go unseen.
    let mut world = World::new();
    let (x, p) = (world.variable(1), world.variable(1));
    let function = world.function(&[p], Value::Relation(var(p, 1)));
    let mut evaluator = Evaluator::new(&world.model, &world.instance);
    let outer = tuples(1, &[&[0]]);
    evaluator.bind(x, outer.clone());
    evaluator.bind(p, outer.clone());
    let body = FormulaKind::Equal(var(x, 1), var(x, 1));
    let all = quantified(Quantifier::All, vec![one(&[x], sig_expr(A))], body);
    assert!(evaluator.formula(&formula(all)));
    let call = expr(ExprKind::Call(function, vec![sig_expr(A)]), 1);
    assert_eq!(evaluator.relation(&call).len(), 3);
    assert_eq!(evaluator.relation(&var(x, 1)), outer);
    assert_eq!(evaluator.relation(&var(p, 1)), outer);
}
