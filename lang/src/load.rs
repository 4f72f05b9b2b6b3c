//! The modules of a spec: the main one, and all that it opens.
//!
//! The library reads no files: the caller hands over the text of a module that is not built in.
//! Built-in modules come first, so that a stray `util/ordering.als` beside a spec changes nothing.

use rustc_hash::FxHashMap;

use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::parse::parse_partly;
use crate::similar::most_similar;
use crate::source::{FileId, Sources, Span};

/// A spec's modules, parsed, the main one first.
///
/// Invariant: every `open` in a module has an entry in its `imports`, unless it was a mistake, and no module opens
/// itself, directly or not. The module at a place is the source at that place.
#[derive(Clone, Debug)]
pub struct Program {
    pub modules: Vec<LoadedModule>,
    /// The user's texts, by file: messages quote them. Built-in modules are not among them.
    pub texts: FxHashMap<FileId, String>,
    /// It is read as Alloy reads it, also where Alloy does not do what is written. Not unless somebody asks.
    pub is_strict: bool,
    /// See [`Dialect::recursion`].
    pub recursion: Option<u32>,
}

/// The way in which a spec is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// What Korrel adds to Alloy is refused, and what Alloy does not do as it is written is read as Alloy does.
    pub is_strict: bool,
    /// A predicate or function that calls itself is called so often within itself; without a number such a call is a
    /// mistake.
    pub recursion: Option<u32>,
}

impl From<bool> for Dialect {
    fn from(is_strict: bool) -> Dialect {
        Dialect { is_strict, recursion: None }
    }
}

impl Program {
    pub(crate) fn read_as(&mut self, dialect: Dialect) {
        (self.is_strict, self.recursion) = (dialect.is_strict, dialect.recursion);
    }
}

#[derive(Clone, Debug)]
pub struct LoadedModule {
    pub ast: ast::Module,
    /// Built in.
    pub is_library: bool,
    /// The module that each name in an `open` stands for, by its place in the program.
    pub imports: FxHashMap<String, usize>,
}

impl Program {
    /// Some module declares a sig or a field by `var`.
    pub fn declares_var(&self) -> bool {
        self.modules.iter().any(|module| module.ast.declares_var())
    }

    /// Some module names an atom that stands for a sig or a field. Without that, there are none, as in Alloy.
    pub fn names_meta(&self) -> bool {
        self.modules.iter().any(|module| module.ast.names_meta)
    }

    /// The spec is one of traces: it declares something by `var`, or has a temporal operator. `'` and
    /// `after` alone do not make it one, for postconditions have them, too.
    pub fn is_of_traces(&self) -> bool {
        self.declares_var() || self.modules.iter().any(|module| !module.ast.temporal.is_empty())
    }
}

/// An `open` of a module that is not built in.
#[derive(Debug)]
pub struct OpenRequest<'a> {
    /// The file that opens it, by its name in the sources.
    pub importer: &'a str,
    /// The name in the importer's `module` line.
    pub importer_module: Option<&'a str>,
    /// `a/b`, as written after `open`.
    pub module: &'a str,
}

/// A module's text, and the name by which its file goes. The same file always goes by the same name.
#[derive(Debug)]
pub struct ModuleText {
    pub name: String,
    pub text: String,
}

/// Finds the text of a module. Returns `None` if there is no such file.
pub type FindModule<'f> = dyn FnMut(&OpenRequest) -> Result<Option<ModuleText>, Diagnostic> + 'f;

/// Parses a spec and all modules that it opens.
///
/// # Errors
/// The mistakes in each file: its syntax, an `open` of a module that does not exist or that
/// opens itself.
pub fn load(
    sources: &mut Sources,
    main: FileId,
    find: &mut FindModule,
) -> Result<Program, Vec<Diagnostic>> {
    let mut loader = Loader::new(sources, find);
    loader.add(main, false)?;
    let mut mistakes = Vec::new();
    loader.open_from(0, &mut mistakes);
    if mistakes.is_empty() {
        mistakes.extend(cycle(&loader.modules).map(|(mistake, _)| mistake));
    }
    match mistakes.is_empty() {
        true => Ok(loader.into_program()),
        false => Err(mistakes),
    }
}

