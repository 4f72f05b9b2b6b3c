//! The packages for other languages, the editors' parts, the server for agents, the files of a release, and the library in WebAssembly, by their own suites: a script each, that installs
//! or builds it as a user would and runs its tests with the language's own runner.
//!
//! All but the Rust package need more than Rust, so `cargo test` alone leaves them out, and names the script.

#[path = "packages/editors.rs"]
mod editors;
#[path = "packages/rust.rs"]
mod rust;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// A copy of this build of the program. The suites run side by side, and pip's builds replace the program itself.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    std::fs::create_dir_all(&folder).expect("Cargo's folder can be written to");
    let [partial, copy] = [folder.join(std::process::id().to_string()), folder.join("korrel")];
    std::fs::copy(env!("CARGO_BIN_EXE_korrel"), &partial).expect("there is the program");
    std::fs::rename(&partial, &copy).expect("one copy replaces another");
    copy
});

/// Runs a suite with this build of the program; its last line says how many checks there were.
fn suite(folder: &str) {
    script(&Path::new(folder).join("test"));
}

fn script(script: &Path) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new("bash")
        .arg(script)
        .current_dir(root)
        .env("KORREL", &*PROGRAM)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("there is bash");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let last = out.lines().next_back().unwrap_or_default();
    let (passed, failed) = last.split_once(" passed, ").unwrap_or_default();
    // Nothing tried is nothing shown.
    let is_good = passed.parse().is_ok_and(|passed: u32| passed > 0) && failed == "0 failed";
    assert!(output.status.success() && is_good, "{}: {last}\n{out}\n{err}", script.display());
}

/// If it failed, the engines of all languages would be held to vectors that leave inputs out.
#[test]
#[ignore = "python3: packages/choices/brute.py"]
fn choices_are_those_of_plain_enumeration() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packages/choices/brute.py");
    let output = Command::new("python3").arg(script).output().expect("there is python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// If it failed, a release would publish a package under the version of another, or ask for a program that is not there.
#[test]
fn all_packages_have_the_programs_version() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packages");
    let read =
        |file: &str| std::fs::read_to_string(packages.join(file)).expect("there is the file");
    let version = env!("CARGO_PKG_VERSION");
    let package: serde_json::Value =
        serde_json::from_str(&read("javascript/package.json")).expect("it is JSON");
    assert_eq!(package["version"], version);
    let programs = package["optionalDependencies"].as_object().expect("there are programs");
    for (name, asked) in programs {
        assert_eq!(asked, version, "{name}");
    }
    for file in ["vscode/package.json", "tree-sitter-korrel/package.json"] {
        let text = read(&format!("../editors/{file}"));
        let package: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(package["version"], version, "{file}");
    }
    for pom in ["pom.xml", "core/pom.xml", "junit/pom.xml", "program/pom.xml"] {
        let text = read(&format!("java/{pom}"));
        // The first is the package's own, or its parent's.
        let own = text.split_once("<version>").and_then(|(_, rest)| rest.split_once("</version>"));
        assert_eq!(own.expect("there is a version").0, version, "{pom}");
    }
}

/// If it failed, whoever moves another project's tag would build what a release publishes.
#[test]
fn actions_that_build_releases_are_named_by_commit() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows/release.yml");
    let text = std::fs::read_to_string(file).expect("there is the workflow");
    let used: Vec<&str> =
        text.lines().filter_map(|line| Some(line.split_once("uses: ")?.1)).collect();
    assert!(used.len() > 20, "{used:?}");
    for action in used {
        let (_, commit) = action.split_once('@').expect("there is a version");
        let (commit, version) = commit.split_once(" # v").expect("the version stands beside");
        let is_hash = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_hash && version.split('.').count() == 3, "{action}");
    }
}

/// If it failed, `pip install pykorrel` would bring something that does not work.
#[test]
#[ignore = "what packages/python/test needs: cargo test -p korrel --test packages python -- --ignored"]
fn python() {
    suite("packages/python");
}

/// If it failed, the jars would.
#[test]
#[ignore = "what packages/java/test needs: cargo test -p korrel --test packages java -- --ignored"]
fn java() {
    suite("packages/java");
}

/// If it failed, `npm install korrel` would.
#[test]
#[ignore = "what packages/javascript/test needs: cargo test -p korrel --test packages javascript -- --ignored"]
fn javascript() {
    suite("packages/javascript");
}

/// If it failed, a release would lack a part, or its install script would install what it should not.
#[test]
#[ignore = "what .github/test needs: cargo test -p korrel --test packages release -- --ignored"]
fn release() {
    suite(".github");
}

/// If it failed, a tool that the documents name would refuse a file, or count otherwise than they say.
#[test]
#[ignore = "what cli/tests/packages/readers/test needs: cargo test -p korrel --test packages readers -- --ignored"]
fn readers() {
    suite("cli/tests/packages/readers");
}

/// If it failed, an action or the hook would install what it should not, or pass what fails.
#[test]
#[ignore = "what .github/actions/try needs: cargo test -p korrel --test packages actions -- --ignored"]
fn actions() {
    script(Path::new(".github/actions/try"));
}

/// If it failed, whoever has a program without the server would not be told where to find one.
#[test]
#[cfg(not(feature = "mcp"))]
fn a_program_without_the_server_says_how_to_get_one() {
    let output = Command::new(&*PROGRAM).arg("mcp").output().expect("there is the program");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("cargo install korrel --features mcp") && output.stdout.is_empty(),
        "{told}"
    );
}

/// If it failed, an agent would not be served, or be served what it must not have.
#[test]
#[ignore = "what agent/tests/try needs: cargo test -p korrel --test packages mcp -- --ignored"]
fn mcp() {
    script(Path::new("agent/tests/try"));
}

/// If it failed, the library would not build without threads and files, or count and list otherwise.
#[test]
#[ignore = "what examples/wasm/test needs: cargo test -p korrel --test packages wasm -- --ignored"]
fn wasm() {
    suite("examples/wasm");
}

/// If it failed, `Try it` in the book would lead to nothing, or to another spec.
#[test]
#[ignore = "needs mdbook, chromedriver, and what examples/wasm/test needs: cargo test -p korrel --test packages book_of_wasm -- --ignored"]
fn the_book_of_wasm() {
    script(Path::new("playground/book"));
}
