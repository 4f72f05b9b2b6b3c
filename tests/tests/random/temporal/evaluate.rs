//! What a formula means on a lasso: LTL with past, exactly.
//!
//! A formula has a truth value at each position of the infinite trace, an expression a value. Positions are unrolled so
//! far that the last round of the loop repeats: with every past operator around a formula, its truth repeats one round
//! later. So with past operators nested d deep, d + 1 rounds after the prefix are enough, and the position after the last is
//! the first one of the last round. Each node is evaluated at all positions at once.
//!
//! A variable is rigid, so its value is the same at all positions. What a `let` or an argument stands for has a value at each
//! position: where it is used is where it is read.

use std::rc::Rc;

use super::Reading;
use super::nesting::{Counted, Nesting};
use super::tree::{
    BinaryOp, Comparison, Connective, Declaration, Expr, Formula, Multiplicity, Order, Quantifier,
    SigId, Spec, TemporalOp, TemporalPair, UnaryOp,
};
use super::value::{Space, Value};

/// Of all sigs, then of all fields.
pub type State = Vec<Value>;

/// Values of variables by name, the innermost last.
pub type Environment = Vec<(String, Rc<Vec<Value>>)>;

/// A bit for each position.
type Truth = u128;

pub struct Evaluator<'s> {
    spec: &'s Spec,
    space: Space,
    reading: Reading,
    /// The states at the positions.
    states: Vec<&'s State>,
    /// The position after the last.
    back: usize,
}

