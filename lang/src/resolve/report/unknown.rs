//! Reports names that nothing declares, with the names that were probably meant.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::parse::{ATOM, container};
use crate::resolve::context::declared::ModuleState;
use crate::resolve::context::node::{PendingNode, ValueKind};
use crate::resolve::context::place::Nameable;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::report::foreign::what_to_write;
use crate::similar::most_similar;
use crate::source::Span;

/// The number of unknown names for which a known one is looked for. Each is compared with all of
/// them.
const SUGGESTIONS: usize = 100;

impl Resolver<'_> {
    /// Reports a name in an expression.
    pub(crate) fn unknown_name(&mut self, text: &str, span: Span) -> Result<PendingNode> {
        if self.place.reach != Nameable::All && !self.find_functions(text).is_empty() {
            return self.report(
                Diagnostic::new(code::KIND, format!("`{text}` cannot be called here"))
                    .at(span, "the declarations of fields and parameters call nothing")
                    .help("say it in a fact, or define the field with `=`"),
            );
        }
        if let Some((sig, index)) = text.split_once(ATOM)
            && self.asked.contains_key(&span.file)
            && index.chars().all(|c| c.is_ascii_digit())
        {
            return self.named_atom(sig, index, span);
        }
        if text.contains('$') {
            return self.unknown_atom(text, span);
        }
        let similar = self.similar(text, Resolver::known_names);
        let help = similar.map(did_you_mean).or_else(|| self.variable_of_field(text, span));
        self.not_declared("name", text, span, help)
    }

    /// The declaration of a variable that nobody declares, if a field behind it tells what it ranges over: `n.next`.
    fn variable_of_field(&self, name: &str, span: Span) -> Option<String> {
        let length = self.program.texts.get(&span.file)?.len() as u32;
        let behind = self.text(Span { start: span.end, end: length, ..span })?.strip_prefix('.')?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let field = behind.split(|c: char| !is_word(c)).next()?;
        match self.find_fields(field).as_slice() {
            [field] => {
                let sig = &self.model.sigs[self.model.fields[*field].sig].name;
                Some(format!("a variable is declared where it is used: `all {name}: {sig} | …`"))
            }
            _ => None,
        }
    }

    /// Reports `sig$`, `A$f` where there is no such atom.
    fn unknown_atom<T>(&mut self, name: &str, span: Span) -> Result<T> {
        let help = if self.place.reach != Nameable::All {
            Some("the atoms of sigs and fields are named in formulas, not where fields and parameters are declared".into())
        } else if !self.program.names_meta() {
            Some("the atoms of sigs and fields exist only where the spec names one, as in `fact { some sig$ }`".into())
        } else {
            self.similar(name, Resolver::known_names).map(did_you_mean)
        };
        self.not_declared("name", name, span, help)
    }

    /// True if the declaration of a name had a mistake: the name's meaning is then unknown. The
    /// built-in modules are as they are meant to be.
    pub(crate) fn is_poisoned(&self, name: &str) -> bool {
        let own = name.strip_prefix("this/").unwrap_or(name);
        !self.modules[self.place.module].is_library && self.poisoned.contains(own)
    }

    /// `Node$0`: a variable that is to stand for the atom of that name.
    fn named_atom(&mut self, sig: &str, index: &str, span: Span) -> Result<PendingNode> {
        let name = format!("{sig}${index}");
        if let Some((_, variable)) = self.atoms.iter().find(|(atom, _)| *atom == name) {
            return Ok(self.local(*variable, span));
        }
        let end = span.start + sig.len() as u32;
        let of = ast::Name { text: sig.to_string(), span: Span { end, ..span } };
        let sig = self.sig(&of)?;
        let kind = ValueKind::Relation(self.model.type_of_sig(sig));
        let variable = self.variable(&name, kind, span);
        self.atoms.push((name, variable));
        Ok(self.local(variable, span))
    }

    /// Reports a name that nothing declares, with the most similar one of those that `known` gives for
    /// each module that can be named.
    pub(crate) fn unknown<T>(
        &mut self,
        what: &str,
        name: &ast::Name,
        known: impl Fn(&ModuleState<'_>) -> Vec<String>,
    ) -> Result<T> {
        let own = known(&self.modules[self.place.module]);
        let similar = self.similar(&name.text, |resolver| resolver.known(known));
        let help = similar.map(did_you_mean).or_else(|| match (what, own.is_empty()) {
            ("predicate", true) => Some("there is none; `run {}` asks for any instance".to_owned()),
            ("assertion", true) => {
                Some(format!("there is none; `assert {} {{ … }}` declares one", name.text))
            }
            _ => what_there_is(own),
        });
        self.not_declared(what, &name.text, name.span, help)
    }

    fn not_declared<T>(
        &mut self,
        what: &str,
        name: &str,
        span: Span,
        help: Option<String>,
    ) -> Result<T> {
        let message = format!("there is no {what} `{name}`");
        let diagnostic =
            Diagnostic::new(code::UNKNOWN_NAME, message).at(span, "not declared anywhere");
        let written = self.container(name, span).or_else(|| what_to_write(name).map(String::from));
        self.report(match written.or(help) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// The type to write for `Optional[Node]`.
    fn container(&self, name: &str, span: Span) -> Option<String> {
        let length = self.program.texts.get(&span.file)?.len() as u32;
        let behind = self.text(Span { start: span.end, end: length, ..span })?;
        let (of, _) = behind.strip_prefix('[')?.split_once(']')?;
        container(name, of).map(|typed| format!("write `{typed}`"))
    }

    /// The known name that is most like one. The known ones are gathered only if they are compared.
    fn similar(&mut self, name: &str, known: impl FnOnce(&Self) -> Vec<String>) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > SUGGESTIONS {
            return None;
        }
        let mut known = known(self);
        known.sort();
        most_similar(name, &known).cloned()
    }

    /// The names of one kind in all modules that can be named.
    fn known(&self, names: impl Fn(&ModuleState<'_>) -> Vec<String>) -> Vec<String> {
        let modules = self.reachable(self.place.module);
        modules.iter().flat_map(|&module| names(&self.modules[module])).collect()
    }

    fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.place.locals.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.known(|state| {
            let sigs = state.sigs.keys();
            sigs.chain(state.functions.keys()).chain(state.macros.keys()).cloned().collect()
        }));
        names.extend(self.fields.keys().filter(|name| !self.find_fields(name).is_empty()).cloned());
        names
    }
}

fn did_you_mean(similar: String) -> String {
    format!("did you mean `{similar}`?")
}

/// The names that could have been meant, where none is like the one that was typed.
pub(crate) fn what_there_is(mut names: Vec<String>) -> Option<String> {
    const MOST: usize = 8;
    names.sort();
    let more = if names.len() > MOST { ", …" } else { "" };
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    (!names.is_empty()).then(|| format!("there {verb} {}{more}", shown.join(", ")))
}
