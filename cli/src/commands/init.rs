//! `korrel init`: a first spec from the user's files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use korrel::answer::TextRecord;
use korrel_init::{
    SCRIPT, Sketch, is_schema, java, protobuf, python, rust, samples, schema, typescript, yaml,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::similar::most_similar;
use korrel_lang::spec::Spec;
use korrel_lang::visible::{visible, visible_lines};
use korrel_sql::{Choices, Dialect, Schema, SqlMistake};
use serde_json::Value as Json;

use crate::commands::shared::classes::{ClassesQuestion, typed_fields};
use crate::commands::template;
use crate::files::fresh::write_text;
use crate::files::read::{read, unreadable};
use crate::flags::{AnswerFormatFlag, DialectFlag, InitFlags};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

/// The kinds of source files, told by their endings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    Json,
    Yaml,
    Class,
    Python,
    TypeScript,
    Rust,
    Sql,
    Protobuf,
}

pub fn run(flags: &InitFlags, report: &Reporter) -> Result<Exit, Error> {
    if let Some(name) = &flags.template {
        return template::run(name.as_deref(), flags);
    }
    let files = if flags.from.is_empty() { &flags.files } else { &flags.from };
    if flags.classes.classes {
        return of_own_classes(files, flags);
    }
    let kind = kind(&files[0])?;
    for file in files {
        if self::kind(file)? != kind {
            let message = format!("`{}` and `{}` are of two kinds", shown(&files[0]), shown(file));
            return Err(Error::usage(message));
        }
    }
    if flags.fields {
        return of_fields(files, kind);
    }
    if kind == SourceKind::Sql {
        return of_tables(files, flags, report);
    }
    let mut sketch = match kind {
        SourceKind::Json | SourceKind::Yaml => of_documents(files, kind)?,
        SourceKind::Class => of_classes(files)?,
        SourceKind::Python => {
            python(&files.iter().map(|file| hints(file)).collect::<Result<Vec<_>, _>>()?)
        }
        SourceKind::TypeScript => typescript(&texts(files)?),
        SourceKind::Rust => parsed(files, "a Rust file", rust)?,
        SourceKind::Sql => unreachable!("its spec is written otherwise"),
        SourceKind::Protobuf => parsed(files, "a .proto file", protobuf)?,
    };
    if sketch.sigs.is_empty() && sketch.enums.is_empty() {
        let files: Vec<String> = files.iter().map(|file| shown(file)).collect();
        let message = format!("there is no type in {}", files.join(", "));
        return Err(Error::File(Diagnostic::new(code::FILE, message)));
    }
    if let Some(root) = &flags.root {
        sketch.rooted_at(root).map_err(|known| no_root(root, &known))?;
    }
    let names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
    sketch.source = names.collect::<Vec<_>>().join(", ");
    let text = visible_lines(&sketch.text()).into_owned();
    write(flags, sketch.source, text)
}

/// The databases of a schema. What the spec leaves out is told.
fn of_tables(files: &[PathBuf], flags: &InitFlags, report: &Reporter) -> Result<Exit, Error> {
    let wrong = |why: SqlMistake| wrong(&files[why.file], "SQL", &why.message);
    let dialect = flags.tables.dialect.map(dialect);
    let schema = Schema::read(&texts(files)?, dialect).map_err(wrong)?;
    if schema.tables.is_empty() {
        let files: Vec<String> = files.iter().map(|file| shown(file)).collect();
        let message = format!("there is no table in {}", files.join(", "));
        return Err(Error::File(Diagnostic::new(code::FILE, message)));
    }
    let texts = &flags.tables.texts;
    let choices = Choices {
        least_rows: usize::from(*flags.tables.rows.start()),
        rows: usize::from(*flags.tables.rows.end()),
        integers: flags.tables.integers.clone(),
        texts: (!texts.is_empty()).then(|| texts.clone()),
        ..Choices::default()
    };
    let names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
    let source = names.collect::<Vec<_>>().join(", ");
    let spec = schema.spec(&source, &choices, &[]);
    if flags.tables.dialect.is_none() {
        let (name, word) = (schema.dialect.name(), schema.dialect.word());
        report.note(&format!("read as {name} does: `--dialect {word}`, or another one"));
    }
    for unsaid in &spec.unsaid {
        let place = format!("{}:{}", shown(&files[unsaid.file]), unsaid.line);
        report.note(&format!("{place}: not said in the spec: {}", visible(&unsaid.text)));
    }
    write(flags, source, visible_lines(&spec.text).into_owned())
}

fn dialect(flag: DialectFlag) -> Dialect {
    match flag {
        DialectFlag::Sqlite => Dialect::Sqlite,
        DialectFlag::Postgres => Dialect::Postgres,
        DialectFlag::Mysql => Dialect::Mysql,
        DialectFlag::Duckdb => Dialect::Duckdb,
    }
}

/// Classes of which the Python package says what their fields hold.
fn of_own_classes(files: &[PathBuf], flags: &InitFlags) -> Result<Exit, Error> {
    let [classes] = files else {
        return Err(Error::usage("--classes takes one file and its classes, `tree.py:Tree`"));
    };
    let question = ClassesQuestion::new(&flags.classes, classes, flags.scope.as_deref());
    match question.skeleton()? {
        Ok(text) => write(flags, classes.display().to_string(), text),
        Err(exit) => Ok(exit),
    }
}

