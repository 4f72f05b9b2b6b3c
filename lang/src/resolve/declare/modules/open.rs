//! Opens a module: which instance it is, and by which name the importer calls it.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::load::opens;
use crate::model::{Sig, SigId};
use crate::resolve::context::declared::ModuleId;
use crate::resolve::context::declared::Opened;
use crate::resolve::context::{Reported, Resolver, Result};

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
        let importer = self.place.module;
        let source = self.program.modules[self.modules[importer].source].imports[&open.module.text];
        self.check_arguments(open, source, &arguments)?;
        let alias = self.alias(open)?;
        let prefix = &self.modules[importer].path;
        let path = format!("{prefix}{}/", alias.as_deref().unwrap_or(base_name(&open.module.text)));
        let target = self.instantiate(source, arguments, path);
        let is_private = open.is_private;
        let is_repeated = self.modules[importer]
            .opens
            .iter()
            .any(|other| other.target == target && other.alias == alias);
        if !is_repeated {
            self.modules[importer].opens.push(Opened { alias, target, is_private });
        }
        Ok(target)
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
        Err(Reported)
    }
}

/// `ordering` of `util/ordering`.
fn base_name(path: &str) -> &str {
    path.rsplit('/').next().expect("splitting gives at least one part")
}
