//! Files: a spec's own, and those of the modules that it opens.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest};
use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::similar::most_similar;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;

use crate::flags::LanguageFlags;
use crate::messages::error::{Error, shown};

/// Larger files are no specs: they would be read for minutes.
const MAX_BYTES: usize = 16 << 20;

/// Reads a file, or standard input for `-`. It is called as it was given.
///
/// # Errors
/// A file that cannot be read, parsed or resolved.
pub fn load(path: &Path, language: &LanguageFlags) -> Result<Spec, Error> {
    load_telling(path, language, &mut |_| {})
}

/// The same, but `tell` is given each file that the spec depends on, whether it is there or not.
///
/// # Errors
/// A file that cannot be read, parsed or resolved.
pub fn load_telling(
    path: &Path,
    language: &LanguageFlags,
    tell: &mut dyn FnMut(PathBuf),
) -> Result<Spec, Error> {
    tell(path.to_path_buf());
    let name = path.display().to_string();
    let name = if name == "-" { "<stdin>".to_string() } else { name };
    let text = read_spec(language.place(path), &name).map_err(Error::File)?;
    if text.trim_start().starts_with(['{', '[', '<']) {
        let what = if text.trim_start().starts_with('<') { "XML" } else { "JSON" };
        return Err(Error::File(heaps_for_spec(&name, what)));
    }
    let find = &mut |request: &OpenRequest<'_>| {
        places(request, &language.folders).into_iter().for_each(&mut *tell);
        find(request, language)
    };
    Ok(Spec::read(&name, text, language.dialect(), find)?)
}

/// A heap where a spec belongs: no spec starts with a bracket, or as XML does.
fn heaps_for_spec(name: &str, what: &str) -> Diagnostic {
    let message = format!("`{}` is {what}; the spec comes first", visible(name));
    Diagnostic::new(code::FILE, message)
        .help("heaps follow `--heap`, as in `korrel eval list.als --heap heaps.jsonl`")
}

/// Looks for a module where Alloy would, beside the file that opens it, and in the folders of modules.
pub fn find(
    request: &OpenRequest,
    language: &LanguageFlags,
) -> Result<Option<ModuleText>, Diagnostic> {
    for path in places(request, &language.folders) {
        let place = language.place(&path);
        if place.is_file() {
            let name = path.display().to_string();
            let text = read_spec(place, &name)?;
            return Ok(Some(ModuleText { name, text }));
        }
    }
    Ok(None)
}

/// The files that a module is looked for in, in order.
pub fn places(request: &OpenRequest, folders: &[PathBuf]) -> Vec<PathBuf> {
    let importer = Path::new(request.importer);
    let beside = importer.parent().unwrap_or(Path::new(""));
    let mut within = vec![root(request, beside), beside.to_path_buf()];
    within.extend(folders.iter().cloned());
    // The second ending is that of literate specs.
    let files = ["als", "md"].map(|ending| format!("{}.{ending}", request.module));
    let places = within.iter().flat_map(|folder| files.iter().map(|file| folder.join(file)));
    places.map(|place| normal(&place)).collect()
}

/// The folder that module names start from: a file that calls itself `a/b/c` lies two folders
/// below it.
fn root(request: &OpenRequest, beside: &Path) -> PathBuf {
    let folders = request.importer_module.map_or(0, |own| own.matches('/').count());
    let mut root = beside.to_path_buf();
    for _ in 0..folders {
        root.push("..");
    }
    root
}

/// The path without `.` and `folder/..`, so that one file has one name.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(normal.components().next_back(), Some(Component::Normal(_))) =>
            {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// The text of a file, or of standard input for `-`, without the byte order mark that some editors write.
pub fn read(path: &Path, name: &str) -> Result<String, Diagnostic> {
    let text = read_text(path, name, false)?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Like `read`, for a spec: if there is none, the specs beside it are named.
pub fn read_spec(path: &Path, name: &str) -> Result<String, Diagnostic> {
    read_text(path, name, true)
}

fn read_text(path: &Path, name: &str, is_spec: bool) -> Result<String, Diagnostic> {
    let name = visible(name);
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read `{name}`: {error}");
        with_similar_files(Diagnostic::new(code::FILE, message), path, is_spec)
    };
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let limit = MAX_BYTES as u64 + 1;
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
        bytes
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        bytes
    };
    if bytes.len() > MAX_BYTES {
        let message = format!("`{name}` is larger than {} MB", MAX_BYTES >> 20);
        return Err(Diagnostic::new(code::FILE, message));
    }
    String::from_utf8(bytes).or_else(|error| {
        let at = error.utf8_error().valid_up_to();
        let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
        if is_spec && is_text_but_for_comments(&lossy) {
            return Ok(lossy);
        }
        let message = format!("`{name}` is not text: the byte at {at} is not UTF-8");
        Err(Diagnostic::new(code::FILE, message)
            .help("a spec is a UTF-8 text file; other bytes may only stand in comments"))
    })
}

/// True if what stands for bytes that are not UTF-8 is within comments, as in Latin-1 texts of all ages.
fn is_text_but_for_comments(lossy: &str) -> bool {
    let strange = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
    lexemes(lossy).all(|(lexeme, range)| lexeme == Lexeme::Gap || !strange(&lossy[range]))
}

/// A file or a folder that cannot be read.
pub fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Error {
    let message = format!("cannot read `{}`: {error}", shown(path));
    Error::File(with_similar_files(Diagnostic::new(code::FILE, message), path, false))
}

/// Like `unreadable`, for a spec or a folder of specs.
pub fn unreadable_spec(path: &Path, error: &dyn std::fmt::Display) -> Error {
    let message = format!("cannot read `{}`: {error}", shown(path));
    Error::File(with_similar_files(Diagnostic::new(code::FILE, message), path, true))
}

/// The message with the file that was probably meant, where there is no such one, or with all specs.
fn with_similar_files(diagnostic: Diagnostic, path: &Path, is_spec: bool) -> Diagnostic {
    if path.exists() {
        return diagnostic;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let Ok(entries) = std::fs::read_dir(folder) else {
        let folder = folder.display().to_string();
        return diagnostic.help(format!("there is no folder `{}`", visible(&folder)));
    };
    let entries = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    let wanted =
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let whole = format!("{wanted}.als");
    let specs: Vec<&str> =
        names.iter().filter(|name| is_spec && name.ends_with(".als")).map(String::as_str).collect();
    let similar =
        names.iter().find(|name| **name == whole).or_else(|| most_similar(&wanted, &names));
    match (similar, specs.as_slice()) {
        (Some(similar), _) => {
            let similar = path.with_file_name(similar).display().to_string();
            diagnostic.help(format!("did you mean `{}`?", visible(&similar)))
        }
        (None, []) => diagnostic,
        (None, specs) if specs.len() <= MOST_LISTED => {
            diagnostic.help(format!("the specs there are: {}", visible(&specs.join(", "))))
        }
        (None, _) => diagnostic,
    }
}

/// Nobody reads more of them.
const MOST_LISTED: usize = 12;