impl<'s> Evaluator<'s> {
    /// Of a lasso, for formulas whose past operators are nested so deep at most.
    pub fn new(
        spec: &'s Spec,
        space: Space,
        reading: Reading,
        lasso: (&[&'s State], usize),
        past: usize,
    ) -> Evaluator<'s> {
        let (states, back) = lasso;
        let word = &states[back..];
        let rounds = std::iter::repeat_n(word, past + 1).flatten();
        let states: Vec<&State> = states[..back].iter().chain(rounds).copied().collect();
        assert!(states.len() <= 128, "the bits are enough");
        let back = states.len() - word.len();
        Evaluator { spec, space, reading, states, back }
    }

    /// A formula at the first state.
    pub fn holds(&self, formula: &Formula, variables: &Environment) -> bool {
        self.formula(formula, &mut variables.clone()) & 1 == 1
    }

    /// The same at a position of the first round.
    pub fn holds_at(&self, formula: &Formula, at: usize, variables: &Environment) -> bool {
        self.formula(formula, &mut variables.clone()) >> at & 1 == 1
    }

    /// The value of an expression in the first state.
    pub fn value(&self, expr: &Expr, variables: &Environment) -> Value {
        self.expr(expr, &mut variables.clone())[0]
    }

    fn all(&self) -> Truth {
        Truth::MAX >> (128 - self.states.len())
    }

    fn where_is(&self, test: impl Fn(usize) -> bool) -> Truth {
        (0..self.states.len()).filter(|&at| test(at)).fold(0, |truth, at| truth | 1 << at)
    }

    fn next(&self, at: usize) -> usize {
        if at + 1 < self.states.len() { at + 1 } else { self.back }
    }

    fn formula(&self, formula: &Formula, env: &mut Environment) -> Truth {
        let all = self.all();
        match formula {
            Formula::Constant(value) => [0, all][usize::from(*value)],
            Formula::Not(inner) => all & !self.formula(inner, env),
            Formula::Connected(op, sides) => {
                let [a, b] = [0, 1].map(|at| self.formula(&sides[at], env));
                match op {
                    Connective::And => a & b,
                    Connective::Or => a | b,
                    Connective::Implies => all & !a | b,
                    Connective::Iff => all & !(a ^ b),
                    Connective::Then => a & self.after(b),
                }
            }
            Formula::If(parts) => {
                let [c, a, b] = [0, 1, 2].map(|at| self.formula(&parts[at], env));
                c & a | !c & b
            }
            Formula::Temporal(op, inner) => {
                let inner = self.formula(inner, env);
                match op {
                    TemporalOp::Always => all & !self.until(all, all & !inner),
                    TemporalOp::Eventually => self.until(all, inner),
                    TemporalOp::After => self.after(inner),
                    TemporalOp::Historically => all & !self.since(all, all & !inner),
                    TemporalOp::Once => self.since(all, inner),
                    TemporalOp::Before => {
                        inner << 1 & all | Truth::from(self.reading.before_at_first)
                    }
                }
            }
            Formula::Paired(op, sides) => {
                let [a, b] = [0, 1].map(|at| self.formula(&sides[at], env));
                let [not_a, not_b] = [all & !a, all & !b];
                match op {
                    TemporalPair::Releases if self.reading.releases_is_until => {
                        self.until(b, a & b)
                    }
                    TemporalPair::Until => self.until(a, b),
                    TemporalPair::Releases => all & !self.until(not_a, not_b),
                    TemporalPair::Since => self.since(a, b),
                    TemporalPair::Triggered => all & !self.since(not_a, not_b),
                }
            }
            Formula::Count(word, expr) => {
                let values = self.expr(expr, env);
                self.where_is(|at| counts(*word, values[at].len()))
            }
            Formula::Compare(op, sides) => {
                let [a, b] = [0, 1].map(|at| self.expr(&sides[at], env));
                self.where_is(|at| {
                    let [a, b] = [a[at].bits, b[at].bits];
                    match op {
                        Comparison::In => a & !b == 0,
                        Comparison::Equal => a == b,
                        Comparison::NotIn => a & !b != 0,
                        Comparison::NotEqual => a != b,
                    }
                })
            }
            Formula::Size(expr, order, number) => {
                let values = self.expr(expr, env);
                self.where_is(|at| {
                    let size = values[at].len() as usize;
                    match order {
                        Order::Less => size < *number,
                        Order::Equal => size == *number,
                        Order::Greater => size > *number,
                    }
                })
            }
            Formula::Quantified(quantifier, declaration, body) => {
                let mut cases = Vec::new();
                self.cases(declaration, env, &mut |env, chosen| {
                    cases.push(chosen & self.formula(body, env));
                    if *quantifier == Quantifier::All {
                        *cases.last_mut().expect("just pushed") |= all & !chosen;
                    }
                });
                self.where_is(|at| {
                    let holding = cases.iter().filter(|case| *case >> at & 1 == 1).count();
                    match quantifier {
                        Quantifier::All => holding == cases.len(),
                        other => counts(*other, holding as u32),
                    }
                })
            }
            Formula::Let(name, expr, body) => {
                let value = self.expr(expr, env);
                self.bound(name, value, env, |env| self.formula(body, env))
            }
            Formula::Call(id, arguments) => {
                let called = &self.spec.predicates[*id];
                let mut inner = self.arguments(&called.parameters, arguments, env);
                self.formula(&called.body, &mut inner)
            }
        }
    }

    fn after(&self, of: Truth) -> Truth {
        self.where_is(|at| of >> self.next(at) & 1 == 1)
    }

    /// The least fixpoint of `b or (a and after this)`.
    fn until(&self, a: Truth, b: Truth) -> Truth {
        let mut truth = b;
        loop {
            let more = b | a & self.after(truth);
            if more == truth {
                return truth;
            }
            truth = more;
        }
    }

    fn since(&self, a: Truth, b: Truth) -> Truth {
        let mut truth: Truth = 0;
        for at in 0..self.states.len() {
            let before = at > 0 && truth >> (at - 1) & 1 == 1;
            let holds = b >> at & 1 == 1 || a >> at & 1 == 1 && before;
            truth |= Truth::from(holds) << at;
        }
        truth
    }

    /// Calls back for each choice of the declared variables, with the positions at which it may be chosen.
    fn cases(
        &self,
        declaration: &Declaration,
        env: &mut Environment,
        each: &mut dyn FnMut(&mut Environment, Truth),
    ) {
        let domain = self.expr(&declaration.domain, env);
        let choices = choices(declaration.multiplicity, self.space.0);
        let mut chosen = Vec::new();
        self.choose(declaration, &domain, &choices, self.all(), &mut chosen, env, each);
    }

    #[expect(clippy::too_many_arguments, reason = "one recursion, told all that it needs")]
    fn choose(
        &self,
        declaration: &Declaration,
        domain: &[Value],
        choices: &[Value],
        so_far: Truth,
        chosen: &mut Vec<Value>,
        env: &mut Environment,
        each: &mut dyn FnMut(&mut Environment, Truth),
    ) {
        let Some(name) = declaration.names.get(chosen.len()) else {
            return each(env, so_far);
        };
        for &choice in choices {
            let is_apart = chosen.iter().all(|other| other.bits & choice.bits == 0);
            let inside = self.where_is(|at| choice.bits & !domain[at].bits == 0) & so_far;
            if inside == 0 || declaration.is_disjoint && !is_apart {
                continue;
            }
            chosen.push(choice);
            let value = vec![choice; self.states.len()];
            self.bound(name, value, env, |env| {
                self.choose(declaration, domain, choices, inside, chosen, env, each);
            });
            chosen.pop();
        }
    }

    fn bound<T>(
        &self,
        name: &str,
        value: Vec<Value>,
        env: &mut Environment,
        then: impl FnOnce(&mut Environment) -> T,
    ) -> T {
        env.push((name.to_owned(), Rc::new(value)));
        let result = then(env);
        env.pop();
        result
    }

    fn arguments(
        &self,
        parameters: &[Declaration],
        arguments: &[Expr],
        env: &mut Environment,
    ) -> Environment {
        let names = parameters.iter().flat_map(|declaration| &declaration.names);
        let value =
            |(name, argument): (&String, &Expr)| (name.clone(), Rc::new(self.expr(argument, env)));
        names.zip(arguments).map(value).collect()
    }

    fn relation(&self, id: usize) -> Vec<Value> {
        self.states.iter().map(|state| state[id]).collect()
    }

    fn everywhere(&self, value: Value) -> Vec<Value> {
        vec![value; self.states.len()]
    }

    fn sig(&self, id: SigId) -> Vec<Value> {
        self.relation(id)
    }

    fn ordered(&self, end: fn(Value) -> usize) -> Vec<Value> {
        let ordered = self.spec.sigs.iter().position(|sig| sig.is_ordered);
        let values = self.sig(ordered.expect("a sig is ordered")).into_iter();
        let one = |atoms: Value| match atoms.len() {
            0 => atoms,
            _ => Value::atom(end(atoms)),
        };
        values.map(one).collect()
    }

    fn expr(&self, expr: &Expr, env: &mut Environment) -> Vec<Value> {
        let space = self.space;
        match expr {
            Expr::None => self.everywhere(Value::none(1)),
            Expr::Universe => self.universe(),
            Expr::Identity => {
                self.universe().into_iter().map(|atoms| space.identity(atoms)).collect()
            }
            Expr::Sig(id) => self.sig(*id),
            Expr::Field(id) => self.relation(self.spec.sigs.len() + id),
            Expr::Own(id) => {
                let this = Expr::Name("this".to_owned());
                self.expr(&Expr::binary(BinaryOp::Join, this, Expr::Field(*id)), env)
            }
            Expr::First => self.ordered(|atoms| atoms.bits.trailing_zeros() as usize),
            Expr::Last => self.ordered(|atoms| 127 - atoms.bits.leading_zeros() as usize),
            Expr::Name(name) => {
                let found = env.iter().rfind(|(known, _)| known == name);
                let (_, values) = found.unwrap_or_else(|| panic!("{name} is bound"));
                values[..self.states.len()].to_vec()
            }
            Expr::Prime(inner) => {
                let values = self.expr(inner, env);
                (0..values.len()).map(|at| values[self.next(at)]).collect()
            }
            Expr::Unary(op, inner) => {
                let one = |value: Value, atoms: Value| match op {
                    UnaryOp::Transpose => space.transpose(value),
                    UnaryOp::Closure => space.closure(value),
                    UnaryOp::ReflexiveClosure => space.reflexive_closure(value, atoms),
                };
                let values = self.expr(inner, env).into_iter().zip(self.universe());
                values.map(|(value, atoms)| one(value, atoms)).collect()
            }
            Expr::Binary(op, sides) => {
                let [a, b] = [0, 1].map(|at| self.expr(&sides[at], env));
                a.into_iter().zip(b).map(|(a, b)| binary(space, *op, a, b)).collect()
            }
            Expr::Comprehension(name, domain, body) => {
                let mut values = self.everywhere(Value::none(1));
                let declaration = Declaration::one(name, (**domain).clone());
                self.cases(&declaration, env, &mut |env, chosen| {
                    let atom = env.last().expect("the variable is bound").1[0];
                    let holds = chosen & self.formula(body, env);
                    for (at, value) in values.iter_mut().enumerate() {
                        value.bits |= atom.bits * (holds >> at & 1);
                    }
                });
                values
            }
            Expr::If(condition, sides) => {
                let condition = self.formula(condition, env);
                let [a, b] = [0, 1].map(|at| self.expr(&sides[at], env));
                let choose = |at: usize| if condition >> at & 1 == 1 { a[at] } else { b[at] };
                (0..a.len()).map(choose).collect()
            }
            Expr::Let(name, parts) => {
                let value = self.expr(&parts[0], env);
                self.bound(name, value, env, |env| self.expr(&parts[1], env))
            }
            Expr::Call(id, arguments) => {
                let called = &self.spec.functions[*id];
                let mut inner = self.arguments(&called.parameters, arguments, env);
                self.expr(&called.body, &mut inner)
            }
        }
    }

    /// What there is in each state.
    fn universe(&self) -> Vec<Value> {
        let tops: Vec<SigId> = self.spec.tops().collect();
        let of =
            |state: &&State| Value::set(tops.iter().fold(0, |bits, &sig| bits | state[sig].bits));
        self.states.iter().map(of).collect()
    }
}

/// The past operators of a spec's facts and goal, at their deepest.
pub fn past_of<'f>(spec: &Spec, formulas: impl IntoIterator<Item = &'f Formula>) -> usize {
    let past = Nesting { spec, counted: Counted::Past };
    formulas.into_iter().map(|formula| past.formula(formula, &[])).max().unwrap_or(0)
}

