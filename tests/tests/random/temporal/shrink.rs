//! Specs that say less.

use super::tree::{Connective, Expr, Formula, Spec};

/// The same spec with one thing less, or a simpler one in its place.
pub fn smaller(spec: &Spec) -> Vec<Spec> {
    let mut all = Vec::new();
    let mut push = |change: &dyn Fn(&mut Spec)| {
        let mut smaller = spec.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for at in 0..spec.facts.len() {
        push(&|spec| drop(spec.facts.remove(at)));
    }
    for at in 0..spec.sigs.len() {
        if !spec.sigs[at].appended.is_empty() {
            push(&|spec| spec.sigs[at].appended.clear());
        }
    }
    if spec.command.steps != [1, spec.command.steps[1]] {
        push(&|spec| spec.command.steps[0] = 1);
    }
    if spec.command.steps[1] > 1 {
        push(&|spec| spec.command.steps[1] -= 1);
    }
    for at in 0..spec.command.scopes.len() {
        // There is no order of nothing.
        if spec.command.scopes[at].size > 1 {
            push(&|spec| spec.command.scopes[at].size -= 1);
        }
    }
    for formula in formulas(&spec.command.goal) {
        push(&|spec| spec.command.goal = formula.clone());
    }
    for at in 0..spec.facts.len() {
        for formula in formulas(&spec.facts[at]) {
            push(&|spec| spec.facts[at] = formula.clone());
        }
    }
    for at in 0..spec.predicates.len() {
        for formula in formulas(&spec.predicates[at].body) {
            push(&|spec| spec.predicates[at].body = formula.clone());
        }
    }
    for sig in 0..spec.sigs.len() {
        for at in 0..spec.sigs[sig].appended.len() {
            for formula in formulas(&spec.sigs[sig].appended[at]) {
                push(&|spec| spec.sigs[sig].appended[at] = formula.clone());
            }
        }
    }
    settled(all, spec)
}

/// The specs that differ, with what is run by its name as it now is.
fn settled(all: Vec<Spec>, spec: &Spec) -> Vec<Spec> {
    let settle = |mut smaller: Spec| {
        smaller.settle_named();
        (smaller != *spec).then_some(smaller)
    };
    all.into_iter().filter_map(settle).collect()
}

/// A formula with something in it made simpler.
fn formulas(of: &Formula) -> Vec<Formula> {
    let constants = [true, false].map(Formula::Constant);
    let mut all: Vec<Formula> = match of {
        Formula::Constant(_) => return Vec::new(),
        _ => constants.to_vec(),
    };
    let with = |sides: &[Formula], rebuild: &dyn Fn(Vec<Formula>) -> Formula| {
        let mut all: Vec<Formula> = sides.to_vec();
        for at in 0..sides.len() {
            for smaller in formulas(&sides[at]) {
                let mut sides = sides.to_vec();
                sides[at] = smaller;
                all.push(rebuild(sides));
            }
        }
        all
    };
    let pair = |sides: Vec<Formula>| Box::new(<[Formula; 2]>::try_from(sides).expect("two sides"));
    match of {
        Formula::Not(inner) => all.extend(with(&[(**inner).clone()], &|mut sides| {
            Formula::Not(Box::new(sides.remove(0)))
        })),
        Formula::Temporal(op, inner) => all.extend(with(&[(**inner).clone()], &|mut sides| {
            Formula::temporal(*op, sides.remove(0))
        })),
        Formula::Connected(op, sides) => {
            all.extend(with(&sides[..], &|sides| Formula::Connected(*op, pair(sides))));
        }
        Formula::Paired(op, sides) => {
            all.extend(with(&sides[..], &|sides| Formula::Paired(*op, pair(sides))));
        }
        Formula::If(parts) => {
            all.extend(with(&parts[..], &|parts| {
                Formula::If(Box::new(parts.try_into().expect("three parts")))
            }));
            all.push(Formula::connected(Connective::And, parts[0].clone(), parts[1].clone()));
        }
        Formula::Quantified(quantifier, declaration, body) => {
            let rebuilt = formulas(body)
                .into_iter()
                .map(|body| Formula::Quantified(*quantifier, declaration.clone(), Box::new(body)));
            all.extend(rebuilt);
            all.extend(exprs(&declaration.domain).into_iter().map(|domain| {
                let mut declaration = declaration.clone();
                declaration.domain = domain;
                Formula::Quantified(*quantifier, declaration, body.clone())
            }));
        }
        Formula::Let(name, value, body) => {
            let rebuilt = formulas(body).into_iter();
            let rebuilt =
                rebuilt.map(|body| Formula::Let(name.clone(), value.clone(), Box::new(body)));
            all.extend(rebuilt);
            all.extend(
                exprs(value)
                    .into_iter()
                    .map(|value| Formula::Let(name.clone(), Box::new(value), body.clone())),
            );
        }
        Formula::Count(word, expr) => {
            all.extend(exprs(expr).into_iter().map(|expr| Formula::Count(*word, Box::new(expr))));
        }
        Formula::Size(expr, order, number) => {
            let rebuilt = exprs(expr).into_iter();
            all.extend(rebuilt.map(|expr| Formula::Size(Box::new(expr), *order, *number)));
        }
        Formula::Compare(op, sides) => {
            for at in 0..2 {
                all.extend(exprs(&sides[at]).into_iter().map(|expr| {
                    let mut sides = sides.clone();
                    sides[at] = expr;
                    Formula::Compare(*op, sides)
                }));
            }
        }
        Formula::Constant(_) | Formula::Call(..) => {}
    }
    all
}

/// An expression of as many columns with something in it made simpler.
fn exprs(of: &Expr) -> Vec<Expr> {
    match of {
        Expr::Prime(inner) => {
            let rebuilt = exprs(inner).into_iter().map(Expr::prime);
            std::iter::once((**inner).clone()).chain(rebuilt).collect()
        }
        Expr::Unary(op, inner) => {
            let rebuilt = exprs(inner).into_iter().map(|inner| Expr::Unary(*op, Box::new(inner)));
            std::iter::once((**inner).clone()).chain(rebuilt).collect()
        }
        Expr::Binary(op, sides) => {
            use super::tree::BinaryOp::{Difference, Intersection, Override, Union};
            let mut all = Vec::new();
            if [Union, Difference, Intersection, Override].contains(op) {
                all.extend(sides.iter().cloned());
            }
            for at in 0..2 {
                all.extend(exprs(&sides[at]).into_iter().map(|expr| {
                    let mut sides = sides.clone();
                    sides[at] = expr;
                    Expr::Binary(*op, sides)
                }));
            }
            all
        }
        Expr::If(condition, sides) => {
            let rebuilt = formulas(condition).into_iter();
            let rebuilt = rebuilt.map(|condition| Expr::If(Box::new(condition), sides.clone()));
            sides.iter().cloned().chain(rebuilt).collect()
        }
        Expr::Comprehension(name, domain, body) => {
            let rebuilt = formulas(body).into_iter();
            let rebuilt = rebuilt
                .map(|body| Expr::Comprehension(name.clone(), domain.clone(), Box::new(body)));
            std::iter::once((**domain).clone()).chain(rebuilt).collect()
        }
        Expr::Let(name, parts) => {
            let value = exprs(&parts[0]).into_iter();
            let value =
                value.map(|value| Expr::Let(name.clone(), Box::new([value, parts[1].clone()])));
            let body = exprs(&parts[1]).into_iter();
            let body = body.map(|body| Expr::Let(name.clone(), Box::new([parts[0].clone(), body])));
            value.chain(body).collect()
        }
        Expr::Call(id, arguments) => {
            let rebuilt = exprs(&arguments[0]).into_iter().map(|argument| {
                let mut arguments = arguments.clone();
                arguments[0] = argument;
                Expr::Call(*id, arguments)
            });
            arguments.iter().cloned().chain(rebuilt).collect()
        }
        _ => Vec::new(),
    }
}
