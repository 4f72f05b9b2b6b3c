//! A command about traces as a system of states: the first states, and the steps from one to the next.
//!
//! A conjunct of the facts or of the command's formula that has no word about time concerns the first state. `always F`
//! is a step, or an invariant, where F reads no further than the next state. It may stand below `all`s whose domain
//! never changes, and below `let`s and calls, which stand for expressions. A step concerns states that have a next one.
//! A state without one is a dead end, whatever else F says of it. All else cannot be seen from a state and the next
//! one: what must happen at some time, the past, steps of the first state alone. It is left out, and the user is told.
//!
//! A total order of atoms that never changes is said of the first state, and all states have it. It is said of each, for
//! then it is a constant and no choice, and its atoms are told apart.
//!
//! The assertion of a `check` is no part of the system. It is taken apart likewise. Each part is claimed of the first
//! states, of all states, or of all steps. `A implies B` is a claim of B about the system in which A holds, too.
//!
//! Of traces without an end nothing is left out: what is more than a step is handed on, and an automaton reads it
//! (`unbounded`). There the assertion is denied. One atom denies that something holds of all, and it is a parameter of the system.

use korrel_lang::code;
use korrel_lang::conjuncts::conjuncts;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Binder, Command, CommandKind, Count, Declaration, Expr, ExprKind, Fact, FactOrigin, Formula,
    FormulaKind, Model, Multiplicity, Node, Quantifier, Range, RelationOp, SigKind, TemporalOp,
    TraceKind, Unrolling, Variable, VariableId,
};
use korrel_lang::source::Span;

/// The most conjuncts into which a formula is taken apart.
const CONJUNCTS: usize = 10_000;

/// The first states and the steps of a command.
#[derive(Clone, Debug)]
pub struct StateSystem {
    /// What holds of each state by itself.
    pub(crate) state: SystemPart,
    /// What holds of a first state.
    pub(crate) first: SystemPart,
    /// What holds of a state and the next one.
    pub(crate) step: SystemPart,
    pub(crate) claims: Vec<SystemClaim>,
    /// The parts that say nothing of a state and the next one, as warnings.
    pub left_out: Vec<Diagnostic>,
}

/// A model whose facts are those that count, and a command of it.
#[derive(Clone, Debug)]
pub(crate) struct SystemPart {
    pub model: Model,
    pub command: Command,
}

/// What is asserted of a system.
#[derive(Clone, Debug)]
pub(crate) struct SystemClaim {
    /// The states or the steps, with the negation of the claim.
    pub denial: SystemPart,
    /// The number of states that it reads: one or two.
    pub states: usize,
    /// It is claimed of first states only.
    pub is_of_first: bool,
    pub span: Span,
}

/// What a conjunct says.
enum ConjunctKind {
    First(Formula),
    /// In every state, of it and perhaps of the next one.
    Always(Formula, usize),
    More(Formula),
}

