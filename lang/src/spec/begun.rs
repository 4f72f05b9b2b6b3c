//! Traces that begin as a given one, or share with it what never changes.
//!
//! The command asks for one thing more: that there are atoms of which the first states hold just what those of the
//! given trace do. Atoms are variables there, each bound in the first state that has it, so the names of a trace's
//! atoms say nothing, and a trace is found once, however many ways there are to see the beginning in it.

use crate::instance::{Instance, Relation};
use crate::model::build::{
    binary, conjunction, constant, disjoint, integer_atom, one_each, quantify, set, union,
};
use crate::model::{
    Command, Declaration, Expr, ExprKind, Formula, FormulaKind, Model, Quantifier, RelationOp, Sig,
    SigId, SigMultiplicity, State, StepEnd, StepScope, TraceKind, Type, Unrolling, Variable,
    VariableId,
};
use crate::source::Span;
use crate::trace::Trace;
use crate::universe::{Atom, AtomId};
use crate::unroll::STEPS;

use super::Spec;

impl Spec {
    /// A command whose traces begin with these states, which are over one universe.
    ///
    /// `text` tells the trace from others.
    ///
    /// # Panics
    /// If there is no state.
    pub fn with_beginning(
        &mut self,
        command: Command,
        states: &[Instance],
        text: String,
    ) -> Command {
        let span = command.goal.span;
        let mut writer = BeginningWriter::new(&mut self.model, &command, states);
        let mut parts = vec![command.goal.clone(), writer.onward(0)];
        let mut scope = command.scope.clone();
        if command.traces != TraceKind::Lassos {
            // At the last state of a beginning all holds of the next one: a shorter one would begin so, too.
            let steps = scope.steps.unwrap_or(StepScope {
                min: 1,
                max: STEPS,
                end: StepEnd::Bounded,
                span,
            });
            let least = u32::try_from(states.len()).unwrap_or(u32::MAX);
            if least > steps.max {
                parts.push(Formula { kind: FormulaKind::Constant(false), span });
            } else {
                scope.steps = Some(StepScope { min: steps.min.max(least), ..steps });
            }
        }
        let goal = Formula { kind: FormulaKind::And(parts), span };
        Command { goal, scope, begins: Some(text), unrolled: Unrolling::default(), ..command }
    }

    /// A command in whose traces all that never changes is as in a given one. `text` tells the trace from others.
    pub fn with_configuration(&mut self, command: Command, trace: &Trace, text: String) -> Command {
        let states = [trace.configuration(&self.model)];
        let mut writer = BeginningWriter::new(&mut self.model, &command, &states);
        let parts = vec![command.goal.clone(), writer.lasting()];
        let goal = Formula { kind: FormulaKind::And(parts), span: command.goal.span };
        Command { goal, begins: Some(text), unrolled: Unrolling::default(), ..command }
    }
}

struct BeginningWriter<'a> {
    model: &'a mut Model,
    states: &'a [Instance],
    /// The command's, which have one value for the whole trace.
    parameters: Vec<VariableId>,
    span: Span,
    /// What stands for each atom, from the first state on that has it.
    known: Vec<Option<Expr>>,
}

/// The relations of which a state tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    All,
    /// Those that may have changed.
    Changing,
    /// Those that never change.
    Lasting,
}

impl<'a> BeginningWriter<'a> {
    fn new(model: &'a mut Model, command: &Command, states: &'a [Instance]) -> BeginningWriter<'a> {
        let known = vec![None; states[0].universe.len()];
        let variables = command.parameters.iter().flat_map(|declared| &declared.variables);
        let parameters = variables.copied().collect();
        let mut writer =
            BeginningWriter { model, states, parameters, span: command.goal.span, known };
        writer.know_constants();
        writer
    }
}

