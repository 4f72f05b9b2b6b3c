//! Modules: one instance for each file and choice of arguments.
//!
//! Two `open`s of one file with the same sigs as arguments give the same instance, so that
//! `open util/ordering[Time]` in two modules is one order. An argument may name a sig of a module
//! that is itself opened with arguments, so instances are made until no `open` is left that can be
//! resolved.

mod open;

use crate::resolve::context::declared::{ModuleId, ModuleState};
use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::arena::Id;
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::load::opens;
use crate::model::SigId;
use crate::resolve::context::Resolver;
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// Makes all instances, and declares the names of their sigs.
    pub(crate) fn declare_modules(&mut self) {
        self.declare_builtin_sigs();
        let main = self.instantiate(0, Vec::new(), String::new());
        let mut waiting: VecDeque<(ModuleId, &'a ast::Open)> = VecDeque::new();
        waiting.extend(opens(self.modules[main].ast).map(|open| (main, open)));
        let mut stuck = 0;
        while let Some((module, open)) = waiting.pop_front() {
            let Some(arguments) = self.in_module(module, |resolver| resolver.arguments(open))
            else {
                waiting.push_back((module, open));
                stuck += 1;
                if stuck == waiting.len() {
                    break;
                }
                continue;
            };
            stuck = 0;
            let known = self.modules.len();
            let opened = self.in_module(module, |resolver| resolver.open(open, arguments));
            let Ok(target) = opened else { continue };
            if self.modules.len() > known {
                waiting.extend(opens(self.modules[target].ast).map(|open| (target, open)));
            }
        }
        for (module, open) in waiting {
            self.in_module(module, |resolver| resolver.report_arguments(open));
        }
        for module in self.modules.ids() {
            self.modules[module].nameable = self.reachable(module);
        }
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
        if id.index() > 0 {
            let exact = declared.iter().zip(&arguments).filter(|(parameter, _)| parameter.is_exact);
            self.model.exact.extend(exact.map(|(_, &sig)| sig));
        }
        self.in_module(id, |resolver| {
            if id.index() == 0 {
                resolver.declare_main_parameters(declared);
            }
            resolver.declare_names();
        });
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
        let ast = self.modules[self.place.module].ast;
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