impl StateSystem {
    /// # Errors
    /// A command that is about one state, an assertion about more than states and steps.
    pub fn new(model: &Model, command: &Command) -> Result<StateSystem, Diagnostic> {
        if !model.is_temporal(command) || !model.has_variables() {
            let message = "nothing changes from state to state";
            return Err(Diagnostic::new(code::TEMPORAL, message)
                .at(command.span, "this command is about one state")
                .help("declare by `var` what changes, or list the instances by `korrel find`"));
        }
        let mut parts = SystemParts::new(model);
        for fact in model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written) {
            parts.add(&fact.formula);
        }
        let claimed = match command.kind {
            CommandKind::Run => {
                parts.add(&command.goal);
                Vec::new()
            }
            CommandKind::Check => parts.add_premises(&command.goal)?,
        };
        Ok(parts.finish(command, claimed))
    }

    /// The command that lists the first states.
    pub(crate) fn first_command(&self) -> Command {
        let command = &self.first.command;
        let scope = command.scope.with_steps(1, 1, command.span);
        Command { traces: TraceKind::Prefixes, scope, ..command.clone() }
    }

    /// The first states and the steps of a command about all infinite traces, and what its traces must satisfy beside
    /// that.
    pub(crate) fn of_traces(model: &Model, command: &Command) -> (StateSystem, Vec<Formula>) {
        let mut parts = SystemParts::new(model);
        for fact in &model.facts {
            match fact.origin {
                FactOrigin::Written => parts.add(&fact.formula),
                FactOrigin::OverTime(_) => {}
                // It is a fact of the parts, too. What is more than a step is to be said again.
                FactOrigin::Sig(_) | FactOrigin::Field(_) => {
                    let more = said(model, &fact.formula).into_iter();
                    parts.left.extend(more.filter_map(|said| match said {
                        ConjunctKind::More(formula) => Some(formula),
                        _ => None,
                    }));
                }
            }
        }
        match command.kind {
            CommandKind::Run => parts.add(&command.goal),
            CommandKind::Check => parts.add_denied(&command.goal),
        }
        let left = std::mem::take(&mut parts.left);
        (parts.finish(command, Vec::new()), left)
    }

    /// What holds of each state and of each step, as facts about any part of a trace.
    pub fn lasting(self) -> (Model, Command) {
        let SystemPart { mut model, command } = self.step;
        // Atoms of any part of a trace have any names, and an order that is a constant would give them others.
        let facts = std::mem::take(&mut model.facts);
        let is_order = |fact: &Fact| {
            fact.origin == FactOrigin::Written && is_lasting_order(&model, &fact.formula)
        };
        let (_, others) = facts.into_iter().partition(is_order);
        model.facts = others;
        for fact in model.facts.iter_mut().filter(|fact| fact.origin == FactOrigin::Written) {
            if !matches!(fact.formula.kind, FormulaKind::Temporal(TemporalOp::Releases, _)) {
                fact.formula = all_the_time(&fact.formula);
            }
        }
        (model, command)
    }
}

struct SystemParts<'m> {
    model: &'m Model,
    first: Vec<Formula>,
    /// Total orders that never change.
    orders: Vec<Formula>,
    /// Formulas about each state.
    states: Vec<Formula>,
    /// Formulas about a state and the next one.
    steps: Vec<Formula>,
    left: Vec<Formula>,
    /// Parameters beside the command's own, and what is said of them.
    chosen: Vec<Declaration>,
    declared: Vec<Formula>,
}