impl BeginningWriter<'_> {
    /// Numbers, strings and the atoms of `one` sigs stand for themselves.
    fn know_constants(&mut self) {
        let universe = &self.states[0].universe;
        for atom in universe.atoms() {
            self.known[atom.0 as usize] = match universe.atom(atom) {
                Atom::Integer(number) => {
                    Some(integer_atom(constant(*number, self.span), self.span))
                }
                Atom::String(text) => {
                    let kind = ExprKind::String(text.to_string());
                    Some(Expr { kind, arity: 1, span: self.span })
                }
                Atom::Object { .. } => self.one_sig(atom).map(|sig| set(sig, self.span)),
            };
        }
    }

    fn one_sig(&self, atom: AtomId) -> Option<SigId> {
        let is_it = |(id, sig): &(SigId, &Sig)| {
            let is_one = sig.multiplicity == SigMultiplicity::One && !sig.is_variable;
            is_one && self.states[0].sig(*id).contains(&[atom])
        };
        self.model.sigs.iter().find(is_it).map(|(id, _)| id)
    }

    /// What holds from a state on.
    fn onward(&mut self, at: usize) -> Formula {
        self.holding(at, if at == 0 { Told::All } else { Told::Changing })
    }

    /// What holds at all times.
    fn lasting(&mut self) -> Formula {
        self.holding(0, Told::Lasting)
    }

    /// What holds in a state, and in those after it.
    fn holding(&mut self, at: usize, told: Told) -> Formula {
        let states = self.states;
        let state = &states[at];
        let (mut declarations, mut parts) = (Vec::new(), Vec::new());
        let tops: Vec<SigId> = self.model.top_level().collect();
        for top in tops {
            self.declare(state, top, &mut declarations, &mut parts);
        }
        parts.extend(self.contents(state, told));
        if at == 0 {
            parts.extend(self.parameters.iter().map(|&parameter| self.parameter(parameter)));
        }
        if at + 1 < states.len() {
            let kind = FormulaKind::In(State::After, Box::new(self.onward(at + 1)));
            parts.push(Formula { kind, span: self.span });
        }
        let body = conjunction(parts, self.span);
        match declarations.is_empty() {
            true => body,
            false => quantify(Quantifier::Some, declarations, body, self.span),
        }
    }

    /// Variables for the atoms that a sig has in this state for the first time, which are no others.
    fn declare(
        &mut self,
        state: &Instance,
        top: SigId,
        declarations: &mut Vec<Declaration>,
        parts: &mut Vec<Formula>,
    ) {
        let block: Vec<AtomId> = state.universe.block(top).map(AtomId).collect();
        let old: Vec<Expr> =
            block.iter().filter_map(|atom| self.known[atom.0 as usize].clone()).collect();
        let is_new = |atom: &&AtomId| {
            state.sig(top).contains(&[**atom]) && self.known[atom.0 as usize].is_none()
        };
        let new: Vec<AtomId> = block.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return;
        }
        let (span, name) = (self.span, self.model.sigs[top].name.clone());
        let mut variables = Vec::new();
        for atom in &new {
            let name = format!("{name}_{}", atom.0);
            let ty = Type::of(top);
            let variable = Variable { name, arity: 1, ty, is_sequence: false, span };
            let variable = self.model.variables.push(variable);
            variables.push(variable);
            let kind = ExprKind::Variable(variable);
            self.known[atom.0 as usize] = Some(Expr { kind, arity: 1, span });
        }
        let named = new.iter().filter_map(|atom| self.known[atom.0 as usize].clone()).collect();
        if let (Some(old), Some(new)) = (union(old), union(named)) {
            parts.push(disjoint(new, old, span));
        }
        let declaration = one_each(variables, set(top, span), span);
        declarations.push(Declaration { is_disjoint: true, ..declaration });
    }

    /// What each sig and field holds.
    fn contents(&self, state: &Instance, told: Told) -> Vec<Formula> {
        let is_told = |is_variable: bool| match told {
            Told::All => true,
            Told::Changing => is_variable,
            Told::Lasting => !is_variable,
        };
        let sigs = self.model.sigs.iter().filter(|&(id, sig)| {
            id > Sig::STRING && !self.model.is_meta(id) && is_told(sig.is_variable)
        });
        let fields = self.model.fields.iter().filter(|(_, field)| is_told(field.is_variable));
        let sigs = sigs.map(|(id, _)| (Relation::Sig(id), set(id, self.span)));
        let fields = fields.map(|(id, field)| {
            let arity = field.ty.arity();
            let kind = ExprKind::Field(id);
            (Relation::Field(id), Expr { kind, arity, span: self.span })
        });
        sigs.chain(fields).map(|(relation, expr)| self.holds(state, relation, expr)).collect()
    }

    fn parameter(&self, variable: VariableId) -> Formula {
        let arity = self.model.variables[variable].arity;
        let expr = Expr { kind: ExprKind::Variable(variable), arity, span: self.span };
        self.holds(&self.states[0], Relation::Variable(variable), expr)
    }

    /// That a relation holds just these tuples. None does that are of atoms which the state has not.
    fn holds(&self, state: &Instance, relation: Relation, expr: Expr) -> Formula {
        let (span, arity) = (self.span, expr.arity);
        let tuple = |tuple: Vec<AtomId>| {
            let atoms = tuple.iter().map(|atom| self.known[atom.0 as usize].clone());
            let atoms: Option<Vec<Expr>> = atoms.collect();
            atoms?.into_iter().reduce(|a, b| binary(RelationOp::Product, a, b))
        };
        let tuples: Option<Vec<Expr>> = state.get(relation).tuples().map(tuple).collect();
        let kind = match tuples.map(union) {
            None => FormulaKind::Constant(false),
            Some(value) => {
                let empty = Expr { kind: ExprKind::Empty, arity, span };
                FormulaKind::Equal(expr, value.unwrap_or(empty))
            }
        };
        Formula { kind, span }
    }
}
