//! From a [`Program`] to a [`Model`]: names become ids, types are checked, and what declarations
//! imply is written out as facts.
//!
//! Order: modules and their sigs, then fields (a range may use the fields before it), then
//! predicates and functions (each when it is first called, so that the kind of its value is known
//! there), then facts and commands. A paragraph with an error is left out and the next one is
//! tried, so that one run reports as many independent mistakes as it can.

mod commands;
mod declare;
mod express;
mod finish;
mod names;
mod node;
mod report;
mod session;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::diagnostic::Diagnostic;
use crate::load::Program;
use crate::model::{Command, FieldId, FunctionId, Model, SigId, VariableId};
use crate::source::{FileId, Span};

use declare::functions::{DeclaredId, FunctionState, Signature};
use declare::modules::{ModuleId, ModuleState};
use names::locals::Local;

pub use commands::default_command;
pub use commands::scopes::resolve_scope;
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
    resolver.look_for_pitfalls(&implicit);
    let mistakes = resolver.model.commands.iter().filter_map(|c| c.scope.mistake.as_deref());
    let warnings = settled(resolver.diagnostics).map_err(|mut reported| {
        reported.extend(mistakes.cloned());
        settled(reported).expect_err("there are errors in it")
    })?;
    Ok(Resolved { model: resolver.model, implicit, warnings })
}

/// Diagnostics in the order of the source, each once; an error if one of them is. Warnings are about a
/// spec without mistakes: beside one they may only follow from it.
fn settled(mut diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let has_error = diagnostics.iter().any(Diagnostic::is_error);
    diagnostics.retain(|diagnostic| diagnostic.is_error() || !has_error);
    diagnostics.sort_by_key(|d| d.place.as_ref().map(|(span, _)| (span.file, span.start)));
    diagnostics.dedup();
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
    /// The sigs that are declared with `in` or `=`.
    subset_sigs: FxHashSet<SigId>,
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
    /// How many choices there have been.
    choices: u32,
    /// What is known of the choices in the expression that is being settled.
    appraisals: finish::Appraisals,
    /// The variables of `let` that stand for a number by itself.
    bare_numbers: FxHashSet<VariableId>,
    /// How many unknown names were compared with the known ones.
    suggestions: usize,
    /// How deeply macros have been expanded.
    expansions: usize,
    /// How many nodes of macros' arguments have been copied.
    substitutions: usize,
    /// Texts beside those of the program: expressions that are asked about.
    asked: FxHashMap<FileId, String>,
    /// The atoms that expressions name, `Node$0`.
    atoms: Vec<(String, VariableId)>,
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
            subset_sigs: FxHashSet::default(),
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
            choices: 0,
            appraisals: finish::Appraisals::default(),
            bare_numbers: FxHashSet::default(),
            suggestions: 0,
            expansions: 0,
            substitutions: 0,
            asked: FxHashMap::default(),
            atoms: Vec::new(),
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

    /// Adds what is hardly ever meant. A tree that is left out in part is not looked at.
    fn look_for_pitfalls(&mut self, implicit: &[Command]) {
        if !self.diagnostics.iter().any(Diagnostic::is_error) {
            let found = self.pitfalls(implicit);
            self.add_pitfalls(found);
        }
    }

    /// Adds pitfalls; a remark of the same place says less.
    fn add_pitfalls(&mut self, found: Vec<Diagnostic>) {
        let place = |d: &Diagnostic| d.place.as_ref().map(|(span, _)| *span);
        self.diagnostics.retain(|old| {
            old.code != Some(crate::code::EMPTY) || found.iter().all(|new| place(new) != place(old))
        });
        self.diagnostics.extend(found);
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

    /// What the user wrote there; `None` in a built-in module.
    fn text(&self, span: Span) -> Option<&str> {
        let text = self.program.texts.get(&span.file).or_else(|| self.asked.get(&span.file))?;
        text.get(span.start as usize..span.end as usize)
    }

    /// Deep specs need a deep stack; it is reserved only where it is needed.
    fn with_stack<T>(work: impl FnOnce() -> T) -> T {
        stacker::maybe_grow(256 << 10, 16 << 20, work)
    }

    fn sig_name(&self, sig: SigId) -> &str {
        &self.model.sigs[sig].name
    }
}
