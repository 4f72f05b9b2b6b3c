//! From a [`Program`] to a [`Model`]: names become ids, types are checked, and what declarations
//! imply is written out as facts.
//!
//! Order: modules and their sigs, then fields (a range may use the fields before it), then
//! predicates and functions (each when it is first called, so that the kind of its value is known
//! there), then facts and commands. A paragraph with an error is left out and the next one is
//! tried, so that one run reports as many independent mistakes as it can.

mod calls;
mod choices;
mod commands;
mod deduce;
mod expressions;
mod facts;
mod fields;
mod finish;
mod foreign;
mod formulas;
mod functions;
mod integers;
mod lookup;
mod macros;
mod modules;
mod names;
mod node;
mod ranges;
mod scopes;
mod sequences;
mod session;
mod sigs;
mod types;
mod warnings;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::ast;
use crate::code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::Program;
use crate::model::{Command, FieldId, FunctionId, Model, SigId, Type, Variable, VariableId};
use crate::source::Span;

use functions::{DeclaredId, FunctionState, Signature};
use modules::{ModuleId, ModuleState};

pub use commands::default_command;
pub(crate) use names::most_similar;
pub use scopes::resolve_scope;
pub use session::Session;
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
pub fn resolve(program: &Program) -> Result<Resolved, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(program);
    let implicit = resolver.resolve_all();
    let warnings = settled(resolver.diagnostics)?;
    Ok(Resolved { model: resolver.model, implicit, warnings })
}

/// Diagnostics in the order of the source, each once; an error if one of them is.
fn settled(mut diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    diagnostics.sort_by_key(|d| d.place.as_ref().map(|(span, _)| (span.file, span.start)));
    diagnostics.dedup();
    let has_error = diagnostics.iter().any(|d| d.severity == Severity::Error);
    if has_error { Err(diagnostics) } else { Ok(diagnostics) }
}

/// The mistake has been reported; what depends on it is left out.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Result<T, E = Reported> = std::result::Result<T, E>;

struct Resolver<'a> {
    program: &'a Program,
    model: Model,
    diagnostics: Vec<Diagnostic>,
    modules: Arena<ModuleId, ModuleState<'a>>,
    /// The module whose text is being resolved.
    at: ModuleId,
    /// The module that declares each sig.
    sig_modules: Vec<ModuleId>,
    /// Fields by name; several sigs may have one of the same name.
    fields: FxHashMap<String, Vec<FieldId>>,
    /// Predicates and functions as declared.
    functions: Arena<DeclaredId, FunctionState<'a>>,
    /// What is known of each resolved one beside its body.
    signatures: FxHashMap<FunctionId, Signature>,
    /// Names whose declaration had a mistake: their uses are not reported again.
    poisoned: FxHashSet<String>,
    /// The names in scope, innermost last.
    locals: Vec<(String, Local)>,
    /// The sig in whose declaration we are: its fields mean `this.field`.
    this: Option<(SigId, VariableId)>,
    /// Where predicates and functions cannot be called: declarations.
    calls_are_barred: bool,
    /// In the range of a field only the sig's own fields can be named.
    in_field_range: bool,
    /// What is known of each variable beside its declaration in the model.
    variables: FxHashMap<VariableId, node::Kind>,
    /// The variables that some expression uses.
    used: FxHashSet<VariableId>,
    /// How deeply macros have been expanded.
    expansions: usize,
    /// How many nodes of macros' arguments have been copied.
    substitutions: usize,
}

/// What a local name stands for.
#[derive(Clone, Debug)]
enum Local {
    Variable(VariableId),
    /// The argument of a macro.
    Node(Box<node::Node>),
}

impl<'a> Resolver<'a> {
    fn new(program: &'a Program) -> Resolver<'a> {
        Resolver {
            program,
            model: Model::default(),
            diagnostics: Vec::new(),
            modules: Arena::default(),
            at: ModuleId(0),
            sig_modules: Vec::new(),
            fields: FxHashMap::default(),
            functions: Arena::default(),
            signatures: FxHashMap::default(),
            poisoned: FxHashSet::default(),
            locals: Vec::new(),
            this: None,
            calls_are_barred: false,
            in_field_range: false,
            variables: FxHashMap::default(),
            used: FxHashSet::default(),
            expansions: 0,
            substitutions: 0,
        }
    }

    /// Resolves the whole program; the commands that are only implied.
    fn resolve_all(&mut self) -> Vec<Command> {
        self.declare_modules();
        self.declare_sigs();
        self.resolve_fields();
        self.resolve_functions();
        self.resolve_facts();
        self.resolve_commands();
        self.implicit_commands()
    }

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Result<T> {
        self.diagnostics.push(diagnostic);
        Err(Reported)
    }

    /// A warning about a text of the user's; the built-in modules are as they are meant to be.
    fn warn(&mut self, diagnostic: Diagnostic) {
        if !self.modules[self.at].is_library && self.expansions == 0 {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Refuses `e'`, and a backtick behind `e`.
    fn other_state<T>(&mut self, mark: ast::Mark, span: Span) -> Result<T> {
        let (message, help) = match mark {
            ast::Mark::Prime => (
                "`'` is temporal: `e'` is `e` in the next state",
                "a name has no `'` in it; what changes takes one more column, as in `on: set Time`",
            ),
            ast::Mark::Backtick => (
                "a backtick marks the state before an operation",
                "leave it out; what changes takes one more column, as in `on: set Time`",
            ),
        };
        self.report(
            Diagnostic::error(code::TEMPORAL, message)
                .at(span, "an instance has one state only")
                .help(help),
        )
    }

    fn temporal(&mut self, construct: &str, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(code::TEMPORAL, format!("{construct} is temporal"))
                .at(span, "Korrel reads the static part of Alloy 6")
                .help(
                    "model the states explicitly: a sig of times, and fields with one more column, \
                     as in `on: set Time`",
                ),
        );
    }

    /// A new variable of the given kind; not in scope until it is pushed to `locals`.
    fn variable(&mut self, name: &str, kind: node::Kind, span: Span) -> VariableId {
        let arity = kind.arity().unwrap_or(0);
        let ty = match &kind {
            node::Kind::Relation(ty) => ty.clone(),
            node::Kind::Formula | node::Kind::Integer => Type::default(),
        };
        let id = self.model.variables.push(Variable {
            name: name.to_string(),
            arity,
            ty,
            is_sequence: false,
            span,
        });
        self.variables.insert(id, kind);
        id
    }

    fn bring_into_scope(&mut self, name: &str, variable: VariableId) {
        self.locals.push((name.to_string(), Local::Variable(variable)));
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

    fn sig_name(&self, sig: SigId) -> &str {
        &self.model.sigs[sig].name
    }
}