impl SystemParts<'_> {
    fn new(model: &Model) -> SystemParts<'_> {
        SystemParts {
            model,
            first: Vec::new(),
            orders: Vec::new(),
            states: Vec::new(),
            steps: Vec::new(),
            left: Vec::new(),
            chosen: Vec::new(),
            declared: Vec::new(),
        }
    }

    /// Takes the negation of an assertion. Of `A implies B` that is A, and the negation of B.
    fn add_denied(&mut self, denied: &Formula) {
        let FormulaKind::Not(asserted) = &denied.kind else { return self.add(denied) };
        match &asserted.kind {
            FormulaKind::And(parts) if parts.len() == 1 => self.add_denied(&negated(&parts[0])),
            FormulaKind::Not(inner) => self.add(inner),
            FormulaKind::Implies(premise, claim) => {
                self.add(premise);
                self.add_denied(&negated(claim));
            }
            FormulaKind::Or(parts) => parts.iter().for_each(|part| self.add_denied(&negated(part))),
            FormulaKind::Quantified { .. } => match self.chosen(asserted) {
                Some(rest) => self.add_denied(&negated(&rest)),
                None => self.left.push(denied.clone()),
            },
            FormulaKind::Temporal(TemporalOp::Releases, sides) => {
                let [end, inner] = &**sides;
                let is_always = matches!(end.kind, FormulaKind::Constant(false));
                match self.chosen(inner).filter(|_| is_always) {
                    Some(rest) => self.left.push(negated(&all_the_time(&rest))),
                    None => self.left.push(denied.clone()),
                }
            }
            _ => self.left.push(denied.clone()),
        }
    }

    /// Of `all x: D | F` that is denied, `x in D implies F`: one x denies it, at whatever time. It is fixed for all time, as a
    /// parameter. `None` unless x is an atom of sigs that never change.
    fn chosen(&mut self, formula: &Formula) -> Option<Formula> {
        let FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } =
            &formula.kind
        else {
            return None;
        };
        let span = formula.span;
        let (mut chosen, mut declared, mut within) = (Vec::new(), Vec::new(), Vec::new());
        for declaration in declarations {
            let domain = declaration.atoms().filter(|_| !declaration.is_disjoint)?;
            for &variable in &declaration.variables {
                let sigs = self.fixed_sigs(variable)?;
                let value = Expr { kind: ExprKind::Variable(variable), arity: 1, span };
                within.push(subset(value.clone(), domain.clone()));
                let one = FormulaKind::Count(Count::One, value.clone());
                declared.push(Formula { kind: one, span });
                declared.push(subset(value, sigs.clone()));
                let range = Range::of(Multiplicity::One, sigs);
                let (variables, conditions) = (vec![variable], Vec::new());
                chosen.push(Declaration { variables, is_disjoint: false, range, conditions, span });
            }
        }
        self.chosen.extend(chosen);
        self.declared.extend(declared);
        let within = Box::new(Formula { kind: FormulaKind::And(within), span });
        Some(Formula { kind: FormulaKind::Implies(within, body.clone()), span })
    }

    /// The sigs of whose atoms a variable is one, or `None` if they change.
    fn fixed_sigs(&self, variable: VariableId) -> Option<Expr> {
        let Variable { ty, span, .. } = &self.model.variables[variable];
        let mut sigs = Vec::new();
        for product in &ty.products {
            let [sig] = product[..] else { return None };
            let (own, top) = (&self.model.sigs[sig], &self.model.sigs[self.model.top(sig)]);
            if own.is_variable || top.is_variable || own.kind == SigKind::Builtin {
                return None;
            }
            sigs.push(Expr { kind: ExprKind::Sig(sig), arity: 1, span: *span });
        }
        let union = |a: Expr, b: Expr| {
            let kind = ExprKind::Binary(RelationOp::Union, Box::new(a), Box::new(b));
            Expr { kind, arity: 1, span: *span }
        };
        sigs.into_iter().reduce(union)
    }

    fn add(&mut self, formula: &Formula) {
        for said in said(self.model, formula) {
            match said {
                ConjunctKind::First(formula) if is_lasting_order(self.model, &formula) => {
                    self.orders.push(formula);
                }
                ConjunctKind::First(formula) => self.first.push(formula),
                ConjunctKind::Always(formula, 0) => self.states.push(all_the_time(&formula)),
                ConjunctKind::Always(formula, _) => self.steps.push(formula),
                ConjunctKind::More(formula) => self.left.push(formula),
            }
        }
    }

    /// Takes what an assertion presupposes. The rest is claimed. `denied` is the assertion's negation.
    fn add_premises(&mut self, denied: &Formula) -> Result<Vec<ConjunctKind>, Diagnostic> {
        let FormulaKind::Not(asserted) = &denied.kind else {
            return Err(no_claim(denied.span));
        };
        let mut asserted = &**asserted;
        loop {
            match &asserted.kind {
                FormulaKind::And(parts) if parts.len() == 1 => asserted = &parts[0],
                FormulaKind::Implies(premise, claim) => {
                    self.add(premise);
                    asserted = claim;
                }
                _ => break,
            }
        }
        let claimed = said(self.model, asserted);
        match claimed.iter().find(|said| matches!(said, ConjunctKind::More(_))) {
            Some(ConjunctKind::More(formula)) => Err(no_claim(formula.span)),
            _ => Ok(claimed),
        }
    }

    fn finish(self, command: &Command, claimed: Vec<ConjunctKind>) -> StateSystem {
        let SystemParts { model, first, orders, states, steps, left, chosen, declared } = self;
        let states = [orders, states].concat();
        let mut parameters = command.parameters.clone();
        parameters.extend(chosen);
        let declared = match declared.is_empty() {
            true => command.declared.clone(),
            false => {
                let kind = FormulaKind::And([vec![command.declared.clone()], declared].concat());
                Formula { kind, span: command.span }
            }
        };
        let truth = |span| Formula { kind: FormulaKind::Constant(true), span };
        let goal = |goal: Formula, declared: &Formula, kind| {
            let kind_of = FormulaKind::And(vec![declared.clone(), goal]);
            Command {
                kind,
                goal: Formula { kind: kind_of, span: command.span },
                declared: declared.clone(),
                parameters: parameters.clone(),
                unrolled: Unrolling::default(),
                ..command.clone()
            }
        };
        let (run, none) = (CommandKind::Run, truth(command.span));
        let state_model = with_facts(model, &states, &[]);
        let first_model = with_facts(model, &states, &first);
        let step_model = with_facts(model, &states, &steps);
        let first_command = goal(none.clone(), &declared, run);
        // A parameter is fixed for all time by what its declaration says in the first state.
        let step_command = goal(none.clone(), &none, run);
        let claim = |said: ConjunctKind| {
            let (formula, states, is_of_first) = match said {
                ConjunctKind::First(formula) => (formula, 1, true),
                ConjunctKind::Always(formula, ahead) => (formula, 1 + ahead, false),
                ConjunctKind::More(_) => unreachable!("it was refused"),
            };
            let span = formula.span;
            let denied = Formula { kind: FormulaKind::Not(Box::new(formula)), span };
            let command = goal(denied, &none, CommandKind::Check);
            let model = if states == 1 { &state_model } else { &step_model };
            let denial = SystemPart { model: model.clone(), command };
            SystemClaim { denial, states, is_of_first, span }
        };
        let mut left_out: Vec<Diagnostic> = left.iter().map(left_out).collect();
        left_out.extend(forgotten(model));
        StateSystem {
            first: SystemPart { model: first_model, command: first_command },
            claims: claimed.into_iter().map(claim).collect(),
            state: SystemPart { model: state_model.clone(), command: step_command.clone() },
            step: SystemPart { model: step_model.clone(), command: step_command },
            left_out,
        }
    }
}