/// The same of texts that may have mistakes: the paragraphs that can be parsed. An `open` that leads nowhere, or
/// back to itself, has no entry in the imports.
pub fn load_partly(
    sources: &mut Sources,
    main: FileId,
    find: &mut FindModule,
) -> (Program, Vec<Diagnostic>) {
    let mut loader = Loader::new(sources, find);
    loader.parses_partly = true;
    loader.add(main, false).expect("it takes what can be parsed");
    let mut mistakes = Vec::new();
    loader.open_from(0, &mut mistakes);
    mistakes.extend(std::mem::take(&mut loader.mistakes));
    while let Some((mistake, span)) = cycle(&loader.modules) {
        mistakes.push(mistake);
        let opened = loader.sources.text(span).to_owned();
        loader.modules[span.file.0 as usize].imports.remove(&opened);
    }
    (loader.into_program(), mistakes)
}

/// Finds no module, for a spec that opens no files of its own.
pub fn no_files(_: &OpenRequest) -> Result<Option<ModuleText>, Diagnostic> {
    Ok(None)
}

struct Loader<'l, 'f> {
    sources: &'l mut Sources,
    find: &'l mut FindModule<'f>,
    modules: Vec<LoadedModule>,
    /// The index of each file by its name.
    by_name: FxHashMap<String, usize>,
    texts: FxHashMap<FileId, String>,
    /// Mistakes in a text are kept, and the rest of it is taken.
    parses_partly: bool,
    mistakes: Vec<Diagnostic>,
}

impl<'l, 'f> Loader<'l, 'f> {
    fn new(sources: &'l mut Sources, find: &'l mut FindModule<'f>) -> Loader<'l, 'f> {
        let (by_name, texts) = (FxHashMap::default(), FxHashMap::default());
        let (modules, mistakes) = (Vec::new(), Vec::new());
        Loader { sources, find, modules, by_name, texts, parses_partly: false, mistakes }
    }

    fn into_program(self) -> Program {
        Program { modules: self.modules, texts: self.texts, is_strict: false, recursion: None }
    }

    /// Opens all that the module at this place leads to.
    fn open_from(&mut self, mut at: usize, mistakes: &mut Vec<Diagnostic>) {
        while at < self.modules.len() {
            self.open_all(at, mistakes);
            at += 1;
        }
    }

    fn add(&mut self, file: FileId, is_library: bool) -> Result<usize, Vec<Diagnostic>> {
        let (mut ast, mistakes) = parse_partly(self.sources, file);
        if !mistakes.is_empty() && !self.parses_partly {
            return Err(mistakes);
        }
        self.mistakes.extend(mistakes);
        add_implicit_opens(&mut ast, file);
        if !is_library {
            self.texts.insert(file, self.sources.get(file).text.clone());
        }
        self.modules.push(LoadedModule { ast, is_library, imports: FxHashMap::default() });
        let place = self.modules.len() - 1;
        self.by_name.insert(self.sources.get(file).name.clone(), place);
        Ok(place)
    }

    fn open_all(&mut self, at: usize, mistakes: &mut Vec<Diagnostic>) {
        let opens: Vec<ast::Open> = opens(&self.modules[at].ast).cloned().collect();
        for open in opens {
            if self.modules[at].imports.contains_key(&open.module.text) {
                continue;
            }
            match self.open(at, &open) {
                Ok(target) => {
                    self.modules[at].imports.insert(open.module.text, target);
                }
                Err(found) => mistakes.extend(found),
            }
        }
    }

    fn open(&mut self, importer: usize, open: &ast::Open) -> Result<usize, Vec<Diagnostic>> {
        let name = &open.module.text;
        if let Some(text) = built_in(name) {
            let file = format!("{name}.als");
            return match self.by_name.get(&file) {
                Some(&place) if self.modules[place].is_library => Ok(place),
                _ => {
                    let file = self.sources.add(file, text);
                    self.add(file, true)
                }
            };
        }
        let header = self.modules[importer].ast.header.as_ref();
        let request = OpenRequest {
            importer: &self.sources.get(open.span.file).name,
            importer_module: header.map(|header| header.name.text.as_str()),
            module: name,
        };
        let found =
            (self.find)(&request).map_err(|mistake| vec![mistake.at(open.span, "opened here")])?;
        let Some(found) = found else { return Err(vec![missing(open)]) };
        if let Some(&place) = self.by_name.get(&found.name) {
            return Ok(place);
        }
        let file = self.sources.add(found.name, found.text);
        self.add(file, false)
    }
}

