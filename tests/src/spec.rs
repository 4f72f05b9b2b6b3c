//! From text to instances.

use std::path::{Path, PathBuf};

use korrel_enumerate::{Classes, Instances, Meaning, Next, Problem, Strategy};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::load::{Program, load, no_files};
use korrel_lang::model::{Command, Model};
use korrel_lang::parse::parse_scope;
use korrel_lang::resolve::{resolve, resolve_scope};
use korrel_lang::source::{FileId, Sources};
use korrel_sat::{Effort, Step};
use korrel_translate::{Question, TranslationFailure};

/// A spec that has no mistakes.
pub struct Spec {
    sources: Sources,
    pub model: Model,
}

impl Spec {
    /// # Panics
    /// If the text is no spec: with the messages that a user would see.
    pub fn new(text: &str) -> Spec {
        Spec::of_sources("spec.als", text)
    }

    /// # Errors
    /// The mistakes in it, as a user would see them.
    pub fn of_text(text: &str) -> Result<Spec, String> {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", text);
        match model(&mut sources, file, None) {
            Ok(model) => Ok(Spec { sources, model }),
            Err(mistakes) => {
                Err(mistakes.iter().map(|m| m.render(&sources, false) + "\n").collect())
            }
        }
    }

    /// A spec of the library, by its file's name.
    pub fn of_library(name: &str) -> Spec {
        let path = library().join(name);
        let text = std::fs::read_to_string(&path).expect("the spec library is in the repository");
        Spec::of_sources(name, &text)
    }

    fn of_sources(name: &str, text: &str) -> Spec {
        Spec::read_as(name, text, None).unwrap_or_else(|m| panic!("{m}in the spec:\n{text}"))
    }

    /// # Errors
    /// The messages that a user would see.
    pub fn read(text: &str) -> Result<Spec, String> {
        Spec::read_as("spec.als", text, None)
    }

    /// One whose calls of themselves are unrolled to a depth.
    ///
    /// # Errors
    /// The messages that a user would see.
    pub fn unrolled(text: &str, recursion: Option<u32>) -> Result<Spec, String> {
        Spec::read_as("spec.als", text, recursion)
    }

    fn read_as(name: &str, text: &str, recursion: Option<u32>) -> Result<Spec, String> {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        match model(&mut sources, file, recursion) {
            Ok(model) => Ok(Spec { sources, model }),
            Err(mistakes) => {
                Err(mistakes.iter().map(|m| m.render(&sources, false) + "\n").collect())
            }
        }
    }

    /// The first command, as in Alloy.
    pub fn first(&self) -> Command {
        self.model.commands[0].clone()
    }

    /// The first command of that label, with another scope.
    pub fn command(&mut self, label: &str, scope: &str) -> Command {
        let labelled = self.model.commands.iter().find(|command| command.label == label);
        let command = labelled.expect("the spec has a command of that label").clone();
        self.with_scope(command, scope)
    }

    pub fn with_scope(&mut self, command: Command, scope: &str) -> Command {
        let file = self.sources.add("scope", scope);
        let scope = parse_scope(&self.sources, file)
            .and_then(|scope| resolve_scope(&self.model, &scope))
            .unwrap_or_else(|mistake| panic!("{}", mistake.render(&self.sources, false)));
        Command { scope, ..command }
    }

