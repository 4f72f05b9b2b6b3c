//! Modules: one instance for each file and choice of arguments.
//!
//! Two `open`s of one file with the same sigs as arguments give the same instance, so that
//! `open util/ordering[Time]` in two modules is one order. An argument may name a sig of a module
//! that is itself opened with arguments, so instances are made until no `open` is left that can be
//! resolved.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::arena::Id;
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::load::opens;
use crate::model::{Sig, SigId};
use crate::resolve::context::declared::{ModuleId, ModuleState, OpenedModule};
use crate::resolve::context::notes::NameMeaning;
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// Makes all instances, and declares the names of their sigs.
    pub(crate) fn declare_modules(&mut self) {
        self.declare_builtin_sigs();
        let main = self.instantiate(0, Vec::new(), String::new());
        let mut waiting: VecDeque<(ModuleId, &'a ast::Open)> = VecDeque::new();
        waiting.extend(self.opens_of(main).map(|open| (main, open)));
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
                waiting.extend(self.opens_of(target).map(|open| (target, open)));
            }
        }
        for (module, open) in waiting {
            self.in_module(module, |resolver| resolver.report_arguments(open));
        }
        for module in self.modules.ids() {
            self.modules[module].nameable = self.reachable(module);
        }
    }

    /// What a module opens. An `open` that was a mistake is left out.
    fn opens_of(&self, module: ModuleId) -> impl Iterator<Item = &'a ast::Open> + use<'a> {
        let loaded = &self.program.modules[self.modules[module].source];
        opens(&loaded.ast).filter(|open| loaded.imports.contains_key(&open.module.text))
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

// Opens a module: which instance it is, and by which name the importer calls it.

impl<'a> Resolver<'a> {
    /// The sigs that an `open` hands over, if all of them are known by now.
    pub(crate) fn arguments(&self, open: &ast::Open) -> Option<Vec<SigId>> {
        let find = |name: &ast::Name| match self.find_sigs(&name.text).as_slice() {
            [one] => Some(*one),
            _ => None,
        };
        open.arguments.iter().map(find).collect()
    }

    pub(crate) fn report_arguments(&mut self, open: &ast::Open) {
        for argument in &open.arguments {
            // The first one that does not resolve says why.
            if self.sig(argument).is_err() {
                return;
            }
        }
    }

    /// Opens a module, in the one at hand.
    pub(crate) fn open(&mut self, open: &'a ast::Open, arguments: Vec<SigId>) -> Result<ModuleId> {
        for (name, &sig) in open.arguments.iter().zip(&arguments) {
            self.note(name.span, NameMeaning::Sig(sig));
        }
        let importer = self.place.module;
        let source = self.program.modules[self.modules[importer].source].imports[&open.module.text];
        self.check_arguments(open, source, &arguments)?;
        let alias = self.alias(open)?;
        self.exact_arguments.extend(self.handed_over_as_exact(open, source, &arguments));
        let prefix = &self.modules[importer].path;
        let path = format!("{prefix}{}/", alias.as_deref().unwrap_or(base_name(&open.module.text)));
        let target = self.instantiate(source, arguments, path);
        let is_private = open.is_private;
        let is_repeated = self.modules[importer]
            .opens
            .iter()
            .any(|other| other.target == target && other.alias == alias);
        if !is_repeated {
            self.modules[importer].opens.push(OpenedModule { alias, target, is_private });
        }
        Ok(target)
    }

    /// The arguments whose scope a module makes exact.
    fn handed_over_as_exact(
        &self,
        open: &ast::Open,
        source: usize,
        arguments: &[SigId],
    ) -> Vec<(SigId, Span)> {
        let header = self.program.modules[source].ast.header.as_ref();
        let parameters = header.map_or(&[][..], |header| header.parameters.as_slice());
        let handed = arguments.iter().zip(&open.arguments).zip(parameters);
        let exact = handed.filter(|(_, parameter)| parameter.is_exact);
        exact.map(|((&sig, name), _)| (sig, name.span)).collect()
    }

    /// Checks that there are as many sigs as the module has parameters, each of which can have
    /// atoms.
    fn check_arguments(
        &mut self,
        open: &ast::Open,
        source: usize,
        arguments: &[SigId],
    ) -> Result<()> {
        let header = self.program.modules[source].ast.header.as_ref();
        let parameters = header.map_or(&[][..], |header| header.parameters.as_slice());
        if arguments.len() != parameters.len() {
            return self.wrong_arguments(open, parameters);
        }
        if let Some(at) = arguments.iter().position(|&sig| sig == Sig::NONE) {
            let span = open.arguments[at].span;
            return self.report(
                Diagnostic::new(code::ARGUMENTS, "`none` cannot be the argument of a module")
                    .at(span, "a sig with atoms is needed"),
            );
        }
        Ok(())
    }

    fn wrong_arguments<T>(
        &mut self,
        open: &ast::Open,
        parameters: &[ast::ModuleParameter],
    ) -> Result<T> {
        let (module, given) = (&open.module.text, open.arguments.len());
        let sigs = match parameters.len() {
            1 => "one sig".to_string(),
            wanted => format!("{wanted} sigs"),
        };
        let message = format!("the module `{module}` is opened with {sigs}, not {given}");
        let names: Vec<&str> = parameters.iter().map(|p| p.name.text.as_str()).collect();
        let brackets = match names.is_empty() {
            true => String::new(),
            false => format!("[{}]", names.join(", ")),
        };
        self.report(
            Diagnostic::new(code::ARGUMENTS, message)
                .at(open.span, "its arguments stand in brackets")
                .help(format!("write `open {module}{brackets}`")),
        )
    }

    /// The name by which the importer calls the module: the one after `as`, else the last part of
    /// its own if no other `open` took that.
    fn alias(&mut self, open: &ast::Open) -> Result<Option<String>> {
        let importer = &self.modules[self.place.module];
        let taken = |alias: &str| {
            let same =
                |other: &&ast::Open| other.alias.as_ref().is_some_and(|other| other.text == alias);
            opens(importer.ast).find(same)
        };
        let Some(alias) = &open.alias else {
            let base = base_name(&open.module.text);
            let is_taken = taken(base).is_some()
                || importer.opens.iter().any(|other| other.alias.as_deref() == Some(base));
            return Ok((!is_taken).then(|| base.to_string()));
        };
        let first = taken(&alias.text).expect("this `open` has the alias");
        let is_same = first.module.text == open.module.text
            && first.arguments.iter().map(|a| &a.text).eq(open.arguments.iter().map(|a| &a.text));
        if is_same {
            return Ok(Some(alias.text.clone()));
        }
        let earlier = first.alias.as_ref().expect("it was found by its alias").span;
        self.duplicate("alias", &alias.text, alias.span, earlier);
        Err(ReportedMistake)
    }
}

/// `ordering` of `util/ordering`.
fn base_name(path: &str) -> &str {
    path.rsplit('/').next().expect("splitting gives at least one part")
}
