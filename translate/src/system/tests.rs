//! What a system is made of. That it means the command is compared with searches (`tests/random/temporal`).

use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use super::{AigerVersion, SystemMeaning, TraceSystem};
use crate::scope::Overflow;

const LOCK: &str = "sig P {} one sig L { var holder: lone P }
    fact { no L.holder  always (L.holder' = L.holder or no L.holder or no L.holder') }
    fact { all p: P | always eventually p != L.holder  eventually some L.holder }";

fn system(text: &str) -> TraceSystem {
    let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
    let command = spec.command(None).expect("there is one");
    TraceSystem::new(&spec.model, &command, Overflow::Forbid, &Effort::default())
        .expect("it is small")
}

fn memories(system: &TraceSystem) -> Vec<&str> {
    let is_memory = |variable: &&super::SystemVariable| variable.meaning == SystemMeaning::Memory;
    system.variables.iter().filter(is_memory).map(|variable| variable.name.as_str()).collect()
}

/// If it failed, a command that needs no guess of what is to come would be asked with one.
#[test]
fn conjuncts_about_all_time_have_no_monitor() {
    let held = system(&format!("{LOCK} check {{ always lone L.holder }} for 3"));
    assert_eq!(memories(&held), ["seen 0", "seen 1"]);
    let settled = system(&format!("{LOCK} check {{ always eventually no L.holder }} for 3"));
    assert_eq!(memories(&settled), ["seen 0", "settled 0"]);
    let nested =
        system(&format!("{LOCK} run {{ always (some L.holder until no L.holder) }} for 3"));
    assert_eq!(memories(&nested), ["monitor 0", "seen 0"]);
    // One in each polarity that counts has no more to come than the other.
    let fair = |text: &str| system(&format!("sig A {{}} var sig B in A {{}} {text} for 2")).fair();
    assert_eq!(fair("run { no B or always some B }"), 0);
    assert_eq!(fair("run { no B or eventually some B }"), 1);
    assert_eq!(fair("check { no B or eventually some B }"), 0);
}

/// If it failed, a reader would be told of other latches than there are.
#[test]
fn a_file_names_what_it_has() {
    let system = system(&format!("{LOCK} check {{ always lone L.holder }} for exactly 2 P"));
    for version in [AigerVersion::Full, AigerVersion::Plain] {
        let text = system.aiger(version);
        assert_eq!(text, system.aiger(version));
        let numbers = text.lines().next().expect("a header").split(' ').skip(1);
        let numbers: Vec<usize> = numbers.map(|n| n.parse().expect("a number")).collect();
        let (inputs, latches) = (numbers[1], numbers[2]);
        assert_eq!(numbers[0], inputs + latches + numbers[4], "all are numbered");
        let named = |kind: char| text.lines().filter(|line| line.starts_with(kind)).count();
        assert_eq!((named('i'), named('l')), (inputs, latches));
        assert!(text.contains("P$1 in L.holder") || text.contains("L$0->P$1 in L.holder"));
        assert_eq!(numbers.len(), if version == AigerVersion::Full { 9 } else { 5 });
    }
}
