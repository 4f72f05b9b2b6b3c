//! What a formula means on the beginning of a trace, of which only some states are known.
//!
//! Formulas are taken in negation normal form: a `not` is pushed down to what is compared. Said of the future, a fact or the
//! formula of a `run` holds if the known states do not speak against it (weak): at the last state `after F` holds, and so does
//! every comparison that needs a state beyond, whether it is denied or not; `always` and `releases` speak of the states
//! there are. What must come to pass, by `eventually` and `until`, must do so within them. The denial of an assertion holds only
//! if it holds however the trace goes on (strong): what needs a state beyond does not, and `always` and `releases` must
//! see their end. The past is known.

use std::rc::Rc;

use super::evaluate::{Environment, State, allows, binary, choices, counts};
use super::nesting::{Counted, Nesting};
use super::tree::{
    Comparison, Connective, Declaration, Expr, Formula, Multiplicity, Order, Parent, Quantifier,
    Spec, TemporalOp, TemporalPair, UnaryOp,
};
use super::value::{Space, Value};

/// The value at each state, nothing where it needs a state beyond the last.
type Values = Vec<Option<Value>>;
type Known = Vec<(String, Rc<Values>)>;

pub struct Truncated<'s> {
    spec: &'s Spec,
    space: Space,
    states: &'s [&'s State],
}

/// How a formula is read: as it is or denied, and what holds beyond the last state.
#[derive(Clone, Copy)]
struct Sense {
    is_denied: bool,
    is_weak: bool,
}

impl Sense {
    fn denied(self) -> Sense {
        Sense { is_denied: !self.is_denied, ..self }
    }
}

