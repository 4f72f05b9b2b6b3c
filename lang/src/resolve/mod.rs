//! From [`ast::Module`] to [`Model`]: names become ids, types are checked, and what declarations
//! imply is written out as facts.
//!
//! Order: sigs, then fields (a range may use the fields before it), then predicates and functions
//! (each when it is first called, so that the kind of its value is known there), then facts and
//! commands. A paragraph with an error is left out and the next one is tried, so that one run
//! reports as many independent mistakes as it can.

mod calls;
mod commands;
mod expressions;
mod facts;
mod fields;
mod finish;
mod formulas;
mod functions;
mod names;
mod node;
mod ranges;
mod scopes;
mod sigs;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast;
use crate::code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{
    Command, FieldId, Formula, FunctionId, Model, SigId, Type, Variable, VariableId,
};
use crate::source::Span;

pub use commands::default_command;
pub use scopes::resolve_scope;
pub use types::TypeOps;

/// A model, and what should be said about it all the same.
#[derive(Debug)]
pub struct Resolved {
    pub model: Model,
    /// What could be run or checked by name although no command does: predicates and assertions.
    pub implicit: Vec<Command>,
    pub warnings: Vec<Diagnostic>,
}

/// Resolves a parsed spec.
///
/// # Errors
/// Every mistake that is independent of the others, in the order of the source.
pub fn resolve(module: &ast::Module) -> Result<Resolved, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(module);
    resolver.declare_sigs();
    // Without the names that a missing construct would declare, all that follows is noise.
    if resolver.diagnostics.iter().all(|d| d.code != code::UNSUPPORTED) {
        resolver.resolve_fields();
        resolver.resolve_functions();
        resolver.resolve_facts();
        resolver.resolve_commands();
    }
    let implicit = resolver.implicit_commands();
    let mut diagnostics = resolver.diagnostics;
    diagnostics.sort_by_key(|d| d.place.as_ref().map(|(span, _)| (span.file, span.start)));
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(diagnostics);
    }
    Ok(Resolved { model: resolver.model, implicit, warnings: diagnostics })
}

/// The mistake has been reported; what depends on it is left out.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Result<T, E = Reported> = std::result::Result<T, E>;

struct Resolver<'a> {
    module: &'a ast::Module,
    model: Model,
    diagnostics: Vec<Diagnostic>,
    /// The sigs of the module by name, Alloy's built-in ones aside.
    sigs: FxHashMap<String, SigId>,
    /// Fields by name; several sigs may have one of the same name.
    fields: FxHashMap<String, Vec<FieldId>>,
    /// Predicates and functions by name; they may be overloaded.
    functions: FxHashMap<String, Vec<FunctionState<'a>>>,
    /// The type of a function's declared result.
    function_types: FxHashMap<FunctionId, Type>,
    assertions: FxHashMap<String, (Formula, Span)>,
    /// Names whose declaration had a mistake: their uses are not reported again.
    poisoned: FxHashSet<String>,
    /// The bound variables in scope, innermost last.
    locals: Vec<(String, VariableId)>,
    /// The sig in whose declaration we are: its fields mean `this.field`.
    this: Option<(SigId, VariableId)>,
    /// What is known of each variable beside its declaration in the model.
    variables: FxHashMap<VariableId, node::Kind>,
    /// Predicates and functions whose bodies are being resolved, to find recursion.
    in_progress: Vec<(String, Span)>,
}

/// How far a predicate or function has come.
#[derive(Clone, Copy)]
struct FunctionState<'a> {
    ast: &'a ast::Function,
    id: Option<FunctionId>,
    failed: bool,
}

impl<'a> Resolver<'a> {
    fn new(module: &'a ast::Module) -> Resolver<'a> {
        Resolver {
            module,
            model: Model::default(),
            diagnostics: Vec::new(),
            sigs: FxHashMap::default(),
            fields: FxHashMap::default(),
            functions: FxHashMap::default(),
            function_types: FxHashMap::default(),
            assertions: FxHashMap::default(),
            poisoned: FxHashSet::default(),
            locals: Vec::new(),
            this: None,
            variables: FxHashMap::default(),
            in_progress: Vec::new(),
        }
    }

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Result<T> {
        self.diagnostics.push(diagnostic);
        Err(Reported)
    }

    /// A new variable of the given kind; not in scope until it is pushed to `locals`.
    fn variable(&mut self, name: &str, kind: node::Kind, span: Span) -> VariableId {
        let arity = kind.arity().unwrap_or(0);
        let id = self.model.variables.push(Variable { name: name.to_string(), arity, span });
        self.variables.insert(id, kind);
        id
    }

    /// Runs `work` and takes the variables that it brought into scope out again.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.locals.len();
        let result = work(self);
        self.locals.truncate(depth);
        result
    }

    /// Deep specs need a deep stack; it is reserved only where it is needed.
    fn with_stack<T>(work: impl FnOnce() -> T) -> T {
        stacker::maybe_grow(256 << 10, 16 << 20, work)
    }
}

impl Resolver<'_> {
    fn sig_name(&self, sig: SigId) -> &str {
        &self.model.sigs[sig].name
    }
}