/// The conjuncts of a formula about the first state of a trace.
fn said(model: &Model, formula: &Formula) -> Vec<ConjunctKind> {
    let mut found = Vec::new();
    for conjunct in conjuncts(model, formula, CONJUNCTS) {
        match always(model, &conjunct.formula, &mut Vec::new()) {
            Some(body) => said_always(model, &body, &mut found),
            None if model.lookahead(&conjunct.formula) == Some(0) => {
                found.push(ConjunctKind::First(conjunct.formula));
            }
            None => found.push(ConjunctKind::More(conjunct.formula)),
        }
    }
    found
}

fn said_always(model: &Model, body: &Formula, found: &mut Vec<ConjunctKind>) {
    for conjunct in conjuncts(model, body, CONJUNCTS) {
        if let Some(inner) = always(model, &conjunct.formula, &mut Vec::new()) {
            said_always(model, &inner, found);
            continue;
        }
        match model.lookahead(&conjunct.formula) {
            Some(ahead @ 0..=1) => found.push(ConjunctKind::Always(conjunct.formula, ahead)),
            _ => found.push(ConjunctKind::More(all_the_time(&conjunct.formula))),
        }
    }
}

/// The formula that holds in all states: the part below `always`, with the part above it. `moving`: variables that
/// stand for something that changes.
pub(crate) fn always(
    model: &Model,
    formula: &Formula,
    moving: &mut Vec<VariableId>,
) -> Option<Formula> {
    let span = formula.span;
    match &formula.kind {
        FormulaKind::Temporal(TemporalOp::Releases, sides) => {
            let [end, body] = &**sides;
            matches!(end.kind, FormulaKind::Constant(false)).then(|| body.clone())
        }
        FormulaKind::Let(variable, value, body) => {
            if changes(model, Node::from(&**value), moving) {
                moving.push(*variable);
            }
            let body = Box::new(always(model, body, moving)?);
            Some(Formula { kind: FormulaKind::Let(*variable, value.clone(), body), span })
        }
        FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
            let children = Node::Formula(formula).children();
            let (_, domains) = children.split_last()?;
            if domains.iter().any(|&domain| changes(model, domain, moving)) {
                return None;
            }
            let (quantifier, declarations) = (Quantifier::All, declarations.clone());
            let body = Box::new(always(model, body, moving)?);
            Some(Formula { kind: FormulaKind::Quantified { quantifier, declarations, body }, span })
        }
        _ => None,
    }
}

