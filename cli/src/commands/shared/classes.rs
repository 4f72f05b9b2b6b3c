//! Classes in place of a spec: the user's own, in Python, JavaScript or Java. The predicate is code, and so is the search:
//! the package of the language writes the stream, or a spec's skeleton. Here it is only started, with the same words in
//! each language.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

#[cfg(feature = "full")]
use korrel_init::{fields, typescript};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::Value as Json;

use crate::files::read::read;
use crate::flags::ClassesFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// Ends with a code of its own if the package is missing, for an error of Python's has the code of "no instance".
const IN_PYTHON: &str = "
import sys
try:
    from pykorrel.classes import main
except ImportError:
    sys.exit(99)
sys.exit(main())
";
/// The package is that of the file's folder, else that of the folder in which the user stands.
const IN_NODE: &str = "
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
const words = process.argv.slice(1)
let found
for (const place of [resolve(words.at(-1)), resolve('here')]) {
  try {
    found ??= createRequire(place).resolve('korrel/classes')
  } catch {}
}
if (found === undefined) process.exit(99)
const { main } = await import(pathToFileURL(found))
process.exitCode = await main(words)
";
const IN_JAVA: &str = "korrel.KorrelClasses";

/// The language of the user's classes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Node,
    Java,
}

impl Language {
    /// Of what a file is called. A folder or a jar is a class path of Java, other names are modules of Python.
    fn of(place: &str) -> Self {
        let ending = Path::new(place).extension().and_then(|ending| ending.to_str());
        let is_folder =
            || Path::new(place).is_dir() && !Path::new(place).join("__init__.py").exists();
        let is_path = || std::env::split_paths(place).count() > 1;
        match ending {
            Some("js" | "mjs" | "cjs" | "ts" | "mts" | "cts") => Language::Node,
            Some("java" | "jar") => Language::Java,
            Some("py") => Language::Python,
            _ if is_path() || is_folder() => Language::Java,
            _ => Language::Python,
        }
    }

    fn runtime(self) -> &'static str {
        ["python3", "node", "java"][self as usize]
    }

    fn package(self) -> &'static str {
        ["package pykorrel", "package korrel", "korrel.jar"][self as usize]
    }

    /// The exit codes that say that the package is missing, and that there is no heap: Java itself ends with 1 if it does
    /// not find a class.
    fn codes(self) -> (i32, i32) {
        if self == Language::Java { (1, 99) } else { (99, 1) }
    }

    fn remedy(self, runtime: &str) -> String {
        match self {
            Language::Python => {
                format!(
                    "`{runtime} -m pip install pykorrel` brings it, or `--runtime PROGRAM` names a Python that has it"
                )
            }
            Language::Node => "`npm install korrel` brings it".to_owned(),
            Language::Java => {
                "the variable CLASSPATH names it: `CLASSPATH=korrel.jar korrel find …`".to_owned()
            }
        }
    }
}

/// What is asked of the classes that a text names, `tree.py:Tree`.
pub struct ClassesQuestion<'a> {
    flags: &'a ClassesFlags,
    language: Language,
    /// What stands before the name of the class.
    place: String,
    words: Vec<String>,
}

impl<'a> ClassesQuestion<'a> {
    pub fn new(flags: &'a ClassesFlags, classes: &Path, scope: Option<&str>) -> Self {
        let classes = classes.display().to_string();
        let place = place(&classes).to_owned();
        let mut words = Vec::new();
        words.extend(flags.predicate.iter().map(|name| format!("--where={name}")));
        words.extend(scope.map(|scope| format!("--scope={scope}")));
        words.extend(["--".to_owned(), classes]);
        ClassesQuestion { flags, language: Language::of(&place), place, words }
    }