fn of_fields(files: &[PathBuf], kind: SourceKind) -> Result<Exit, Error> {
    if kind != SourceKind::TypeScript {
        return Err(Error::usage("--fields reads files in TypeScript"));
    }
    writeln!(std::io::stdout().lock(), "{}", typed_fields(files)?)?;
    Ok(Exit::Success)
}

fn write(flags: &InitFlags, source: String, text: String) -> Result<Exit, Error> {
    // A spec that cannot be read again is our mistake, and is not handed out.
    if let Err(mistakes) = Spec::read("init.als", text.clone(), false, &mut |_| Ok(None)) {
        let why: Vec<String> =
            mistakes.diagnostics.iter().map(|d| d.render(&mistakes.sources, false)).collect();
        return Err(Error::Internal(format!(
            "the spec that was made cannot be read: {}",
            why.join("\n")
        )));
    }
    match flags.answer.format {
        AnswerFormatFlag::Text => write_text(flags.output.as_deref(), &text)?,
        AnswerFormatFlag::Json => answer(&TextRecord::Spec { source, text })?,
    }
    Ok(Exit::Success)
}

fn no_root(root: &str, known: &[String]) -> Error {
    let diagnostic = Diagnostic::new(code::FILE, format!("there is no type `{}`", visible(root)));
    let help = match most_similar(root, known) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("there are {}", known.join(", ")),
    };
    Error::Usage(diagnostic.help(help))
}

fn kind(file: &Path) -> Result<SourceKind, Error> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("json" | "jsonl" | "ndjson") => Ok(SourceKind::Json),
        Some("yaml" | "yml") => Ok(SourceKind::Yaml),
        Some("class") => Ok(SourceKind::Class),
        Some("py" | "pyi") => Ok(SourceKind::Python),
        Some("ts" | "tsx" | "mts" | "cts") => Ok(SourceKind::TypeScript),
        Some("rs") => Ok(SourceKind::Rust),
        Some("sql" | "ddl") => Ok(SourceKind::Sql),
        Some("proto") => Ok(SourceKind::Protobuf),
        _ => {
            let message = format!("`{}`: what kind of file is this?", shown(file));
            let help = "a first spec is made from .json, .yaml, .class, .py, .ts, .rs, .sql and .proto files";
            Err(Error::Usage(Diagnostic::new(code::FILE, message).help(help)))
        }
    }
}

/// A schema by itself, or samples.
fn of_documents(files: &[PathBuf], kind: SourceKind) -> Result<Sketch, Error> {
    let mut documents = Vec::new();
    for file in files {
        let text = read(file, &file.display().to_string()).map_err(Error::File)?;
        match kind {
            SourceKind::Yaml => {
                documents.push(yaml(&text).map_err(|why| wrong(file, "YAML", &why))?)
            }
            _ => {
                for document in serde_json::Deserializer::from_str(&text).into_iter::<Json>() {
                    documents.push(document.map_err(|why| wrong(file, "JSON", &why))?);
                }
            }
        }
    }
    match documents.as_slice() {
        [only] if is_schema(only) => Ok(schema(only)),
        [] => Err(wrong(&files[0], "JSON", &"it is empty")),
        several if several.iter().any(is_schema) => {
            Err(Error::usage("a schema stands for itself: give one, without other files"))
        }
        several => Ok(samples(several)),
    }
}

fn texts(files: &[PathBuf]) -> Result<Vec<String>, Error> {
    let text = |file: &PathBuf| read(file, &file.display().to_string()).map_err(Error::File);
    files.iter().map(text).collect()
}

/// What was found in files, or the place of the one that cannot be read, and why.
type FoundText = Result<Sketch, (usize, String)>;

fn parsed(
    files: &[PathBuf],
    kind: &str,
    reader: fn(&[String]) -> FoundText,
) -> Result<Sketch, Error> {
    reader(&texts(files)?).map_err(|(at, why)| wrong(&files[at], kind, &why))
}

fn of_classes(files: &[PathBuf]) -> Result<Sketch, Error> {
    let bytes =
        files.iter().map(|file| std::fs::read(file).map_err(|error| unreadable(file, &error)));
    let bytes = bytes.collect::<Result<Vec<_>, _>>()?;
    java(&bytes).map_err(|(at, why)| wrong(&files[at], "a class file", &why))
}

/// The classes of a module, by the user's own Python, which only parses it.
fn hints(file: &Path) -> Result<Json, Error> {
    let text = read(file, &file.display().to_string()).map_err(Error::File)?;
    let missing = |error: std::io::Error| {
        let message = format!("cannot run python3, which reads `{}`: {error}", shown(file));
        Error::File(Diagnostic::new(code::FILE, message))
    };
    let mut child = Command::new("python3")
        .args(["-I", "-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(missing)?;
    let mut stdin = child.stdin.take().expect("it is piped");
    // It reads all before it writes; its output shows if it ends early.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().map_err(missing)?;
    let found: Json = serde_json::from_slice(&output.stdout)
        .map_err(|why| wrong(file, "a Python module", &why))?;
    match found["error"].as_str() {
        Some(why) => Err(wrong(file, "a Python module", &why)),
        None => Ok(found),
    }
}

fn wrong(file: &Path, kind: &str, why: &dyn std::fmt::Display) -> Error {
    let message = format!("`{}` is not {kind}: {why}", shown(file));
    Error::File(Diagnostic::new(code::FILE, message))
}