/// True unless a node has one value in all states.
fn changes(model: &Model, node: Node<'_>, moving: &[VariableId]) -> bool {
    let is_moving = |node: Node<'_>| match node {
        Node::Relation(Expr { kind: ExprKind::Variable(variable), .. }) => {
            moving.contains(variable)
        }
        Node::Formula(Formula { kind: FormulaKind::Variable(variable), .. }) => {
            moving.contains(variable)
        }
        // A variable of a `let` for a number.
        Node::Integer(_) => node.variable().is_some_and(|variable| moving.contains(&variable)),
        _ => matches!(node.binder(), Some(Binder::Let(..))),
    };
    model.changes(node) || model.lookahead(node) != Some(0) || node.descendants().any(is_moving)
}

/// True of what `util/ordering` says, if it says it of what never changes.
fn is_lasting_order(model: &Model, formula: &Formula) -> bool {
    let body = match &formula.kind {
        FormulaKind::Quantified { quantifier: Quantifier::All, body, .. } => body,
        _ => formula,
    };
    let is_order = matches!(body.kind, FormulaKind::TotalOrder(_));
    is_order && !changes(model, Node::Formula(formula), &[])
}

/// `always F`.
fn all_the_time(formula: &Formula) -> Formula {
    let span = formula.span;
    let never = Formula { kind: FormulaKind::Constant(false), span };
    let sides = Box::new([never, formula.clone()]);
    Formula { kind: FormulaKind::Temporal(TemporalOp::Releases, sides), span }
}

/// The model with these facts for those that are written.
fn with_facts(model: &Model, states: &[Formula], others: &[Formula]) -> Model {
    let mut with = model.clone();
    with.facts.retain(|fact| fact.origin != FactOrigin::Written);
    with.facts.extend(states.iter().chain(others).cloned().map(|formula| {
        let (name, span) = ("system".to_owned(), formula.span);
        Fact { name, formula, origin: FactOrigin::Written, span }
    }));
    with
}

fn subset(a: Expr, b: Expr) -> Formula {
    let span = a.span;
    Formula { kind: FormulaKind::Subset(a, b), span }
}

fn negated(formula: &Formula) -> Formula {
    Formula { kind: FormulaKind::Not(Box::new(formula.clone())), span: formula.span }
}

fn no_claim(span: Span) -> Diagnostic {
    Diagnostic::new(code::TEMPORAL, "this assertion cannot be checked in a graph of states")
        .at(span, "it speaks of more than a state and the next one")
        .help("`always P`, where P has no further temporal operator, is checked in each state")
        .help("`korrel check` looks for behaviours that refute it")
}

fn left_out(formula: &Formula) -> Diagnostic {
    Diagnostic::new(code::LEFT_OUT, "a graph of states does not show this")
        .at(formula.span, "it says neither what a first state is nor what a step is")
        .help("in the graph it is left out, so there may be states that no behaviour reaches")
        .help("`korrel find --prefixes` lists the behaviours that satisfy it")
}

/// Atoms that come back are those that left, which a graph of states does not know.
fn forgotten(model: &Model) -> Option<Diagnostic> {
    let is_told_apart = |sig: &&korrel_lang::model::Sig| {
        sig.is_variable && sig.kind == SigKind::TopLevel && !sig.children.is_empty()
    };
    let (_, sig) = model.sigs.iter().find(|(_, sig)| is_told_apart(sig))?;
    let name = &sig.name;
    Some(
        Diagnostic::new(code::LEFT_OUT, "a graph of states does not remember who has left")
            .at(sig.span, format!("an atom of `{name}` that comes back may be in another child"))
            .help("in a behaviour it is in the same one, so there may be states that none reaches"),
    )
}
