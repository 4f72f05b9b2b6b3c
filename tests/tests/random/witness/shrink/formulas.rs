//! Smaller formulas and expressions.

use crate::witness::tree::{Expr, Formula, Quantified};

pub fn smaller_formulas(formula: &Formula) -> Vec<Formula> {
    let boxed = |f: &Formula| Box::new(f.clone());
    let mut all = vec![Formula::True];
    match formula {
        Formula::True => return Vec::new(),
        Formula::Count(count, e) => {
            all.extend(smaller_exprs(e).into_iter().map(|e| Formula::Count(*count, e)));
        }
        Formula::Size(e, sign, n) => {
            all.extend(smaller_exprs(e).into_iter().map(|e| Formula::Size(e, *sign, *n)));
        }
        Formula::Compare(sign, a, b) => {
            let pairs = pairs(a, b);
            all.extend(pairs.into_iter().map(|(a, b)| Formula::Compare(*sign, a, b)));
        }
        Formula::Before(order, word, a, b) => {
            let pairs = pairs(a, b);
            all.extend(pairs.into_iter().map(|(a, b)| Formula::Before(*order, *word, a, b)));
        }
        Formula::Not(inner) => {
            all.push((**inner).clone());
            let inner = smaller_formulas(inner).into_iter();
            all.extend(inner.map(|f| Formula::Not(Box::new(f))));
        }
        Formula::Connected(word, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            let left = smaller_formulas(a).into_iter();
            all.extend(left.map(|f| Formula::Connected(*word, Box::new(f), boxed(b))));
            let right = smaller_formulas(b).into_iter();
            all.extend(right.map(|f| Formula::Connected(*word, boxed(a), Box::new(f))));
        }
        Formula::Quantified(q) => {
            all.push((*q.body).clone());
            let body = smaller_formulas(&q.body).into_iter();
            all.extend(
                body.map(|f| Formula::Quantified(Quantified { body: Box::new(f), ..q.clone() })),
            );
            let domain = smaller_exprs(&q.domain).into_iter();
            all.extend(
                domain.map(|domain| Formula::Quantified(Quantified { domain, ..q.clone() })),
            );
        }
        Formula::Let(name, value, body) => {
            all.push((**body).clone());
            let smaller = smaller_formulas(body).into_iter();
            all.extend(smaller.map(|f| Formula::Let(name.clone(), value.clone(), Box::new(f))));
            let values = smaller_exprs(value).into_iter();
            all.extend(values.map(|value| Formula::Let(name.clone(), value, boxed(body))));
        }
    }
    all
}

fn pairs(a: &Expr, b: &Expr) -> Vec<(Expr, Expr)> {
    let left = smaller_exprs(a).into_iter().map(|a| (a, b.clone()));
    let right = smaller_exprs(b).into_iter().map(|b| (a.clone(), b));
    left.chain(right).collect()
}

fn smaller_exprs(expr: &Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    match expr {
        Expr::Sig(_) | Expr::Name(_) | Expr::Ordered(..) | Expr::None => (),
        Expr::OrderCall(order, call, e) => {
            all.push((**e).clone());
            let inner = smaller_exprs(e).into_iter();
            all.extend(inner.map(|e| Expr::OrderCall(*order, *call, Box::new(e))));
        }
        Expr::Unary(op, e) => {
            all.push((**e).clone());
            all.extend(smaller_exprs(e).into_iter().map(|e| Expr::Unary(*op, Box::new(e))));
        }
        Expr::Binary(op, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            let pairs = pairs(a, b).into_iter();
            all.extend(pairs.map(|(a, b)| Expr::Binary(*op, Box::new(a), Box::new(b))));
        }
        Expr::IfElse(condition, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            let (ifs, pairs) = (smaller_formulas(condition), pairs(a, b));
            let of = |f: Formula| Expr::IfElse(Box::new(f), a.clone(), b.clone());
            all.extend(ifs.into_iter().filter(|f| !matches!(f, Formula::True)).map(of));
            let of = |(a, b)| Expr::IfElse(condition.clone(), Box::new(a), Box::new(b));
            all.extend(pairs.into_iter().map(of));
        }
        Expr::Let(name, value, body) => {
            all.push((**body).clone());
            let of = |(value, body)| Expr::Let(name.clone(), Box::new(value), Box::new(body));
            all.extend(pairs(value, body).into_iter().map(of));
        }
        Expr::Comprehension(name, domain, body) => {
            all.push((**domain).clone());
            let domains = smaller_exprs(domain).into_iter();
            let of = |e| Expr::Comprehension(name.clone(), Box::new(e), body.clone());
            all.extend(domains.map(of));
            let bodies = smaller_formulas(body).into_iter().filter(|f| !matches!(f, Formula::True));
            let of = |f| Expr::Comprehension(name.clone(), domain.clone(), Box::new(f));
            all.extend(bodies.map(of));
        }
    }
    all
}