/// All values that a variable of that multiplicity can have, whatever its domain.
pub fn choices(multiplicity: Multiplicity, atoms: usize) -> Vec<Value> {
    let sets = (0..1u128 << atoms).map(Value::set);
    sets.filter(|set| allows(multiplicity, set.len())).collect()
}

pub fn allows(multiplicity: Multiplicity, size: u32) -> bool {
    match multiplicity {
        Multiplicity::Set => true,
        Multiplicity::One => size == 1,
        Multiplicity::Lone => size <= 1,
        Multiplicity::Some => size > 0,
    }
}

pub fn counts(word: Quantifier, size: u32) -> bool {
    match word {
        Quantifier::Some => size > 0,
        Quantifier::No => size == 0,
        Quantifier::One => size == 1,
        Quantifier::Lone => size <= 1,
        Quantifier::All => unreachable!("`all` counts nothing"),
    }
}

pub fn binary(space: Space, op: BinaryOp, a: Value, b: Value) -> Value {
    match op {
        BinaryOp::Union => a.with(b, |a, b| a | b),
        BinaryOp::Difference => a.with(b, |a, b| a & !b),
        BinaryOp::Intersection => a.with(b, |a, b| a & b),
        BinaryOp::Override => space.overridden(a, b),
        BinaryOp::Product => space.product(a, b),
        BinaryOp::Join => space.join(a, b),
        BinaryOp::Domain => space.domain(a, b),
        BinaryOp::Range => space.range(a, b),
    }
}
