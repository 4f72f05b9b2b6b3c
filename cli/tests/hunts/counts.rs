//! The sums of FAULTS.md and of docs/hunts.md.

use crate::root;

/// The text of a file, and its words with a blank between each two.
fn read(path: &str) -> (String, String) {
    let text = std::fs::read_to_string(root().join(path)).expect("the project has it");
    let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (text, flowing)
}

#[test]
fn faults_and_certificates_are_counted() {
    // If this failed, a sum would say more, or less, than the tables of the hunts have.
    let (text, flowing) = read("examples/hunt/FAULTS.md");
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
        "**{faults} faults in the newest versions of {named} libraries**; for **{not_found}** of them no entry was found in \
         the trackers, and for **{untracked}** there was no tracker to search. **{certificates_}** libraries, or parts of \
         libraries, have a certificate."
    );
    assert!(flowing.contains(&said), "FAULTS.md must say: {said}");

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

#[test]
fn fields_are_added_up() {
    // If this failed, the book would tell another number of faults than its table has.
    let (text, flowing) = read("docs/hunts.md");
    let rows = section(&text, "By field").lines().filter(|line| line.starts_with("| "));
    let mut sums = [0; 4];
    let mut fields = 0;
    for row in rows.skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 6, "{row}");
        fields += 1;
        for (sum, cell) in sums.iter_mut().zip(&cells[2..]) {
            *sum += cell.parse::<usize>().unwrap_or_else(|_| panic!("a number: {cell} in {row}"));
        }
    }
    assert!(fields > 10, "{fields} fields");
    let [faults, found, untracked, certificates] = sums;
    let unknown = faults - found - untracked;
    for said in [
        format!("**{faults} faults**"),
        format!("**{certificates} certificates**"),
        format!("For {unknown}, no entry was found"),
        format!("for {untracked} there is no tracker"),
        format!("of the {unknown}, at least 14"),
    ] {
        assert!(flowing.contains(&said), "docs/hunts.md must say: {said}");
    }
    for path in ["README.md", "examples/hunt/FAULTS.md"] {
        let said = [format!("{faults} faults and "), format!(" {certificates} certificates")];
        let (_, flowing) = read(path);
        assert!(said.iter().all(|words| flowing.contains(words)), "{path} must say: {said:?}");
    }
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
