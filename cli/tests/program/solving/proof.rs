//! `--proof`: what is said not to exist can be checked by others.

use crate::program::{file, korrel, path};

/// A clause as DIMACS has it, without the closing 0.
type Clause = Vec<i32>;

fn numbers(line: &str) -> Clause {
    let numbers = line.split_whitespace().map(|word| word.parse().expect("a literal"));
    numbers.take_while(|&lit| lit != 0).collect()
}

/// True if unit propagation refutes the clauses together with `assumed`.
fn is_refuted(clauses: &[Clause], assumed: &[i32]) -> bool {
    let mut holds: std::collections::HashSet<i32> = assumed.iter().copied().collect();
    loop {
        let mut unit = None;
        for clause in clauses {
            if clause.iter().any(|lit| holds.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| !holds.contains(&-**lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&lit), None) => unit = Some(lit),
                _ => {}
            }
        }
        match unit {
            Some(lit) => holds.insert(lit),
            None => return false,
        };
    }
}

/// A DRAT checker, as simple as can be: each step follows by reverse unit propagation, and the last
/// one is the empty clause. (Steps that do not, but add a definition, occur in no proof here.)
fn check(cnf: &str, proof: &str) -> Result<(), String> {
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let mut clauses: Vec<Clause> = cnf.lines().filter(is_clause).map(numbers).collect();
    for line in proof.lines() {
        if let Some(deleted) = line.strip_prefix('d') {
            let mut deleted = numbers(deleted);
            deleted.sort_unstable();
            let is_same = |clause: &Clause| {
                let mut clause = clause.clone();
                clause.sort_unstable();
                clause == deleted
            };
            let at = clauses.iter().position(is_same).ok_or("a clause is deleted that is none")?;
            // A clause of one literal is true for good and stays in use, as in drat-trim.
            if clauses[at].len() > 1 {
                clauses.swap_remove(at);
            }
            continue;
        }
        let clause = numbers(line);
        let denied: Vec<i32> = clause.iter().map(|lit| -lit).collect();
        if !is_refuted(&clauses, &denied) {
            return Err(format!("this step does not follow: {line}"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    if is_refuted(&clauses, &[]) { Ok(()) } else { Err("no contradiction is reached".to_string()) }
}

/// Pigeons of 4 in holes of 3: no search can be short of conflicts.
const PIGEONS: &str = "sig Pigeon { hole: one Hole } sig Hole {}
    fact { all disj a, b: Pigeon | a.hole != b.hole }
    run {} for exactly 4 Pigeon, exactly 3 Hole";

#[test]
fn a_proof_is_accepted() {
    let spec = file("proof", "pigeons.als", PIGEONS);
    let proof = spec.with_file_name("pigeons.drat");
    let _ = std::fs::remove_file(&proof);
    let run = korrel(&["find", path(&spec), "-q", "--proof", path(&proof)]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let cnf = korrel(&["translate", path(&spec), "--emit", "cnf"]).stdout;
    let text = std::fs::read_to_string(&proof).expect("the proof was written");
    check(&cnf, &text).unwrap_or_else(|error| panic!("{error}"));
    // The checker does check: without a clause of the formula, the proof is none.
    let shorter: Vec<&str> = cnf.lines().filter(|line| !line.starts_with("1 ")).collect();
    assert!(check(&shorter.join("\n"), "0").is_err());

    let again = korrel(&["find", path(&spec), "-q", "--proof", path(&proof)]);
    assert_eq!(again.code, Some(2), "nothing is overwritten");
    assert_eq!(std::fs::read_to_string(&proof).expect("it is still there"), text);
}

/// A proof file beside an instance would be taken for a proof.
#[test]
fn without_a_proof_there_is_no_file() {
    let spec = file("proof", "some.als", "sig A {} run {} for 2");
    let proof = spec.with_file_name("some.drat");
    let run = korrel(&["find", path(&spec), "--proof", path(&proof)]);
    assert_eq!(run.code, Some(0));
    assert!(!proof.exists());
}

/// If it failed, the end of several threads would be taken for a stop, and there would be no proof.
#[test]
fn threads_change_neither_proof_nor_code() {
    let spec = file("proof", "threads.als", PIGEONS);
    let found = |threads: &str| {
        let proof = spec.with_file_name(format!("threads_{threads}.drat"));
        let _ = std::fs::remove_file(&proof);
        let run = korrel(&["find", path(&spec), "-j", threads, "--proof", path(&proof)]);
        (run.code, run.stdout, run.stderr, std::fs::read_to_string(&proof).ok())
    };
    let alone = found("1");
    assert_eq!(alone.0, Some(1), "{}", alone.2);
    assert!(alone.3.is_some(), "the proof was written");
    assert_eq!(found("2"), alone);
}

/// If it failed, half a proof would be taken for one, a file of the user's be lost, or what a killed run
/// left behind be overwritten while another one still writes it.
#[test]
fn a_proof_has_its_name_when_it_is_whole() {
    let spec = file("proof", "none.als", "sig A {} run { some A and no A }");
    let proof = spec.with_file_name("whole.drat");
    let part = spec.with_file_name("whole.drat.part");
    let run =
        |proof: &std::path::Path| korrel(&["find", path(&spec), "--proof", path(proof), "-q"]);
    let _ = (std::fs::remove_file(&proof), std::fs::remove_file(&part));
    assert_eq!(run(&proof).code, Some(1));
    assert!(proof.exists() && !part.exists());

    std::fs::write(&proof, "the user's").expect("it can be written");
    let refused = run(&proof);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert_eq!(std::fs::read_to_string(&proof).expect("it is there"), "the user's");
    std::fs::remove_file(&proof).expect("it is there");

    std::fs::write(&part, "half").expect("it can be written");
    let refused = run(&proof);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("whole.drat.part"), "{}", refused.stderr);
    assert_eq!(std::fs::read_to_string(&part).expect("it is there"), "half");
    assert!(!proof.exists());
    std::fs::remove_file(&part).expect("it is there");

    // There is an instance: nothing is proved, and nothing is left.
    let found = korrel(&["find", path(&spec), "--proof", path(&proof), "--scope", "3", "-q"]);
    assert_eq!(found.code, Some(1));
    let some = file("proof", "some.als", "sig A {} run {}");
    std::fs::remove_file(&proof).expect("the proof of before");
    assert_eq!(korrel(&["find", path(&some), "--proof", path(&proof)]).code, Some(0));
    assert!(!proof.exists() && !part.exists());
}
