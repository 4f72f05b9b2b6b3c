//! Texts that may have mistakes, as an editor has them.

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Dialect, ModuleText, OpenRequest, no_files};
use korrel_lang::source::Sources;
use korrel_lang::spec;

use crate::error::Error;
use crate::search::on_a_large_stack;

use super::{Find, Spec, found};

pub use korrel_lang::spec::{OutlineItem, OutlineKind};

/// The part of a text that could be read, and the diagnostics about the text.
#[derive(Clone, Debug)]
pub struct Reading {
    spec: Option<Spec>,
    outline: Vec<OutlineItem>,
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

/// Reads a text that opens no modules but built-in ones, and may have mistakes.
///
/// ```
/// let reading = korrel::read("sig A { r: lone B }\npred p { some }\nrun { some A }")?;
/// assert!(reading.spec().is_none());
/// let place = |one: &korrel::Diagnostic| reading.sources().place(one.place.as_ref().expect("it has a place").0);
/// let places: Vec<String> = reading.diagnostics().iter().map(place).collect();
/// assert_eq!(places, ["spec.als:1:17", "spec.als:2:15"]);
/// let heads: Vec<&str> = reading.outline().iter().map(|item| item.text.as_str()).collect();
/// assert_eq!(heads, ["sig A", "run { some A }"]);
/// # Ok::<(), korrel::Error>(())
/// ```
///
/// # Errors
/// There is no memory for a thread.
pub fn read(text: &str) -> Result<Reading, Error> {
    reading("spec.als", text, Dialect::default(), &mut no_files)
}

/// Like [`read`], for a text called `name`. `find` gives the text of a module that it opens by this name, or that
/// another such module opens.
///
/// ```
/// let find = |module: &str| (module == "nodes").then(|| "sig Node {}".to_owned());
/// let reading = korrel::read_with_modules("tree.als", "open nodes\nsig Tree { root: lone Nod }", find)?;
/// let (place, _) = reading.diagnostics()[0].place.as_ref().expect("it has a place");
/// assert_eq!(reading.sources().place(*place), "tree.als:2:23");
/// # Ok::<(), korrel::Error>(())
/// ```
///
/// # Errors
/// There is no memory for a thread.
pub fn read_with_modules(
    name: &str,
    text: &str,
    mut find: impl FnMut(&str) -> Option<String> + Send,
) -> Result<Reading, Error> {
    reading(name, text, Dialect::default(), &mut found(&mut find))
}

/// Like [`read_with_modules`], where `find` knows who opens a module, and may refuse to. With `true` for the dialect, what Korrel
/// adds to Alloy is refused.
///
/// # Errors
/// There is no memory for a thread.
pub fn read_with_files(
    name: &str,
    text: &str,
    dialect: impl Into<Dialect>,
    mut find: impl FnMut(&OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> + Send,
) -> Result<Reading, Error> {
    reading(name, text, dialect.into(), &mut find)
}

fn reading(
    name: &str,
    text: &str,
    dialect: Dialect,
    find: &mut (impl Send + Find),
) -> Result<Reading, Error> {
    let read = || {
        let read = spec::Reading::new(name, text, dialect, find);
        let outline = read.outline();
        let spec = read.spec.map(|spec| Spec { inner: Arc::new(spec) });
        Reading { spec, outline, diagnostics: read.diagnostics, sources: read.sources }
    };
    on_a_large_stack(read)
}

impl Reading {
    /// The spec, if it has no mistakes.
    pub fn spec(&self) -> Option<&Spec> {
        self.spec.as_ref()
    }

    /// The declarations and commands of the text, as far as it can be parsed, in order.
    pub fn outline(&self) -> &[OutlineItem] {
        &self.outline
    }

    /// The mistakes, or the warnings if there are none.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The texts that spans point into.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

impl Spec {
    /// The declarations and commands of the spec's main module, in order.
    ///
    /// ```
    /// use korrel::OutlineKind;
    ///
    /// let spec = korrel::spec("sig A { r, s: set A } pred p[a: A] { some a.r } run p for 3")?;
    /// let outline = spec.outline();
    /// let kinds: Vec<OutlineKind> = outline.iter().map(|item| item.kind).collect();
    /// assert_eq!(kinds, [OutlineKind::Sig, OutlineKind::Predicate, OutlineKind::Run]);
    /// assert_eq!(outline[0].children[1].name, "s");
    /// assert_eq!(outline[1].text, "p[a: A]");
    /// assert_eq!(spec.sources().place(outline[2].span), "spec.als:1:53");
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn outline(&self) -> Vec<OutlineItem> {
        spec::outline(&self.inner.sources, &self.inner.program.modules[0].ast)
    }
}
