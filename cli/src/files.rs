//! Files: a spec's own, and those of the modules that it opens.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Found, Request};
use korrel_lang::visible::visible;

/// Larger files are no specs: they would be read for minutes.
const MAX_BYTES: usize = 16 << 20;

/// Looks for a module where Alloy would, beside the file that opens it, and in `folders`.
pub fn find(request: &Request, folders: &[PathBuf]) -> Result<Option<Found>, Diagnostic> {
    let file = PathBuf::from(format!("{}.als", request.module));
    let importer = Path::new(request.importer);
    let beside = importer.parent().unwrap_or(Path::new(""));
    let mut places = vec![root(request, beside).join(&file), beside.join(&file)];
    places.extend(folders.iter().map(|folder| folder.join(&file)));
    for place in places {
        let place = normal(&place);
        if place.is_file() {
            let name = place.display().to_string();
            let text = read(&place, &name)?;
            return Ok(Some(Found { name, text }));
        }
    }
    Ok(None)
}

/// The folder that module names start from: a file that calls itself `a/b/c` lies two folders
/// below it.
fn root(request: &Request, beside: &Path) -> PathBuf {
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

/// The text of a file, or of standard input for `-`.
pub fn read(path: &Path, name: &str) -> Result<String, Diagnostic> {
    let name = visible(name);
    let unreadable = |error: std::io::Error| {
        Diagnostic::error(code::FILE, format!("cannot read `{name}`: {error}"))
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
        return Err(Diagnostic::error(code::FILE, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("`{name}` is not text: the byte at {at} is not UTF-8");
        Diagnostic::error(code::FILE, message).help("a spec is a UTF-8 text file")
    })
}
