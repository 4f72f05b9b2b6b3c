//! The program's descriptions of itself: help, completions, pages of the manual.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::korrel;

/// The commands that the help lists.
pub fn commands() -> Vec<String> {
    let help = korrel(&["help"]).stdout;
    let (_, list) = help.split_once("\nUsage: ").expect("the help begins with the usage");
    let (list, _) = list.split_once("\nOptions:\n").expect("the commands come before the flags");
    let rows = list.lines().filter_map(|line| line.strip_prefix("  "));
    rows.filter_map(|row| row.split_whitespace().next()).map(str::to_owned).collect()
}

/// The names of the flags that a help shows, those without a heading first.
fn flags(help: &str) -> (Vec<String>, Vec<String>) {
    let (_, flags) = help.split_once("\nOptions:\n").expect("there are flags");
    let (flags, _) = flags.split_once("\nExamples:\n").expect("examples follow");
    let heading = |line: &&str| !line.starts_with(' ') && line.ends_with(':');
    let names = |line: &str| {
        let is_flag = line.trim_start().starts_with('-') && line.find('-') <= Some(6);
        let names = line.split_whitespace().take_while(|word| word.starts_with('-'));
        let names = names.map(|name| name.trim_end_matches(',').to_owned());
        names.filter(|_| is_flag).collect::<Vec<_>>()
    };
    let under = flags.lines().skip_while(|line| !heading(line)).flat_map(names).collect();
    (flags.lines().take_while(|line| !heading(line)).flat_map(names).collect(), under)
}

/// If it failed, `-h` would hide a flag of every day or show one that is rarely used, or a reader of one help would
/// not hear of the other.
#[test]
fn the_short_help_shows_the_flags_of_every_day() {
    for command in commands() {
        let short = korrel(&[&command, "-h"]).stdout;
        let long = korrel(&[&command, "--help"]).stdout;
        let ((daily, rest), (shown, none)) = (flags(&long), flags(&short));
        assert_eq!((&shown, none.len()), (&daily, 0), "{command}");
        assert!(daily.len() <= 20, "{command}: {daily:?}");
        assert!(rest.contains(&"--color".to_owned()), "{command}: {rest:?}");
        assert!(short.ends_with(&format!("\nAll flags: korrel {command} --help\n")), "{short}");
        assert!(long.contains(&format!("\nThe daily flags: korrel {command} -h\n")), "{long}");
        // What a command needs is shown by both.
        let arguments = |help: &str| help.contains("\nArguments:\n");
        assert_eq!(arguments(&short), arguments(&long), "{command}");
    }
    assert!(korrel(&["-h"]).stdout.ends_with("\nAll flags: korrel --help\n"));
}

/// A flag that is hidden from `-h` has its text in the manual nevertheless.
#[test]
fn pages_of_the_manual_describe_every_flag() {
    let page = korrel(&["man", "find"]).stdout;
    for text in ["Cut shards into equal numbers", "Colors in messages", ".SH \"OTHER QUESTIONS\""] {
        assert!(page.contains(text), "{text}: {page}");
    }
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