    /// A command with its bounds.
    ///
    /// # Panics
    /// If the scope cannot be.
    pub fn problem<'a>(&'a self, command: &'a Command, meaning: Meaning) -> Problem<'a> {
        self.try_problem(command, meaning).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// # Errors
    /// The message, if the scope cannot be.
    pub fn try_problem<'a>(
        &'a self,
        command: &'a Command,
        meaning: Meaning,
    ) -> Result<Problem<'a>, String> {
        Problem::new(&self.model, command, meaning, &Effort::default())
            .map_err(|why| self.told(&why))
    }

    /// The same where quantifiers over sets of so many tuples have all their values tried.
    ///
    /// # Errors
    /// The message, if the scope cannot be.
    pub fn problem_trying<'a>(
        &'a self,
        command: &'a Command,
        meaning: Meaning,
        all_tried: usize,
    ) -> Result<Problem<'a>, String> {
        let effort = Effort::default();
        let question = Question::new(&self.model, command, meaning.overflow, &effort);
        let problem = question
            .and_then(|question| Problem::of(Question { all_tried, ..question }, meaning, &effort));
        problem.map_err(|why| self.told(&why))
    }

    fn told(&self, why: &TranslationFailure) -> String {
        match why {
            TranslationFailure::Refused(mistake) => mistake.render(&self.sources, false),
            TranslationFailure::Stopped => unreachable!("nobody stops it"),
        }
    }

    /// The same without a look for rooted classes.
    ///
    /// # Panics
    /// If the scope cannot be.
    pub fn unrooted_problem<'a>(&'a self, command: &'a Command, meaning: Meaning) -> Problem<'a> {
        Problem::unrooted(&self.model, command, meaning, &Effort::default())
            .unwrap_or_else(|why| panic!("{}", self.told(&why)))
    }

    /// All instances of a problem, in the order in which they are found.
    ///
    /// # Panics
    /// If the command cannot be translated.
    pub fn instances(&self, problem: &Problem<'_>, strategy: Strategy) -> Vec<Instance> {
        let mut instances = self.search(problem, strategy);
        let mut found = Vec::new();
        loop {
            match instances.next() {
                Next::Instance(instance) => found.push(instance),
                Next::Exhausted => return found,
                Next::Stopped => unreachable!("nobody raises the flag"),
            }
        }
    }

    /// All instances of a problem, if they are no more than so many.
    pub fn few_instances(
        &self,
        problem: &Problem<'_>,
        strategy: Strategy,
        most: usize,
    ) -> Option<Vec<Instance>> {
        let are_more = self.has_more_than(problem, strategy, most);
        (!are_more).then(|| self.instances(problem, strategy))
    }

    /// The number of instances that the first command has in a scope.
    pub fn count(&mut self, scope: &str, classes: Classes) -> u64 {
        let command = self.with_scope(self.first(), scope);
        self.count_command(&command, classes)
    }

    pub fn count_command(&self, command: &Command, classes: Classes) -> u64 {
        let problem = self.problem(command, Meaning::default());
        let mut instances = self.search(&problem, Strategy { classes, ..Strategy::default() });
        let mut found = 0;
        loop {
            match instances.advance() {
                Step::Model => found += 1,
                Step::Exhausted => return found,
                Step::Stopped => unreachable!("nobody raises the flag"),
            }
        }
    }

    /// True if there are more than so many; no further one is looked for.
    pub(crate) fn has_more_than(
        &self,
        problem: &Problem<'_>,
        strategy: Strategy,
        most: usize,
    ) -> bool {
        let mut instances = self.search(problem, strategy);
        (0..=most).all(|_| instances.advance() == Step::Model)
    }

    fn search<'p>(&self, problem: &'p Problem<'p>, strategy: Strategy) -> Instances<'p> {
        Instances::new(problem, strategy, Effort::default())
            .unwrap_or_else(|mistake| panic!("{}", mistake.render(&self.sources, false)))
    }
}

fn model(
    sources: &mut Sources,
    file: FileId,
    recursion: Option<u32>,
) -> Result<Model, Vec<Diagnostic>> {
    let program = Program { recursion, ..load(sources, file, &mut no_files)? };
    Ok(resolve(&program)?.model)
}

/// The names of the spec library's files, in order.
pub fn library_files() -> Vec<String> {
    let entries = std::fs::read_dir(library()).expect("the spec library is in the repository");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        let name = entry.expect("a folder lists its entries").file_name();
        name.into_string().expect("names are ASCII")
    };
    let mut names: Vec<String> = entries.map(name).filter(|n| n.ends_with(".als")).collect();
    names.sort();
    names
}

/// The folder of the spec library.
fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs")
}
