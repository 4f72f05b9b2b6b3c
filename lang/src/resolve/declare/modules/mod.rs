//! Modules: one instance for each file and choice of arguments.
//!
//! Two `open`s of one file with the same sigs as arguments give the same instance, so that
//! `open util/ordering[Time]` in two modules is one order. An argument may name a sig of a module
//! that is itself opened with arguments, so instances are made until no `open` is left that can be
//! resolved.

mod open;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::arena::{Id, id};
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::load::opens;
use crate::model::{Formula, SigId};
use crate::resolve::Resolver;
use crate::resolve::declare::functions::DeclaredId;
use crate::source::Span;

use open::Open;

id!(/// An instance of a module.
    ModuleId);

/// An instance of a module.
pub(crate) struct ModuleState<'a> {
    pub(crate) ast: &'a ast::Module,
    /// Built in.
    pub(crate) is_library: bool,
    /// The chain of aliases by which the main module reaches it: `time/ordering/`; empty for the
    /// main module.
    pub(crate) path: String,
    /// Its place in the program.
    source: usize,
    pub(crate) parameters: Vec<(String, SigId)>,
    pub(crate) opens: Vec<Open>,
    pub(crate) sigs: FxHashMap<String, SigId>,
    /// They may be overloaded.
    pub(crate) functions: FxHashMap<String, Vec<DeclaredId>>,
    pub(crate) macros: FxHashMap<String, &'a ast::Macro>,
    pub(crate) assertions: FxHashMap<String, (Formula, Span)>,
    /// It and all modules that its `open`s lead to, but for those that others open privately.
    pub(crate) nameable: Vec<ModuleId>,
}

impl<'a> Resolver<'a> {
    /// Makes all instances, and declares the names of their sigs.
    pub(crate) fn declare_modules(&mut self) {
        self.declare_builtin_sigs();
        let main = self.instantiate(0, Vec::new(), String::new());
        let mut waiting: VecDeque<(ModuleId, &'a ast::Open)> = VecDeque::new();
        waiting.extend(opens(self.modules[main].ast).map(|open| (main, open)));
        let mut stuck = 0;
        while let Some((module, open)) = waiting.pop_front() {
            self.at = module;
            let Some(arguments) = self.arguments(open) else {
                waiting.push_back((module, open));
                stuck += 1;
                if stuck == waiting.len() {
                    break;
                }
                continue;
            };
            stuck = 0;
            let known = self.modules.len();
            let Ok(target) = self.open(open, arguments) else { continue };
            if self.modules.len() > known {
                waiting.extend(opens(self.modules[target].ast).map(|open| (target, open)));
            }
        }
        for (module, open) in waiting {
            self.at = module;
            self.report_arguments(open);
        }
        self.at = main;
        for module in self.modules.ids() {
            self.modules[module].nameable = self.reachable(module);
        }
    }

    /// Runs `work` in the context of a module, outside all scopes.
    pub(crate) fn in_module<T>(
        &mut self,
        module: ModuleId,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let at = std::mem::replace(&mut self.at, module);
        let locals = std::mem::take(&mut self.locals);
        let this = self.this.take();
        let barred = std::mem::replace(&mut self.calls_are_barred, false);
        let in_field_range = std::mem::replace(&mut self.in_field_range, false);
        let result = work(self);
        self.at = at;
        self.locals = locals;
        self.this = this;
        self.calls_are_barred = barred;
        self.in_field_range = in_field_range;
        result
    }

    /// The instance of a module with these arguments, made now if there is none yet.
    fn instantiate(&mut self, source: usize, arguments: Vec<SigId>, path: String) -> ModuleId {
        let same = |state: &ModuleState| {
            state.source == source && state.parameters.iter().map(|(_, sig)| sig).eq(&arguments)
        };
        let existing = self.modules.iter().find(|(_, state)| same(state)).map(|(id, _)| id);
        if let Some(existing) = existing {
            return existing;
        }
        let module = &self.program.modules[source];
        let header = module.ast.header.as_ref();
        let declared = header.map_or(&[][..], |header| header.parameters.as_slice());
        let names = declared.iter().map(|parameter| parameter.name.text.clone());
        let state = ModuleState {
            ast: &module.ast,
            is_library: module.is_library,
            path,
            source,
            parameters: names.zip(arguments.iter().copied()).collect(),
            opens: Vec::new(),
            sigs: FxHashMap::default(),
            functions: FxHashMap::default(),
            macros: FxHashMap::default(),
            assertions: FxHashMap::default(),
            nameable: Vec::new(),
        };
        let id = self.modules.push(state);
        let outer = std::mem::replace(&mut self.at, id);
        if id.index() == 0 {
            self.declare_main_parameters(declared);
        } else {
            let exact = declared.iter().zip(&arguments).filter(|(parameter, _)| parameter.is_exact);
            self.model.exact.extend(exact.map(|(_, &sig)| sig));
        }
        self.declare_names();
        self.at = outer;
        id
    }

    /// The main module's parameters are sigs like any other.
    fn declare_main_parameters(&mut self, parameters: &[ast::ModuleParameter]) {
        for parameter in parameters {
            let sig = self.declare_sig(&parameter.name);
            if parameter.is_exact {
                self.model.exact.extend(sig);
            }
        }
    }

    /// The names that a module declares, fields aside.
    fn declare_names(&mut self) {
        let ast = self.modules[self.at].ast;
        for paragraph in &ast.paragraphs {
            match paragraph {
                Paragraph::Sig(sig) => self.declare_sigs_of(sig),
                Paragraph::Enum(enumeration) => self.declare_enum(enumeration),
                Paragraph::Macro(declared) => self.declare_macro(declared),
                Paragraph::Function(declared) => self.declare_function(declared),
                _ => {}
            }
        }
    }

    pub(crate) fn duplicate(&mut self, what: &str, name: &str, span: Span, earlier: Span) {
        self.diagnostics.push(
            Diagnostic::new(code::DUPLICATE, format!("the {what} `{name}` is declared twice"))
                .at(span, "declared again here")
                .related(earlier, "first declared here")
                .help("rename one of them"),
        );
    }
}
