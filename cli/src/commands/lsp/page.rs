//! A page of a command's instances, written by this program as another process, which can take its time.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::flags::LanguageFlags;

/// The number of instances on the page.
const MOST: &str = "100";

/// The time for finding them.
const TIME: &str = "10s";

/// Writes the page of a command of a text, and returns the file.
///
/// # Errors
/// The message of the program that lists the instances, or of the system.
pub fn written(
    name: &str,
    text: &str,
    command: &str,
    language: &LanguageFlags,
) -> Result<PathBuf, String> {
    let said = |error: std::io::Error| error.to_string();
    let program = std::env::current_exe().map_err(said)?;
    let folder = std::env::temp_dir().join(format!("korrel-pages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(said)?;
    let stem = Path::new(name).file_stem().map_or("spec".into(), |stem| stem.to_string_lossy());
    // A name that is no file's may have anything in it.
    let stem: String = stem.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
    let file = folder.join(format!("{stem}-{command}.html"));
    let output = std::fs::File::create(&file).map_err(said)?;
    let mut show = Command::new(program);
    show.args(["show", "-", command, "--format", "html", "-n", MOST, "--timeout", TIME, "--quiet"]);
    let beside = Path::new(name).parent().filter(|folder| folder.is_absolute());
    let beside = beside.map(Path::to_path_buf);
    for folder in beside.iter().chain(&language.folders) {
        show.arg("-I").arg(folder);
    }
    if language.strict_alloy {
        show.arg("--strict-alloy");
    }
    let mut child =
        show.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped()).spawn().map_err(said)?;
    let input = child.stdin.take();
    input.map_or(Ok(()), |mut input| input.write_all(text.as_bytes())).map_err(said)?;
    let ended = child.wait_with_output().map_err(said)?;
    match ended.status.code() {
        Some(0 | 3) => Ok(file),
        Some(1) => Err("there is no instance to show".to_owned()),
        _ => Err(String::from_utf8_lossy(&ended.stderr).trim().to_owned()),
    }
}
