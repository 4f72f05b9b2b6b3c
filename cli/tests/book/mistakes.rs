//! The mistakes of first drivers, made in each language: what the page says of each is what a reader gets.

use std::thread;

use crate::markdown::Document;
use crate::shell::{root, run};

/// For drivers that answer in the end, on a machine that is busy; the others are given up after the default times.
const PATIENT: &str = "--start-timeout 5m --timeout 5m";

/// A row of the table of drivers.
struct Driver {
    language: String,
    file: String,
    build: String,
    start: String,
}

/// A row of a section: the words that are put in place of others, and the messages that must follow.
struct Mistake {
    language: String,
    instead_of: String,
    mistake: String,
    says: Vec<String>,
}

#[test]
#[ignore = "python3, node, a JDK, gcc, g++ and go: cargo test -p korrel --test book -- --ignored first_drivers"]
fn first_drivers_and_their_mistakes() {
    // If this failed, a beginner would look for a message that Korrel does not give, or a first driver would not work.
    let page = Document::read("docs/howto/mistakes.md");
    let (drivers, mistakes) = rows(&page);
    assert_eq!(drivers.len(), 7, "each language has a driver");
    thread::scope(|scope| {
        for driver in &drivers {
            let its: Vec<&Mistake> =
                mistakes.iter().filter(|mistake| mistake.language == driver.language).collect();
            assert!(its.len() >= 5, "{}: {} mistakes", driver.language, its.len());
            scope.spawn(move || try_driver(driver, &its));
        }
    });
}

fn try_driver(driver: &Driver, mistakes: &[&Mistake]) {
    let right = std::fs::read_to_string(root().join("examples/first").join(&driver.file));
    let right = right.expect("the page links to the file");
    let told = report(driver, &right, PATIENT);
    assert!(told.contains("2 inputs, 2 pass"), "{}: {told}", driver.language);
    for Mistake { instead_of, mistake, says, .. } in mistakes {
        let wrong = right.replacen(instead_of.as_str(), mistake, 1);
        assert_ne!(wrong, right, "{} has `{instead_of}`", driver.file);
        let is_late = says[0].ends_with(" within");
        let told = report(driver, &wrong, if is_late { "" } else { PATIENT });
        for says in says {
            assert!(told.contains(says.as_str()), "{}: {mistake}: {says}:\n{told}", driver.file);
        }
    }
}

/// The report of a run with these flags and a driver of this text, in a folder of its own.
fn report(driver: &Driver, text: &str, flags: &str) -> String {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join(&driver.file), text).expect("there is room for a file");
    if !driver.build.is_empty() {
        let (code, _) = run(&driver.build, folder.path());
        assert_eq!(code, Some(0), "{}", driver.build);
    }
    let spec = root().join("specs/merge_sort.als");
    let scope = "exactly 1 List, exactly 1 Node, 0..1 Int";
    let test = format!("korrel test '{}' --scope '{scope}' {flags}", spec.display());
    run(&format!("{test} -- {} 2>&1", driver.start), folder.path()).1
}

fn rows(page: &Document) -> (Vec<Driver>, Vec<Mistake>) {
    let (mut drivers, mut mistakes) = (Vec::new(), Vec::new());
    let mut says = None;
    for line in page.prose() {
        if let Some(comment) = line.strip_prefix("<!-- each says: ") {
            says = comment.strip_suffix(" -->");
        }
        let cells: Vec<String> = line.trim_matches('|').split('|').map(code).collect();
        match (&cells[..], says) {
            ([language, file, build, start], None) if line.contains("](") => drivers.push(Driver {
                language: language.clone(),
                file: file.split(['[', ']']).nth(1).expect("it is a link").to_owned(),
                build: build.clone(),
                start: start.clone(),
            }),
            ([language, instead_of, mistake, more @ ..], Some(says)) if line.contains('`') => {
                mistakes.push(Mistake {
                    language: language.clone(),
                    instead_of: instead_of.clone(),
                    mistake: mistake.clone(),
                    says: [&[says.to_owned()], more].concat(),
                });
            }
            _ => {}
        }
    }
    (drivers, mistakes)
}

/// The text of a cell, without the signs around it.
fn code(cell: &str) -> String {
    cell.trim().trim_matches('`').to_owned()
}
