//! Running a command as a reader would, with this build of the program on the path.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KORREL: &str = env!("CARGO_BIN_EXE_korrel");

/// The tools that commands need beside the program and a shell.
const TOOLS: [&str; 12] = [
    "python3", "python", "jq", "node", "npm", "pip", "pytest", "cargo", "java", "gcc", "g++", "go",
];

/// True if some of the commands of a block need other programs, or install the programs they need. A command may
/// read files that an earlier one made, so they are run together.
pub fn needs_more(block: &str) -> bool {
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    let mut words = commands
        .flat_map(|command| command.split(|c: char| c.is_whitespace() || ";()".contains(c)));
    words.any(|word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        // The language of the classes searches for their heaps.
        TOOLS.contains(&name)
            || word == "--classes"
            || word.contains("hunt/")
            || word.contains("cluster/")
    })
}

/// The exit code and the standard output of a command in a folder.
pub fn run(command: &str, folder: &Path) -> (Option<i32>, String) {
    let beside = Path::new(KORREL).parent().expect("the program lies in a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(beside.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("the folders came from a path");
    let Output { status, stdout, stderr } = Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("KORREL", KORREL)
        .env("CLONE", root())
        .env("PYTHONPATH", root().join("packages/python/src"))
        .env("PYTEST_PLUGINS", "pykorrel.pytest_plugin")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // A driver that does not flush would be none.
        .env_remove("PYTHONUNBUFFERED")
        // pytest writes more where it is set.
        .env_remove("CI")
        .output()
        .expect("bash can be started");
    eprint!("$ {command}\n{}", String::from_utf8_lossy(&stderr));
    (status.code(), String::from_utf8(stdout).expect("output is text"))
}

/// Runs it in the repository's folder.
pub fn run_here(command: &str) -> (Option<i32>, String) {
    run(command, &root())
}

/// The groups of the program's commands, as its help lists them.
pub fn groups() -> Vec<(String, Vec<String>)> {
    let help = run_here("korrel --help").1;
    let (_, rest) = help.split_once("\nUsage: ").expect("the help begins with the usage");
    let (list, _) = rest.split_once("\nOptions:\n").expect("the commands come before the flags");
    let groups = list.split("\n\n").skip(1).map(|group| {
        let (heading, rows) = group.split_once(":\n").expect("a group has a heading");
        let names = rows.lines().filter_map(|row| row.split_whitespace().next());
        (heading.to_string(), names.map(str::to_string).collect())
    });
    groups.collect()
}

/// The commands of the program.
pub fn commands() -> Vec<String> {
    let names: Vec<String> = groups().into_iter().flat_map(|(_, names)| names).collect();
    assert!(names.len() > 10, "these are all commands: {names:?}");
    names
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the repository is there")
}