impl<'s> Truncated<'s> {
    pub fn new(spec: &'s Spec, space: Space, states: &'s [&'s State]) -> Truncated<'s> {
        Truncated { spec, space, states }
    }

    /// True if the states do not speak against a formula of the first one.
    pub fn allows(&self, formula: &Formula, variables: &Environment) -> bool {
        self.holds(formula, 0, Sense { is_denied: false, is_weak: true }, &known(variables))
    }

    /// The same of a formula of another state.
    pub fn allows_at(&self, formula: &Formula, at: usize, variables: &Environment) -> bool {
        let known = variables.iter().map(|(name, values)| {
            let values = values.iter().take(self.states.len()).copied().map(Some).collect();
            (name.clone(), Rc::new(values))
        });
        self.holds(formula, at, Sense { is_denied: false, is_weak: true }, &known.collect())
    }

    /// True if a formula of the first state is false however the trace goes on.
    pub fn refutes(&self, formula: &Formula, variables: &Environment) -> bool {
        self.holds(formula, 0, Sense { is_denied: true, is_weak: false }, &known(variables))
    }

    fn holds(&self, formula: &Formula, at: usize, sense: Sense, env: &Known) -> bool {
        let here = |formula: &Formula, sense: Sense| self.holds(formula, at, sense, env);
        match formula {
            Formula::Constant(value) => *value != sense.is_denied,
            Formula::Not(inner) => here(inner, sense.denied()),
            Formula::Connected(op, sides) => {
                let [a, b] = &**sides;
                let both = |a: bool, b: bool| if sense.is_denied { a || b } else { a && b };
                let either = |a: bool, b: bool| if sense.is_denied { a && b } else { a || b };
                match op {
                    Connective::And => both(here(a, sense), here(b, sense)),
                    Connective::Or => either(here(a, sense), here(b, sense)),
                    Connective::Implies => either(here(a, sense.denied()), here(b, sense)),
                    Connective::Then => both(here(a, sense), self.after(b, at, sense, env)),
                    Connective::Iff => both(
                        either(here(a, sense.denied()), here(b, sense)),
                        either(here(a, sense), here(b, sense.denied())),
                    ),
                }
            }
            Formula::If(parts) => {
                let [condition, a, b] = &**parts;
                let plain = Sense { is_denied: false, ..sense };
                here(condition, plain) && here(a, sense)
                    || here(condition, plain.denied()) && here(b, sense)
            }
            Formula::Temporal(op, inner) => {
                let yes = Formula::Constant(true);
                let no = Formula::Constant(false);
                match op {
                    TemporalOp::After => self.after(inner, at, sense, env),
                    TemporalOp::Before if at == 0 => sense.is_denied,
                    TemporalOp::Before => self.holds(inner, at - 1, sense, env),
                    TemporalOp::Eventually => self.until([&yes, inner], at, sense, env),
                    TemporalOp::Always => self.releases([&no, inner], at, sense, env),
                    TemporalOp::Once => self.since([&yes, inner], at, sense, env),
                    TemporalOp::Historically => self.triggered([&no, inner], at, sense, env),
                }
            }
            Formula::Paired(op, sides) => {
                let sides = [&sides[0], &sides[1]];
                match op {
                    TemporalPair::Until => self.until(sides, at, sense, env),
                    TemporalPair::Releases => self.releases(sides, at, sense, env),
                    TemporalPair::Since => self.since(sides, at, sense, env),
                    TemporalPair::Triggered => self.triggered(sides, at, sense, env),
                }
            }
            Formula::Count(word, expr) => {
                let value = self.expr(expr, env)[at];
                judged(value.map(|value| counts(*word, value.len())), sense)
            }
            Formula::Compare(op, sides) => {
                let [a, b] = [0, 1].map(|side| self.expr(&sides[side], env)[at]);
                let compared = a.zip(b).map(|(a, b)| match op {
                    Comparison::In => a.bits & !b.bits == 0,
                    Comparison::Equal => a.bits == b.bits,
                    Comparison::NotIn => a.bits & !b.bits != 0,
                    Comparison::NotEqual => a.bits != b.bits,
                });
                judged(compared, sense)
            }
            Formula::Size(expr, order, number) => {
                let size = self.expr(expr, env)[at].map(|value| value.len() as usize);
                let compared = size.map(|size| match order {
                    Order::Less => size < *number,
                    Order::Equal => size == *number,
                    Order::Greater => size > *number,
                });
                judged(compared, sense)
            }
            Formula::Quantified(quantifier, declaration, body) => {
                let Some(choices) = self.choices(declaration, at, env) else {
                    return judged(None, sense);
                };
                let is = |sense: Sense| {
                    choices.iter().filter(|env| self.holds(body, at, sense, env)).count()
                };
                let number = choices.len();
                match (quantifier, sense.is_denied) {
                    (Quantifier::All, false) | (Quantifier::Some, true) => is(sense) == number,
                    (Quantifier::Some, false) | (Quantifier::All, true) => is(sense) > 0,
                    (Quantifier::No, false) => is(sense.denied()) == number,
                    (Quantifier::No, true) => is(sense.denied()) > 0,
                    // Bodies that speak of the future are not compared.
                    (word, is_denied) => {
                        let plain = Sense { is_denied: false, ..sense };
                        counts(*word, is(plain) as u32) != is_denied
                    }
                }
            }
            Formula::Let(name, expr, body) => {
                self.holds(body, at, sense, &bound(env, name, self.expr(expr, env)))
            }
            Formula::Call(id, arguments) => {
                let called = &self.spec.predicates[*id];
                let inner = self.arguments(&called.parameters, arguments, env);
                self.holds(&called.body, at, sense, &inner)
            }
        }
    }

    fn after(&self, of: &Formula, at: usize, sense: Sense, env: &Known) -> bool {
        if at + 1 == self.states.len() {
            return sense.is_weak;
        }
        self.holds(of, at + 1, sense, env)
    }

    fn until(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        if sense.is_denied {
            return self.released([a, b], at, sense, env);
        }
        self.reached([a, b], at, sense, env)
    }

    fn releases(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        if sense.is_denied {
            return self.reached([a, b], at, sense, env);
        }
        self.released([a, b], at, sense, env)
    }

    /// The second comes, the first holding before.
    fn reached(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        (at..self.states.len()).any(|end| {
            self.holds(b, end, sense, env)
                && (at..end).all(|before| self.holds(a, before, sense, env))
        })
    }

    /// The second holds up to and with the first, or to the last state, if that is enough.
    fn released(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        for now in at..self.states.len() {
            if !self.holds(b, now, sense, env) {
                return false;
            }
            if self.holds(a, now, sense, env) {
                return true;
            }
        }
        sense.is_weak
    }

    fn since(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        let b_at = |then: usize| self.holds(b, then, sense, env);
        let a_at = |then: usize| self.holds(a, then, sense, env);
        if sense.is_denied {
            // What triggers: the second is false up to and with the last state at which the first is false, or always was.
            return (0..=at).all(|then| b_at(then) || (then + 1..=at).any(a_at));
        }
        (0..=at).any(|then| b_at(then) && (then + 1..=at).all(a_at))
    }

    fn triggered(&self, [a, b]: [&Formula; 2], at: usize, sense: Sense, env: &Known) -> bool {
        let b_at = |then: usize| self.holds(b, then, sense, env);
        let a_at = |then: usize| self.holds(a, then, sense, env);
        if sense.is_denied {
            return (0..=at).any(|then| b_at(then) && (then + 1..=at).all(a_at));
        }
        (0..=at).all(|then| b_at(then) || (then + 1..=at).any(a_at))
    }

    /// `None` where a prime of the domain leads beyond the last state.
    fn choices(&self, declaration: &Declaration, at: usize, env: &Known) -> Option<Vec<Known>> {
        let domain = self.expr(&declaration.domain, env)[at]?;
        let values = choices(declaration.multiplicity, self.space.0);
        let values: Vec<Value> =
            values.into_iter().filter(|value| value.bits & !domain.bits == 0).collect();
        let mut all = vec![(env.clone(), 0)];
        for name in &declaration.names {
            let with = |(env, used): (Known, u128)| {
                let apart = |value: &&Value| !declaration.is_disjoint || value.bits & used == 0;
                let each = values.iter().filter(apart).map(|value| {
                    let values = vec![Some(*value); self.states.len()];
                    (bound(&env, name, values), used | value.bits)
                });
                each.collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(with).collect();
        }
        Some(all.into_iter().map(|(env, _)| env).collect())
    }

    fn arguments(&self, parameters: &[Declaration], arguments: &[Expr], env: &Known) -> Known {
        let names = parameters.iter().flat_map(|declaration| &declaration.names);
        let values = arguments.iter().map(|argument| Rc::new(self.expr(argument, env)));
        names.cloned().zip(values).collect()
    }

    fn expr(&self, expr: &Expr, env: &Known) -> Values {
        let space = self.space;
        let relation = |id: usize| self.states.iter().map(|state| Some(state[id])).collect();
        let universe = || {
            let tops: Vec<usize> = self.spec.tops().collect();
            let all = |state: &&State| tops.iter().fold(0, |bits, &sig| bits | state[sig].bits);
            self.states.iter().map(|state| Value::set(all(state))).collect::<Vec<_>>()
        };
        match expr {
            Expr::None => vec![Some(Value::none(1)); self.states.len()],
            Expr::Universe => universe().into_iter().map(Some).collect(),
            Expr::Identity => {
                universe().into_iter().map(|atoms| Some(space.identity(atoms))).collect()
            }
            Expr::Sig(id) => relation(*id),
            Expr::Field(id) => relation(self.spec.sigs.len() + id),
            Expr::Own(id) => {
                let this = Expr::Name("this".to_owned());
                let join = super::tree::BinaryOp::Join;
                self.expr(&Expr::binary(join, this, Expr::Field(*id)), env)
            }
            Expr::First | Expr::Last => unreachable!("orders are not compared"),
            Expr::Name(name) => {
                let found = env.iter().rfind(|(known, _)| known == name);
                let (_, values) = found.unwrap_or_else(|| panic!("{name} is bound"));
                values[..self.states.len()].to_vec()
            }
            Expr::Prime(inner) => {
                let mut values = self.expr(inner, env);
                values.remove(0);
                values.push(None);
                values
            }
            Expr::Unary(op, inner) => {
                let values = self.expr(inner, env).into_iter().zip(universe());
                let one = |(value, atoms): (Option<Value>, Value)| {
                    value.map(|value| match op {
                        UnaryOp::Transpose => space.transpose(value),
                        UnaryOp::Closure => space.closure(value),
                        UnaryOp::ReflexiveClosure => space.reflexive_closure(value, atoms),
                    })
                };
                values.map(one).collect()
            }
            Expr::Binary(op, sides) => {
                let [a, b] = [0, 1].map(|side| self.expr(&sides[side], env));
                let both = |(a, b): (Option<Value>, Option<Value>)| {
                    a.zip(b).map(|(a, b)| binary(space, *op, a, b))
                };
                a.into_iter().zip(b).map(both).collect()
            }
            Expr::Comprehension(name, domain, body) => {
                let declaration = Declaration::one(name, (**domain).clone());
                let plain = Sense { is_denied: false, is_weak: true };
                let value = |at: usize| {
                    let choices = self.choices(&declaration, at, env)?;
                    let holding = choices.iter().filter(|env| self.holds(body, at, plain, env));
                    let atom = |env: &Known| env.last().expect("it is bound").1[0];
                    let bits = holding.map(|env| atom(env).expect("an atom is known").bits);
                    Some(Value::set(bits.fold(0, |all, bits| all | bits)))
                };
                (0..self.states.len()).map(value).collect()
            }
            Expr::If(condition, sides) => {
                let [a, b] = [0, 1].map(|side| self.expr(&sides[side], env));
                let plain = Sense { is_denied: false, is_weak: true };
                let value = |at: usize| {
                    // A comparison with a prime is one, whichever side is taken.
                    a[at]
                        .zip(b[at])
                        .map(|(a, b)| if self.holds(condition, at, plain, env) { a } else { b })
                };
                (0..self.states.len()).map(value).collect()
            }
            Expr::Let(name, parts) => {
                self.expr(&parts[1], &bound(env, name, self.expr(&parts[0], env)))
            }
            Expr::Call(id, arguments) => {
                let called = &self.spec.functions[*id];
                self.expr(&called.body, &self.arguments(&called.parameters, arguments, env))
            }
        }
    }
}

/// A comparison that needs a state beyond the last, if it is nothing.
fn judged(compared: Option<bool>, sense: Sense) -> bool {
    compared.map_or(sense.is_weak, |holds| holds != sense.is_denied)
}

fn bound(env: &Known, name: &str, values: Values) -> Known {
    let mut env = env.clone();
    env.push((name.to_owned(), Rc::new(values)));
    env
}

fn known(variables: &Environment) -> Known {
    let known = |(name, values): &(String, Rc<Vec<Value>>)| {
        (name.clone(), Rc::new(values.iter().copied().map(Some).collect()))
    };
    variables.iter().map(known).collect()
}

/// True if the text says what every formula of the spec means on a prefix. It does not say it of a condition, a domain, the body of
/// `one` or `lone`, or a formula inside an expression that speaks of the future; nor if the prime of what does not change needs a
/// state beyond.
pub fn is_said(spec: &Spec) -> bool {
    let facts = spec.all_facts();
    let bodies = spec.predicates.iter().map(|predicate| &predicate.body);
    let formulas = [&facts, &spec.command.goal].into_iter().chain(bodies);
    let ordered = spec.sigs.iter().any(|sig| sig.is_ordered);
    !ordered
        && formulas.into_iter().all(|formula| said(spec, formula))
        && spec.functions.iter().all(|function| said_of(spec, &function.body))
}

fn said(spec: &Spec, formula: &Formula) -> bool {
    let future = Nesting { spec, counted: Counted::Future };
    let now = |formula: &Formula| future.formula(formula, &[]) == 0;
    let of = |formula: &Formula| said(spec, formula);
    let expr = |expr: &Expr| said_of(spec, expr);
    match formula {
        Formula::Constant(_) => true,
        Formula::Not(inner) | Formula::Temporal(_, inner) => of(inner),
        Formula::Connected(_, sides) | Formula::Paired(_, sides) => sides.iter().all(of),
        Formula::If(parts) => now(&parts[0]) && parts.iter().all(of),
        Formula::Count(_, inner) | Formula::Size(inner, ..) => expr(inner),
        Formula::Compare(_, sides) => sides.iter().all(expr),
        Formula::Quantified(quantifier, declaration, body) => {
            let is_counted = matches!(quantifier, Quantifier::One | Quantifier::Lone);
            let domain = &declaration.domain;
            let is_plain = declaration.multiplicity == Multiplicity::One
                || allows(declaration.multiplicity, 1);
            is_plain
                && future.expr(domain, &[]) == 0
                && expr(domain)
                && of(body)
                && (!is_counted || now(body))
        }
        // What a `let` stands for may have a prime, and stand in any place.
        Formula::Let(_, value, body) => future.expr(value, &[]) == 0 && expr(value) && of(body),
        Formula::Call(_, arguments) => {
            arguments.iter().all(|value| future.expr(value, &[]) == 0 && expr(value))
        }
    }
}

fn said_of(spec: &Spec, expr: &Expr) -> bool {
    let future = Nesting { spec, counted: Counted::Future };
    let of = |expr: &Expr| said_of(spec, expr);
    match expr {
        Expr::Prime(inner) => changes(spec, inner) && of(inner),
        Expr::Unary(_, inner) => of(inner),
        Expr::Binary(_, sides) => sides.iter().all(of),
        Expr::Let(_, parts) => future.expr(&parts[0], &[]) == 0 && parts.iter().all(of),
        Expr::Comprehension(_, domain, body) => {
            future.expr(domain, &[]) == 0
                && of(domain)
                && future.formula(body, &[]) == 0
                && said(spec, body)
        }
        Expr::If(condition, sides) => {
            future.formula(condition, &[]) == 0 && said(spec, condition) && sides.iter().all(of)
        }
        Expr::Call(_, arguments) => arguments.iter().all(of),
        _ => true,
    }
}

/// True if an expression names something that changes.
fn changes(spec: &Spec, expr: &Expr) -> bool {
    let of = |expr: &Expr| changes(spec, expr);
    match expr {
        Expr::Sig(id) => sig_changes(spec, *id),
        Expr::Field(id) | Expr::Own(id) => spec.fields[*id].is_variable,
        Expr::Prime(inner) | Expr::Unary(_, inner) => of(inner),
        Expr::Binary(_, sides) => sides.iter().any(of),
        _ => false,
    }
}

/// A child of a sig that does not change does not change either.
fn sig_changes(spec: &Spec, id: usize) -> bool {
    let sig = &spec.sigs[id];
    match sig.parent {
        Parent::Extends(parent) => sig.is_variable && sig_changes(spec, parent),
        Parent::Top | Parent::In(_) => sig.is_variable,
    }
}