/// The modules that Alloy opens by itself: the integer functions in every module, those on
/// sequences where `seq` occurs, an order for each enum.
fn add_implicit_opens(ast: &mut ast::Module, file: FileId) {
    let span = Span { file, start: 0, end: 0 };
    let open = |module: &str, argument: Option<&ast::Name>, alias: Option<&str>| {
        let name = |text: &str| ast::Name { text: text.to_string(), span };
        let arguments = argument.map(|argument| ast::Name {
            text: format!("this/{}", argument.text),
            span: argument.span,
        });
        Paragraph::Open(ast::Open {
            module: name(module),
            arguments: arguments.into_iter().collect(),
            alias: alias.map(name),
            is_private: false,
            span,
        })
    };
    let own = ast.header.as_ref().map(|header| header.name.text.as_str());
    let mut implicit = Vec::new();
    if own != Some("util/integer") {
        implicit.push(open("util/integer", None, Some("integer")));
    }
    if ast.has_sequences && own != Some("util/sequniv") {
        implicit.push(open("util/sequniv", None, Some("seq")));
    }
    for paragraph in &ast.paragraphs {
        if let Paragraph::Enum(declared) = paragraph {
            implicit.push(open("util/ordering", Some(&declared.name), None));
        }
    }
    ast.paragraphs.extend(implicit);
}

pub(crate) fn opens(ast: &ast::Module) -> impl Iterator<Item = &ast::Open> {
    ast.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Open(open) => Some(open),
        _ => None,
    })
}

fn missing(open: &ast::Open) -> Diagnostic {
    let name = &open.module.text;
    let diagnostic = Diagnostic::new(code::MODULE, format!("there is no module `{name}`"))
        .at(open.module.span, "neither built in nor found as a file");
    let known: Vec<String> = built_in_names().map(String::from).collect();
    match most_similar(name, &known) {
        Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
        None => diagnostic.help(format!(
            "`{name}.als` is looked for beside the file that opens it, and in the folders of `-I`"
        )),
    }
}

/// A module that opens itself by way of others, and the `open` that closes the circle. Each chain of `open`s would
/// go on for ever, since a file opens the same ones whatever its arguments.
fn cycle(modules: &[LoadedModule]) -> Option<(Diagnostic, Span)> {
    let mut state = vec![Loading::New; modules.len()];
    find_cycle(modules, 0, &mut state)
}

#[derive(Clone, Copy, PartialEq)]
enum Loading {
    New,
    Open,
    Done,
}

fn find_cycle(
    modules: &[LoadedModule],
    at: usize,
    state: &mut [Loading],
) -> Option<(Diagnostic, Span)> {
    state[at] = Loading::Open;
    for open in opens(&modules[at].ast) {
        let Some(&target) = modules[at].imports.get(&open.module.text) else { continue };
        match state[target] {
            Loading::Done => {}
            Loading::Open => {
                let message = format!("the module `{}` opens itself", open.module.text);
                let mistake = Diagnostic::new(code::CYCLIC_OPEN, message)
                    .at(open.module.span, "this leads back to a module that led here")
                    .help("move what both modules need into a third one");
                return Some((mistake, open.module.span));
            }
            Loading::New => {
                let found =
                    stacker::maybe_grow(64 << 10, 4 << 20, || find_cycle(modules, target, state));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    state[at] = Loading::Done;
    None
}

// The built-in modules: texts in the language itself (`load/modules/`), part of the program.

macro_rules! modules {
    ($($name:literal)*) => {
        /// The text of a built-in module.
        fn built_in(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("load/modules/", $name, ".als"))),)*
                _ => None,
            }
        }

        /// The names of all built-in modules.
        pub fn built_in_names() -> impl Iterator<Item = &'static str> {
            [$($name),*].into_iter()
        }
    };
}

modules! {
    "korrel/balanced"
    "korrel/bijective"
    "korrel/dag"
    "korrel/forest"
    "korrel/injective"
    "korrel/lattice"
    "korrel/list"
    "korrel/partition"
    "korrel/ring"
    "korrel/shapes"
    "korrel/tree"
    "util/boolean"
    "util/graph"
    "util/integer"
    "util/natural"
    "util/ordering"
    "util/relation"
    "util/seqrel"
    "util/sequence"
    "util/sequniv"
    "util/ternary"
    "util/time"
}
