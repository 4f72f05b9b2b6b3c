//! Runs programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// In the repository's root.
pub fn korrel(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korrel"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.output().expect("the program was built for this test")
}

/// The output of a run that ends well.
pub fn written(arguments: &[&str]) -> String {
    let output = korrel(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// Runs a tool of a language; it must succeed.
pub fn tool(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{program} {arguments:?}:\n{stdout}{stderr}");
    stdout
}

/// An empty folder of the test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }
    std::fs::create_dir_all(&folder).expect("the folder for tests' files can be written");
    folder
}

pub fn text_of(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

pub fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("the folder for tests' files can be written");
}
