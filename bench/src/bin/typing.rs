//! Processor time of an editor's questions while a spec of forty lines is typed, letter by letter, with ten mistakes that are
//! taken back. After each letter every question is asked. Fails if the median of one is above 50 ms.

use std::process::ExitCode;
use std::time::Duration;

use korrel_editor::Analysis;
use korrel_lang::load::no_files;
use rustix::time::{ClockId, clock_gettime};

/// Allowed for each question, in the median.
const MOST: Duration = Duration::from_millis(50);

/// The spec, typed.
const SPEC: &str = include_str!("../../specs/typed.als");

/// What is typed first at ten places, and taken back: what stands there, and the mistake.
const MISTAKES: [(&str, &str); 10] = [
    ("sig Tree", "sgi Tree"),
    ("root: lone Node", "root lone Node"),
    ("left, right: lone Node", "left, right: lone Nod"),
    ("key: Int", "key: Integer"),
    ("pred repOk[t: Tree] {", "pred repOk(t Tree) {"),
    ("Node = nodes", "Node == nodes"),
    ("all disj a, b: nodes", "all disj a, b in nodes"),
    ("n !in n.^(left + right)", "n !in n.^(lft + right)"),
    ("l.key < n.key", "l.key => n.key"),
    ("run repOk for 3", "run repok for 3"),
];

type Question = (&'static str, fn(&Analysis, u32));

/// The questions, each about the place behind the last letter.
const QUESTIONS: [Question; 12] = [
    ("diagnostics", |text, _| drop(text.findings())),
    ("hover", |text, at| drop(text.hover(at))),
    ("definition", |text, at| drop(text.definitions(at))),
    ("references", |text, at| drop(text.references(at, true))),
    ("rename", |text, at| drop(text.rename(at, "renamed", &mut no_files))),
    ("completion", |text, at| drop(text.completions(at, &mut no_files))),
    ("signature", |text, at| drop(text.signatures(at))),
    ("symbols", |text, _| drop(text.symbols())),
    ("folding", |text, _| drop(text.folds())),
    ("semantic tokens", |text, _| drop(text.semantic_tokens())),
    ("inlay hints", |text, _| drop(text.size_hints())),
    ("code actions", |text, _| {
        let findings = text.findings();
        findings.iter().for_each(|one| drop(text.fixes(one, &mut no_files)));
    }),
];

fn main() -> ExitCode {
    let texts = typed();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); QUESTIONS.len()];
    for text in &texts {
        for ((_, ask), times) in QUESTIONS.iter().zip(&mut times) {
            let begun = processor_time();
            // Each pays for a reading of its own, as the first one behind an edit does.
            let analysis = Analysis::new("typed.als", text, false, &mut no_files);
            ask(&analysis, u32::try_from(text.len()).expect("it is short"));
            times.push(processor_time() - begun);
        }
    }
    println!("{} letters, {} lines, ms of processor time", texts.len(), SPEC.lines().count());
    println!("{:<16} {:>8} {:>8} {:>8}", "", "median", "99 %", "most");
    let mut is_slow = false;
    for ((name, _), mut times) in QUESTIONS.iter().zip(times) {
        times.sort_unstable();
        let of = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
        println!("{name:<16} {:>8.2} {:>8.2} {:>8.2}", of(50), of(99), of(100));
        is_slow |= of(50) > MOST.as_secs_f64() * 1e3;
    }
    if is_slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The text after each letter, the mistakes and their removal included.
fn typed() -> Vec<String> {
    let mut texts = Vec::new();
    let mut text = String::new();
    let mut rest = SPEC;
    while let Some(letter) = rest.chars().next() {
        if let Some((_, mistake)) = MISTAKES.iter().find(|(right, _)| rest.starts_with(right)) {
            let end = text.len();
            for letter in mistake.chars() {
                text.push(letter);
                texts.push(text.clone());
            }
            while text.len() > end {
                text.pop();
                texts.push(text.clone());
            }
        }
        text.push(letter);
        texts.push(text.clone());
        rest = &rest[letter.len_utf8()..];
    }
    texts
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let part = |number: i64| u64::try_from(number).expect("time is not negative");
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, the recording would have fewer mistakes than it says, or end in a spec that has some.
    #[test]
    fn the_recording_is_as_it_says() {
        for (right, mistake) in MISTAKES {
            assert_eq!(SPEC.matches(right).count(), 1, "{right}");
            let wrong = SPEC.replace(right, mistake);
            let analysis = Analysis::new("typed.als", &wrong, false, &mut no_files);
            assert!(analysis.spec().is_none(), "{mistake}");
        }
        let last = typed().pop().expect("something is typed");
        let analysis = Analysis::new("typed.als", &last, false, &mut no_files);
        assert_eq!((analysis.findings().len(), SPEC.lines().count()), (0, 40));
    }
}
