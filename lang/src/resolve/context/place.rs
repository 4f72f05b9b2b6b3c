//! The place in the program where names are being resolved, and the things that they can stand for
//! there.

use crate::model::{SigId, Type, Variable, VariableId};
use crate::resolve::context::Resolver;
use crate::resolve::context::declared::ModuleId;
use crate::resolve::context::node::{PendingNode, ValueKind};
use crate::source::Span;

/// A place in the program. The code that enters each also leaves it: [`Resolver::in_place`] and its
/// users see to that.
pub(crate) struct Place {
    /// The module whose text is being resolved.
    pub(crate) module: ModuleId,
    /// The names in scope, innermost last.
    pub(crate) locals: Vec<(String, Local)>,
    /// The sig in whose declaration we are: its fields mean `this.field`.
    pub(crate) this: Option<(SigId, VariableId)>,
    pub(crate) reach: Nameable,
    /// The depth to which macros have been expanded.
    pub(crate) expansions: usize,
}

/// The meaning of a local name.
#[derive(Clone, Debug)]
pub(crate) enum Local {
    Variable(VariableId),
    /// The argument of a macro.
    Node(Box<PendingNode>),
}

/// Any other thing that can be named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nameable {
    All,
    /// Declarations: neither predicates nor functions.
    NoCalls,
    /// The range of a field: nor fields of other sigs.
    OwnFields,
}

impl Place {
    /// A module, outside of all scopes.
    pub(crate) fn of(module: ModuleId) -> Place {
        Place { module, locals: Vec::new(), this: None, reach: Nameable::All, expansions: 0 }
    }

    /// The meaning of a local name. The innermost one counts.
    pub(crate) fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|(local, _)| local == name).map(|(_, local)| local)
    }
}

impl Resolver<'_> {
    /// Runs `work` in another place.
    pub(crate) fn in_place<T>(&mut self, place: Place, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.place, place);
        let result = work(self);
        self.place = outer;
        result
    }

    /// Runs `work` in a module, outside of all scopes.
    pub(crate) fn in_module<T>(
        &mut self,
        module: ModuleId,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let expansions = self.place.expansions;
        self.in_place(Place { expansions, ..Place::of(module) }, work)
    }

    /// Runs `work` and takes the variables that it brought into scope out again.
    pub(crate) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.place.locals.len();
        let result = work(self);
        self.place.locals.truncate(depth);
        result
    }

    /// Runs `work` where field names mean `this.field`.
    pub(crate) fn in_sig<T>(
        &mut self,
        sig: SigId,
        this: VariableId,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.place.this.replace((sig, this));
        let result = self.scoped(|resolver| {
            resolver.bring_into_scope("this", this);
            work(resolver)
        });
        self.place.this = outer;
        result
    }

    /// Runs `work` where less can be named.
    pub(crate) fn within_reach<T>(
        &mut self,
        reach: Nameable,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.place.reach, reach);
        let result = work(self);
        self.place.reach = outer;
        result
    }

    pub(crate) fn bring_into_scope(&mut self, name: &str, variable: VariableId) {
        self.place.locals.push((name.to_string(), Local::Variable(variable)));
    }

    /// A new variable of the given kind. It is not in scope until it is brought there.
    pub(crate) fn variable(&mut self, name: &str, kind: ValueKind, span: Span) -> VariableId {
        let arity = kind.arity().unwrap_or(0);
        let ty = match &kind {
            ValueKind::Relation(ty) => ty.clone(),
            ValueKind::Formula | ValueKind::Integer => Type::default(),
        };
        let name = name.to_string();
        let id = self.model.variables.push(Variable { name, arity, ty, is_sequence: false, span });
        self.variables.insert(id, kind);
        id
    }
}
