//! The state of resolving: the program and the knowledge of it, the place at hand, expressions on
//! their way to the model, and the reports.

pub(crate) mod declared;
pub(crate) mod node;
pub(crate) mod notes;
pub(crate) mod operation;
pub(crate) mod place;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::diagnostic::Diagnostic;
use crate::load::Program;
use crate::model::{FieldId, FunctionId, Model, SigId, VariableId};
use crate::source::{FileId, Span};

use declared::{
    CallSignature, DeclaredId, FunctionState, MetaAtoms, ModuleId, ModuleState, Notation, Unrolling,
};
use node::Appraisals;
use notes::Notes;
use place::Place;

/// The mistake has been reported. All that depends on it is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportedMistake;

pub(crate) type Result<T, E = ReportedMistake> = std::result::Result<T, E>;

/// The knowledge of the program, and the place in it where names are being resolved.
pub(crate) struct Resolver<'a> {
    pub(crate) program: &'a Program,
    pub(crate) model: Model,
    /// See [`Program::is_of_traces`].
    pub(crate) is_of_traces: bool,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) place: Place,

    // The declarations of the program.
    pub(crate) modules: Arena<ModuleId, ModuleState<'a>>,
    /// The module that declares each sig.
    pub(crate) sig_modules: Vec<ModuleId>,
    /// The sigs that are declared with `in` or `=`.
    pub(crate) subset_sigs: FxHashSet<SigId>,
    /// The `var` of each sig that is declared by it.
    pub(crate) vars: FxHashMap<SigId, Span>,
    /// The sigs that are handed to modules which make them exact, where they are written.
    pub(crate) exact_arguments: Vec<(SigId, Span)>,
    /// Fields by name. Several sigs may have one of the same name.
    pub(crate) fields: FxHashMap<String, Vec<FieldId>>,
    /// The atoms that stand for sigs and fields.
    pub(crate) meta: MetaAtoms,
    /// Predicates and functions as declared.
    pub(crate) functions: Arena<DeclaredId, FunctionState<'a>>,
    /// Calls that are being unrolled.
    pub(crate) unrolling: Option<Unrolling>,
    /// The signature of each resolved one, beside its body.
    pub(crate) signatures: FxHashMap<FunctionId, CallSignature>,
    /// The notation of each one that is about two states.
    pub(crate) notations: FxHashMap<FunctionId, Notation>,
    /// Names whose declaration had a mistake: their uses are not reported again.
    pub(crate) poisoned: FxHashSet<String>,

    // Expressions.
    /// The kind of each variable, beside its declaration in the model.
    pub(crate) variables: FxHashMap<VariableId, node::ValueKind>,
    /// The variables that some expression uses.
    pub(crate) used: FxHashSet<VariableId>,
    /// The variables of `let` that stand for a number by itself.
    pub(crate) bare_numbers: FxHashSet<VariableId>,
    /// The number of choices so far.
    pub(crate) choices: u32,
    pub(crate) appraisals: Appraisals,

    // Limits on the work.
    /// The number of unknown names that were compared with the known ones.
    pub(crate) suggestions: usize,
    /// The number of nodes of macros' arguments that have been copied.
    pub(crate) substitutions: usize,
    /// True if a macro's body is an arrow with a multiplicity: each macro is looked into once.
    pub(crate) arrow_ranges: FxHashMap<(ModuleId, String), bool>,

    // Points in which Alloy departs from the text.
    /// An arrow in the macro that is being expanded whose multiplicities Alloy drops.
    pub(crate) dropped: Option<Span>,
    pub(crate) has_told_of_dropped: bool,

    /// What names and expressions stand for, if somebody asks.
    pub(crate) notes: Option<Box<Notes>>,

    // Expressions that are asked about.
    /// Their texts.
    pub(crate) asked: FxHashMap<FileId, String>,
    /// The atoms that they name, `Node$0`.
    pub(crate) atoms: Vec<(String, VariableId)>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(program: &'a Program) -> Resolver<'a> {
        Resolver {
            program,
            model: Model { declares_var: program.declares_var(), ..Model::default() },
            is_of_traces: program.is_of_traces(),
            diagnostics: Vec::new(),
            modules: Arena::default(),
            place: Place::of(ModuleId(0)),
            sig_modules: Vec::new(),
            subset_sigs: FxHashSet::default(),
            vars: FxHashMap::default(),
            exact_arguments: Vec::new(),
            fields: FxHashMap::default(),
            meta: MetaAtoms::default(),
            functions: Arena::default(),
            unrolling: None,
            signatures: FxHashMap::default(),
            notations: FxHashMap::default(),
            poisoned: FxHashSet::default(),
            variables: FxHashMap::default(),
            used: FxHashSet::default(),
            choices: 0,
            appraisals: Appraisals::default(),
            bare_numbers: FxHashSet::default(),
            suggestions: 0,
            substitutions: 0,
            arrow_ranges: FxHashMap::default(),
            dropped: None,
            has_told_of_dropped: false,
            notes: None,
            asked: FxHashMap::default(),
            atoms: Vec::new(),
        }
    }

    pub(crate) fn report<T>(&mut self, diagnostic: Diagnostic) -> Result<T> {
        self.diagnostics.push(diagnostic);
        Err(ReportedMistake)
    }

    /// A warning about a text of the user's. The built-in modules are as they are meant to be.
    pub(crate) fn warn(&mut self, diagnostic: Diagnostic) {
        if !self.modules[self.place.module].is_library && self.place.expansions == 0 {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The user's text there, or `None` in a built-in module.
    pub(crate) fn text(&self, span: Span) -> Option<&str> {
        let text = self.program.texts.get(&span.file).or_else(|| self.asked.get(&span.file))?;
        text.get(span.start as usize..span.end as usize)
    }

    /// Deep specs need a deep stack. It is reserved only where it is needed.
    pub(crate) fn with_stack<T>(work: impl FnOnce() -> T) -> T {
        stacker::maybe_grow(256 << 10, 16 << 20, work)
    }

    pub(crate) fn sig_name(&self, sig: SigId) -> &str {
        &self.model.sigs[sig].name
    }
}
