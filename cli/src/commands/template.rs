//! `korrel init --template`: a folder for a hunt in a library of the user's own.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use korrel_init::{TEMPLATES, Template, TemplateFile};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::similar::most_similar;
use korrel_lang::visible::visible;

use crate::files::fresh::FreshFile;
use crate::flags::InitFlags;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::shell::quoted;
use crate::messages::tell::tell;

/// Writes the template of this name, or lists all.
pub fn run(name: Option<&str>, flags: &InitFlags) -> Result<Exit, Error> {
    let Some(name) = name else {
        if !flags.files.is_empty() {
            return Err(Error::usage(
                "which template? A name comes after `--template`, then the folder",
            ));
        }
        write!(io::stdout().lock(), "{}", list())?;
        return Ok(Exit::Success);
    };
    let template = Template::named(name).ok_or_else(|| unknown(name))?;
    let folder = match flags.files.as_slice() {
        [] => Path::new(name),
        [folder] => folder,
        _ => return Err(Error::usage("a template goes to one folder")),
    };
    let files = template.files(flags.language.into());
    write_all(folder, &files)?;
    tell(format_args!("{}: {}", shown(folder), files.map(|file| file.name).join(", ")));
    tell(format_args!(
        "next: cd {} && ./run, then put your library into {}",
        visible(&quoted(&folder.display().to_string())),
        files[1].name
    ));
    Ok(Exit::Success)
}

fn list() -> String {
    let mut text = String::new();
    for template in &TEMPLATES {
        writeln!(text, "{:12} {}", template.name, template.about).expect("a text takes all");
    }
    text
}

fn unknown(name: &str) -> Error {
    let names: Vec<String> = TEMPLATES.iter().map(|template| template.name.to_owned()).collect();
    let help = match most_similar(name, &names) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("there are: {}", names.join(", ")),
    };
    let message = format!("there is no template `{}`", shown(Path::new(name)));
    Error::Usage(Diagnostic::new(code::FILE, message).help(help))
}

/// All files, or none: each place is held before the first one is written.
fn write_all(folder: &Path, files: &[TemplateFile]) -> Result<(), Error> {
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
    let written = hold_and_write(folder, files);
    if written.is_err() && is_new {
        // Empty, or something else's that has come meanwhile: then it stays.
        let _ = std::fs::remove_dir(folder);
    }
    written
}

fn hold_and_write(folder: &Path, files: &[TemplateFile]) -> Result<(), Error> {
    let places = files.iter().map(|file| FreshFile::at(&folder.join(file.name)));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    for (at, (place, file)) in places.into_iter().zip(files).enumerate() {
        let path = folder.join(file.name);
        let is_written = place.write(file.text).and_then(|()| match file.is_program {
            true => make_program(&path).map_err(|error| Error::unwritable(&path, &error)),
            false => Ok(()),
        });
        if let Err(error) = is_written {
            for file in &files[..at] {
                let _ = std::fs::remove_file(folder.join(file.name));
            }
            return Err(error);
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_program(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = path.metadata()?.permissions();
    // Whoever may read it may run it.
    permissions.set_mode(permissions.mode() | (permissions.mode() & 0o444) >> 2);
    std::fs::set_permissions(path, permissions)
}

#[cfg(not(unix))]
fn make_program(_: &Path) -> io::Result<()> {
    Ok(())
}