    /// With what a file in TypeScript says of fields: node runs it without its types.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn typed(self) -> Result<Self, Error> {
        let ending = Path::new(&self.place).extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some("ts" | "mts" | "cts")) {
            return Ok(self);
        }
        let fields = typed_fields(&[PathBuf::from(&self.place)])?;
        Ok(self.with([format!("--fields={fields}")]))
    }

    /// With more flags of `python -m pykorrel.classes`.
    #[must_use]
    pub fn with(mut self, flags: impl IntoIterator<Item = String>) -> Self {
        self.words.splice(0..0, flags);
        self
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// A runtime that cannot be started, or that lacks the package.
    pub fn run(&self) -> Result<Exit, Error> {
        self.ended(self.command().status().map_err(|error| self.unstarted(&error))?)
    }

    /// What it writes, if all is well.
    ///
    /// # Errors
    /// A runtime that cannot be started, or that lacks the package.
    pub fn text(&self) -> Result<Result<String, Exit>, Error> {
        let output = self.command().stdout(Stdio::piped()).spawn();
        let output = output.and_then(|child| child.wait_with_output());
        let Output { status, stdout, .. } = output.map_err(|error| self.unstarted(&error))?;
        Ok(match self.ended(status)? {
            Exit::Success => Ok(String::from_utf8_lossy(&stdout).into_owned()),
            exit => Err(exit),
        })
    }

    /// The classes as a spec, with a predicate to be filled in.
    ///
    /// # Errors
    /// Another language than Python; as for `text`.
    pub fn skeleton(self) -> Result<Result<String, Exit>, Error> {
        if self.language == Language::Python {
            return self.with(["--skeleton".to_owned()]).text();
        }
        let told = format!("`{}`: a spec is made of classes in Python only", self.place);
        let help =
            "`korrel init FILE` makes a first one of a file in TypeScript, or of class files";
        Err(refused(told, help.to_owned()))
    }

    fn runtime(&self) -> &Path {
        self.flags.runtime.as_deref().unwrap_or(Path::new(self.language.runtime()))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.runtime());
        match self.language {
            Language::Python => command.args(["-c", IN_PYTHON]),
            Language::Node => command.args(["--input-type=module", "-e", IN_NODE, "--"]),
            Language::Java => command.args(["-ea", "-cp"]).arg(self.class_path()).arg(IN_JAVA),
        };
        command.args(&self.words).stdin(Stdio::null());
        command
    }

    /// The user's classes if they are compiled, the variable's jars, and the package where `build --install` has put it.
    fn class_path(&self) -> OsString {
        let own = if self.place.ends_with(".java") { "" } else { &self.place };
        let known = std::env::var_os("CLASSPATH").unwrap_or_default();
        let mut parts: Vec<PathBuf> =
            std::env::split_paths(own).chain(std::env::split_paths(&known)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let home = std::env::home_dir().unwrap_or_default();
        let local = home.join(".m2/repository/io/github/korrel/korrel").join(version);
        parts.push(local.join(format!("korrel-{version}.jar")));
        parts.retain(|part| !part.as_os_str().is_empty());
        std::env::join_paths(parts).unwrap_or_default()
    }

    fn unstarted(&self, error: &std::io::Error) -> Error {
        let name = self.runtime().display();
        let told = format!("cannot run `{name}`, which searches for heaps of classes: {error}");
        refused(told, "`--runtime PROGRAM` names another one".to_owned())
    }

    fn ended(&self, status: ExitStatus) -> Result<Exit, Error> {
        let name = self.runtime().display().to_string();
        let (no_package, nothing) = self.language.codes();
        match status.code() {
            Some(code) if code == no_package => Err(refused(
                format!(
                    "`{name}` has no {} with the search for heaps of classes",
                    self.language.package()
                ),
                self.language.remedy(&name),
            )),
            Some(code) if code == nothing => Ok(Exit::Failure),
            Some(code) => Ok(Exit::from(u8::try_from(code).unwrap_or(u8::MAX))),
            None if signal(status) == Some(INTERRUPT) => Ok(Exit::Interrupted),
            None => {
                tell(format_args!("error: `{name}` was ended before it had written all heaps"));
                Ok(Exit::Incomplete)
            }
        }
    }
}

/// Where the classes are, with or without their names: the package says what is missing.
fn place(classes: &str) -> &str {
    classes.rsplit_once(':').map_or(classes, |(place, _)| place)
}

/// What the fields of classes in TypeScript hold: `{"Tree":{"root":"Node | null"},…}`.
///
/// # Errors
/// A file that cannot be read.
#[cfg(feature = "full")]
pub fn typed_fields(files: &[PathBuf]) -> Result<Json, Error> {
    let text = |file: &PathBuf| read(file, &file.display().to_string()).map_err(Error::File);
    let texts = files.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let classes = fields(&typescript(&texts)).into_iter().map(|(class, fields)| {
        let fields = fields.into_iter().map(|(field, ty)| (field, Json::String(ty)));
        (class, Json::Object(fields.collect()))
    });
    Ok(Json::Object(classes.collect()))
}

#[cfg(not(feature = "full"))]
fn typed_fields(_: &[PathBuf]) -> Result<Json, Error> {
    Err(crate::commands::left_out("find --classes FILE.ts", "full"))
}

const INTERRUPT: i32 = 2;

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

fn refused(message: String, help: String) -> Error {
    Error::Usage(Diagnostic::new(code::FILE, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, whoever forgets the class would be told to install Python's package.
    #[test]
    fn a_file_alone_says_its_language() {
        let language = |classes| Language::of(place(classes));
        assert!(
            language("tree.mjs") == Language::Node && language("tree.mjs:Tree") == Language::Node
        );
        assert!(
            language("Tree.java") == Language::Java && language("tree:Tree") == Language::Python
        );
    }
}
