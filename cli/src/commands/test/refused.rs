//! A program that cannot be asked: the reason, and the words to type instead.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use korrel_harness::{DriverCommand, Plan, Refusal};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::similar::most_similar;
use korrel_lang::visible::visible;

use crate::messages::error::Error;
use crate::messages::shell::quoted;

/// The error that tells why a run cannot go on.
pub fn refused(refusal: &Refusal, plan: &Plan) -> Error {
    let mistake = |code| {
        let mistake = Diagnostic::new(code, refusal.to_string());
        refusal.help().into_iter().fold(mistake, Diagnostic::help)
    };
    Error::Usage(match refusal {
        Refusal::NoProgram { program, error } => {
            let is_meant = |command: &&DriverCommand| command.program.to_string_lossy() == *program;
            let mut commands = std::iter::once(&plan.driver).chain(&plan.against);
            let help = commands.find(is_meant).map(|command| DriverWords(command).help(error));
            help.unwrap_or_default().into_iter().fold(mistake(code::DRIVER), Diagnostic::help)
        }
        Refusal::Misspoken { .. } => mistake(code::PROTOCOL),
        _ => mistake(code::DRIVER),
    })
}

/// The words after `--`.
struct DriverWords<'c>(&'c DriverCommand);

#[cfg(unix)]
fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    program.metadata().is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

/// Other systems have no such mark.
#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

/// The system's code for a file that is neither a program nor says which program reads it.
const NO_PROGRAM: i32 = 8;

impl DriverWords<'_> {
    /// The words to type instead.
    fn help(&self, error: &io::Error) -> Vec<String> {
        let program = Path::new(&self.0.program);
        let is_path = self.0.program.as_encoded_bytes().contains(&b'/');
        match error.kind() {
            io::ErrorKind::NotFound if is_path && program.exists() => self.without_reader(program),
            io::ErrorKind::NotFound if is_path => self.without_file(program),
            io::ErrorKind::NotFound if program.is_file() => self.beside(program),
            io::ErrorKind::NotFound => self.without_program(),
            _ if program.is_dir() => vec!["it is a folder".to_owned()],
            io::ErrorKind::PermissionDenied if program.is_file() => {
                let mut help = vec![format!("make it a program: `chmod +x {}`", self.program())];
                help.extend(interpreter(program).map(|reader| self.read_by(&reader)));
                help
            }
            _ if error.raw_os_error() == Some(NO_PROGRAM) => {
                let reader = interpreter(program).unwrap_or_else(|| "python3".to_owned());
                let first =
                    format!("a script's first line names what reads it: `#!/usr/bin/env {reader}`");
                vec![first, self.read_by(&reader)]
            }
            _ => Vec::new(),
        }
    }

    fn program(&self) -> String {
        quoted(&self.0.program.to_string_lossy())
    }

    /// The same words with another program.
    fn with(&self, program: &str) -> String {
        let arguments =
            self.0.words().into_iter().skip(1).map(|word| format!(" {}", quoted(&word)));
        format!("`-- {program}{}`", arguments.collect::<String>())
    }

    fn read_by(&self, reader: &str) -> String {
        format!(
            "or name the program that reads it: {}",
            self.with(&format!("{reader} {}", self.program()))
        )
    }

    /// `driver.py`, which lies here.
    fn beside(&self, program: &Path) -> Vec<String> {
        let here = format!("./{}", self.program());
        let program = match interpreter(program).filter(|_| !is_executable(program)) {
            Some(reader) => format!("{reader} {}", self.program()),
            None => here,
        };
        vec![format!(
            "a file of this folder is no command by its name alone: write {}",
            self.with(&program)
        )]
    }

    /// `./driver.py` with `#!/usr/bin/pyton3`.
    fn without_reader(&self, program: &Path) -> Vec<String> {
        let Some(named) = first_line(program) else {
            return vec![
                "it is there, and what it needs is not: is it built for this system?".to_owned(),
            ];
        };
        let mut help =
            vec![format!("its first line, `#!{named}`, names a program that is not there")];
        help.extend(interpreter(program).map(|reader| self.read_by(&reader)));
        help
    }

    fn without_file(&self, program: &Path) -> Vec<String> {
        if let Some(parted) = self.without_quotes() {
            return vec![parted];
        }
        let folder = program.parent().unwrap_or(Path::new("."));
        let name = program.file_name().map(|name| name.to_string_lossy().into_owned());
        let names = names(folder);
        let similar = name.and_then(|name| most_similar(&name, &names).cloned());
        vec![match similar {
            Some(similar) => {
                let meant = folder.join(similar).to_string_lossy().into_owned();
                format!("there is no such file; did you mean {}?", self.with(&quoted(&meant)))
            }
            None => "there is no such file".to_owned(),
        }]
    }

    /// `-- "python3 ok.py"`: a program and its arguments as one word.
    fn without_quotes(&self) -> Option<String> {
        let name = self.0.program.to_string_lossy();
        let is_parted = name.trim().contains(char::is_whitespace);
        is_parted
            .then(|| format!("write it without the quotes: {}", self.with(&visible(name.trim()))))
    }

    /// `python`, where there is `python3`.
    fn without_program(&self) -> Vec<String> {
        let name = self.0.program.to_string_lossy().into_owned();
        if let Some(parted) = self.without_quotes() {
            return vec![parted];
        }
        let programs: Vec<String> = folders().iter().flat_map(|folder| names(folder)).collect();
        let newer = format!("{name}3");
        let known = if name == "nodejs" { "node" } else { newer.as_str() };
        let known = programs.iter().find(|program| *program == known);
        vec![match known.or_else(|| most_similar(&name, &programs)) {
            Some(meant) => {
                format!("there is no such program; did you mean {}?", self.with(&quoted(meant)))
            }
            None => {
                "there is no such program: is it installed, and in a folder of `PATH`?".to_owned()
            }
        }]
    }
}

/// The program that reads a script, by the script's name or by its first line.
fn interpreter(script: &Path) -> Option<String> {
    let by_name = match script.extension().and_then(OsStr::to_str) {
        Some("py") => Some("python3"),
        Some("js" | "mjs" | "cjs") => Some("node"),
        Some("rb") => Some("ruby"),
        Some("pl") => Some("perl"),
        Some("sh") => Some("sh"),
        Some("jar") => Some("java -jar"),
        Some("java") => Some("java"),
        _ => None,
    };
    let named = || {
        let line = first_line(script)?;
        let last = line
            .split_whitespace()
            .find(|word| !word.ends_with("/env") && !word.starts_with('-'))?;
        Some(last.rsplit('/').next()?.to_owned())
    };
    by_name.map(str::to_owned).or_else(named)
}

/// The text after `#!`.
fn first_line(script: &Path) -> Option<String> {
    let file = std::fs::File::open(script).ok()?;
    let mut line = Vec::new();
    BufReader::new(file.take(256)).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    line.strip_prefix("#!").map(|line| line.trim().to_owned())
}

/// The folders of `PATH`.
fn folders() -> Vec<PathBuf> {
    std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect()
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}
