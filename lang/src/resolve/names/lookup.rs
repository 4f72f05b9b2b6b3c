//! The modules in which a name is looked for.
//!
//! A plain name is looked for in the module at hand and in all modules that can be named from it;
//! `a/b/x` in the module that the aliases lead to, and, if that does not declare it, in the modules
//! that can be named from there. Private names are seen in their own module only;
//! macros are seen everywhere.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{FieldId, Sig, SigId};
use crate::resolve::context::declared::DeclaredId;
use crate::resolve::context::declared::ModuleId;
use crate::resolve::context::{Resolver, Result};

impl<'a> Resolver<'a> {
    /// The module itself and those that its `open`s lead to.
    pub(crate) fn reachable(&self, module: ModuleId) -> Vec<ModuleId> {
        let known = &self.modules[module].nameable;
        if !known.is_empty() {
            return known.clone();
        }
        let mut reached = Vec::new();
        self.reach(module, true, &mut reached);
        reached
    }

    fn reach(&self, module: ModuleId, with_private: bool, reached: &mut Vec<ModuleId>) {
        if reached.contains(&module) {
            return;
        }
        reached.push(module);
        for open in &self.modules[module].opens {
            if with_private || !open.is_private {
                self.reach(open.target, false, reached);
            }
        }
    }

    /// The declarations of the modules under a name; `find` is given the last part of the name.
    fn search<T>(&self, name: &str, find: impl Fn(ModuleId, &str) -> Vec<T>) -> Vec<T> {
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        let mut module = self.place.module;
        while let Some((alias, tail)) = rest.split_once('/') {
            let opens = &self.modules[module].opens;
            let open = opens.iter().find(|open| open.alias.as_deref() == Some(alias));
            match open {
                Some(open) if module == self.place.module || !open.is_private => {
                    module = open.target
                }
                _ => return Vec::new(),
            }
            rest = tail;
        }
        if name.contains('/') {
            let own = find(module, rest);
            if !own.is_empty() {
                return own;
            }
        }
        self.reachable(module).into_iter().flat_map(|module| find(module, rest)).collect()
    }

    /// The sigs that a name can stand for.
    pub(crate) fn find_sigs(&self, name: &str) -> Vec<SigId> {
        let builtin = match name {
            "univ" => Sig::UNIVERSE,
            "none" => Sig::NONE,
            "Int" => Sig::INT,
            "seq/Int" => Sig::SEQ_INT,
            "String" => Sig::STRING,
            _ => {
                let mut sigs = self.search(name, |module, name| {
                    let found = self.modules[module].sigs.get(name).copied();
                    let is_visible = |sig: &SigId| {
                        module == self.place.module || !self.model.sigs[*sig].is_private
                    };
                    found.filter(is_visible).into_iter().collect()
                });
                let own = name.strip_prefix("this/").unwrap_or(name);
                let parameters = &self.modules[self.place.module].parameters;
                let parameter = parameters.iter().find(|(parameter, _)| parameter == own);
                sigs.extend(parameter.map(|&(_, sig)| sig));
                sigs.sort_unstable();
                sigs.dedup();
                return sigs;
            }
        };
        vec![builtin]
    }

    /// The sig of a name, as `extends`, `in` and scopes use it.
    pub(crate) fn sig(&mut self, name: &ast::Name) -> Result<SigId> {
        match self.find_sigs(&name.text).as_slice() {
            [one] => Ok(*one),
            [] if self.is_poisoned(&name.text) => Err(crate::resolve::context::Reported),
            [] => self.unknown("sig", name, |state| state.sigs.keys().cloned().collect()),
            several => {
                let message = format!("two sigs are called `{}`", name.text);
                let mut diagnostic =
                    Diagnostic::new(code::AMBIGUOUS, message).at(name.span, "which one is meant?");
                let mut paths = Vec::new();
                for &sig in several {
                    let sig = &self.model.sigs[sig];
                    let own = if sig.path == sig.name { "this/" } else { "" };
                    paths.push(format!("`{own}{}`", sig.path));
                    diagnostic = diagnostic.related(sig.span, "one of them");
                }
                self.report(diagnostic.help(format!("write {}", paths.join(" or "))))
            }
        }
    }

    pub(crate) fn find_functions(&self, name: &str) -> Vec<DeclaredId> {
        self.search(name, |module, name| {
            let declared = self.modules[module].functions.get(name);
            let is_visible = |id: &&DeclaredId| {
                module == self.place.module || !self.functions[**id].ast.is_private
            };
            declared.into_iter().flatten().filter(is_visible).copied().collect()
        })
    }

    /// Macros, each with the module that declares it. As in Alloy, `private` hides none.
    pub(crate) fn find_macros(&self, name: &str) -> Vec<(ModuleId, &'a ast::Macro)> {
        self.search(name, |module, name| {
            let declared = self.modules[module].macros.get(name).copied();
            declared.map(|found| (module, found)).into_iter().collect()
        })
    }

    /// Fields of all sigs that can be named from here.
    pub(crate) fn find_fields(&self, name: &str) -> Vec<FieldId> {
        let Some(fields) = self.fields.get(name) else { return Vec::new() };
        let nameable = &self.modules[self.place.module].nameable;
        let is_visible = |id: &FieldId| {
            let field = &self.model.fields[*id];
            let module = self.sig_modules[field.sig.0 as usize];
            let is_private = field.is_private || self.model.sigs[field.sig].is_private;
            module == self.place.module || (!is_private && nameable.contains(&module))
        };
        fields.iter().copied().filter(is_visible).collect()
    }

    /// The modules in which an assertion of that name is declared.
    pub(crate) fn find_assertions(&self, name: &str) -> Vec<ModuleId> {
        self.search(name, |module, name| {
            let is_declared = self.modules[module].assertions.contains_key(name);
            is_declared.then_some(module).into_iter().collect()
        })
    }
}
