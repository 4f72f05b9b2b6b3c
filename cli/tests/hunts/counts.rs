//! The sums of FAULTS.md.

use crate::root;

#[test]
fn faults_and_certificates_are_counted() {
    // If this failed, a sum would say more, or less, than the tables of the hunts have.
    let read = |path: &str| {
        let text = std::fs::read_to_string(root().join(path)).expect("the project has it");
        (text.split_whitespace().collect::<Vec<_>>().join(" "), text)
    };
    let (flowing, text) = read("examples/hunt/FAULTS.md");
    let faults = rows(&text, "The faults");
    let certificates = rows(&text, "The certificates");
    let known = |word: &str| faults.iter().filter(|row| row[4] == word).count();
    let (not_found, untracked) = (known("not found"), known("no tracker to search"));
    let mut libraries: Vec<&str> =
        faults.iter().map(|row| row[1]).filter(|name| !name.is_empty()).collect();
    let named = libraries.len();
    libraries.sort_unstable();
    libraries.dedup();
    assert_eq!(libraries.len(), named, "a library has its rows side by side");
    assert!(faults.iter().flatten().all(|cell| !cell.contains("**")), "{faults:?}");
    assert!(faults.iter().all(|row| row[2..].iter().all(|cell| !cell.is_empty())), "{faults:?}");

    let (faults, certificates_) = (faults.len(), certificates.len());
    let said = format!(
        "the hunts show **{faults} faults in the newest versions of {named} libraries**; for **{not_found}** of them no entry \
         was found in the trackers, and for **{untracked}** there was no tracker to search. **{certificates_}** libraries, \
         or parts of libraries, have a certificate."
    );
    assert!(flowing.contains(&said), "FAULTS.md must say: {said}");
    for path in ["README.md", "CHANGELOG.md", "examples/hunt/README.md"] {
        let (flowing, _) = read(path);
        for (word, count) in [(" faults", faults), (" certificates", certificates_)] {
            let told = numbers_before(&flowing, word);
            assert_eq!(told, [count], "{path}: the numbers before `{word}`");
        }
    }

    // Each fault has its reason, and each small fault of mutants.txt is counted at a certificate.
    let why = section(&text, "Why each is a fault, and its cause");
    let reasons = why.lines().filter_map(|line| line.split_once(". **")?.0.parse().ok());
    assert_eq!(reasons.collect::<Vec<usize>>(), (1..=faults).collect::<Vec<_>>());
    let killed = certificates.iter().map(|row| leading_number(row[4]));
    let hunts = std::fs::read_dir(root().join("examples/hunt")).expect("the project has it");
    let mutants = hunts.filter_map(|hunt| {
        std::fs::read_to_string(hunt.expect("it can be read").path().join("mutants.txt")).ok()
    });
    let mutants: usize = mutants.map(|lines| lines.lines().count()).sum();
    assert_eq!(
        killed.sum::<usize>(),
        mutants,
        "mutants of the certificates, and lines of all mutants.txt"
    );
}

/// The cells of a section's table; its rows are numbered.
fn rows<'t>(text: &'t str, title: &str) -> Vec<Vec<&'t str>> {
    let lines = section(text, title)
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
    let rows =
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let rows: Vec<Vec<&str>> = rows.collect();
    let numbers: Vec<usize> = rows.iter().map(|row| leading_number(row[0])).collect();
    assert_eq!(numbers, (1..=rows.len()).collect::<Vec<_>>(), "{title}");
    assert!(rows.iter().all(|row| row.len() == 5), "{title}: {rows:?}");
    rows
}

fn section<'t>(text: &'t str, title: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("\n## {title}\n")).expect("there is such a section");
    rest.split_once("\n## ").map_or(rest, |(own, _)| own)
}

fn leading_number(cell: &str) -> usize {
    let digits = cell.split(|char: char| !char.is_ascii_digit()).next();
    digits
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_else(|| panic!("a number at the beginning of `{cell}`"))
}

/// The numbers in digits that stand right before a word.
fn numbers_before(text: &str, word: &str) -> Vec<usize> {
    let before = text.match_indices(word).map(|(at, _)| &text[..at]);
    let number =
        |before: &str| before.rsplit(|char: char| !char.is_ascii_digit()).next()?.parse().ok();
    before.filter_map(number).collect()
}
