//! The program's descriptions of itself: help, completions, pages of the manual.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::korrel;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = korrel(&["help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("the help lists commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// If this failed, a reader would have flags and no idea of the command to type, and a script no
/// meaning for the code.
#[test]
fn each_help_ends_with_examples_codes_and_documentation() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let help = korrel(&["help", &command]);
        assert_eq!(help.code, Some(0), "{command}");
        assert_eq!(help.stdout, korrel(&[&command, "--help"]).stdout, "{command}");
        let (_, end) = help.stdout.split_once("\nExamples:\n").expect("there are examples");
        let examples = end.lines().take_while(|line| !line.is_empty());
        let own = format!("  korrel {command}");
        assert_eq!(examples.filter(|line| line.starts_with(&own)).count(), 2, "{command}: {end}");
        assert!(end.contains("\nExit codes:\n    0  "), "{command}: {end}");
        assert!(end.contains("\nDocumentation: https://"), "{command}: {end}");
    }
}

/// Else a shell would complete flags of an older program.
#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = korrel(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{shell}: {}", script.stderr);
        assert!(script.stdout.contains("ignore-parameters"), "{shell}");
        for command in commands() {
            assert!(script.stdout.contains(&command), "{shell} knows no `{command}`");
        }
    }
    assert_eq!(korrel(&["completions", "tcsh"]).code, Some(2));
}

/// The completions that a real bash finds with the script when Tab is pressed behind these words.
fn completed(words: &[&str]) -> String {
    let (last, before) = (words.last().expect("a word"), words.get(words.len() - 2));
    let before = before.expect("the program comes first");
    let script = format!(
        "{}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_korrel korrel '{last}' '{before}'\necho \"${{COMPREPLY[@]}}\"",
        korrel(&["completions", "bash"]).stdout,
        words.iter().map(|word| format!("'{word}' ")).collect::<String>(),
        words.len() - 1,
    );
    let bash =
        Command::new("bash").args(["--norc", "-c", &script]).output().expect("there is bash");
    assert_eq!(String::from_utf8_lossy(&bash.stderr), "", "bash complains");
    String::from_utf8(bash.stdout).expect("UTF-8")
}

/// Else the script would be one that is made, and does nothing.
#[test]
#[ignore = "bash: cargo test -p korrel --test program help -- --ignored"]
fn bash_completes() {
    assert_eq!(completed(&["korrel", "fi"]), "find\n");
    assert_eq!(completed(&["korrel", "find", "--res"]), "--resume\n");
    assert_eq!(completed(&["korrel", "find", "--symmetry", ""]), "full none\n");
    assert_eq!(completed(&["korrel", "eval", "--heap", "Cargo.t"]), "Cargo.toml\n");
}

/// Else `man korrel-find` would show noise.
#[test]
#[ignore = "groff: cargo test -p korrel --test program help -- --ignored"]
fn pages_of_the_manual_are_sound() {
    let pages = commands();
    for page in pages.iter().map(String::as_str).map(Some).chain([None]) {
        let arguments: Vec<&str> = ["man"].into_iter().chain(page).collect();
        let text = korrel(&arguments).stdout;
        let mut groff = Command::new("groff")
            .args(["-man", "-Tutf8", "-ww"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("there is groff");
        let mut stdin = groff.stdin.take().expect("it is piped");
        // The output fits into a pipe's buffer only once it is read, so another thread writes.
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = groff.wait_with_output().expect("groff ends");
        writer.join().expect("no panic").expect("groff reads all");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{page:?}");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(shown.contains("Documentation:"), "{page:?}: {shown}");
    }
}
