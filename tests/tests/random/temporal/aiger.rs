//! Systems as AIGER files, read by a reader of ours, and by Berkeley's `abc` where that is installed.

use std::path::Path;
use std::process::Command as Process;

use korrel_enumerate::{InductionAnswer, Meaning, decide_by_induction};
use korrel_sat::{
    Cnf, Effort, Frames, FramesAnswer, Lit, LoopAnswer, LoopSearch, StepClauses, Var,
};
use korrel_tests::Spec as Korrel;
use korrel_translate::{AigerVersion, Overflow, TraceSystem};

use super::{generate, seeds, setting};

/// Where there is no trace, none of so many states is found.
const LONGEST: usize = 5;

/// If it failed, other model checkers would be asked something else than the command.
#[test]
fn temporal_specs_have_a_trace_if_their_aiger_files_say_so() {
    let count = setting("KORREL_RANDOM_SPECS", 60);
    let path = std::env::temp_dir().join(format!("korrel-aiger-{}.aig", std::process::id()));
    let (mut compared, mut without, mut by_abc, mut refused) = (0, 0, 0, 0);
    for seed in seeds() {
        if compared >= count {
            break;
        }
        let text = generate::spec(seed).to_string();
        let spec = Korrel::read(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let (model, command) = (&spec.model, spec.first());
        let effort = Effort::default();
        let Ok(system) = TraceSystem::new(model, &command, Overflow::default(), &effort) else {
            refused += 1;
            continue;
        };
        let answer = decide_by_induction(model, &command, Meaning::default(), &effort);
        let longest = match answer {
            Ok(InductionAnswer::Something { states }) => Some(states),
            Ok(InductionAnswer::Nothing(_)) => None,
            other => panic!("seed {seed}: {other:?}\n{text}"),
        };
        let has_trace = longest.is_some();
        let full = AigerFile::read(&system.aiger(AigerVersion::Full));
        // No run comes back to the state before all has started.
        let comes_back = full.comes_back(longest.unwrap_or(LONGEST) + 1);
        assert_eq!(comes_back, has_trace, "seed {seed}, with justice\n{text}");
        let file = AigerFile::read(&system.aiger(AigerVersion::Plain));
        let reached = Frames::new(file.clauses(), effort).advance(u64::MAX);
        assert_eq!(matches!(reached, FramesAnswer::Reached(_)), has_trace, "seed {seed}\n{text}");
        if let Some(answer) = file.by_abc(&path) {
            assert_eq!(answer, has_trace, "seed {seed}, by abc\n{text}");
            by_abc += 1;
        }
        compared += 1;
        without += u64::from(!has_trace);
    }
    // There is none if nothing reads it.
    let _ = std::fs::remove_file(&path);
    println!("{compared} compared, {without} without a trace, {by_abc} by abc, {refused} refused");
    assert!(without * 6 > compared && without < compared && refused * 10 < compared);
}

/// A file with one output, or with constraints and one justice property. Literals are as they are in it.
struct AigerFile {
    header: [usize; 5],
    latches: Vec<[u32; 2]>,
    /// The latches that may begin with 1.
    open: Vec<u32>,
    output: Option<u32>,
    constraints: Vec<u32>,
    justice: Vec<u32>,
    gates: Vec<[u32; 3]>,
}

fn numbers<const N: usize>(line: Option<&str>) -> [u32; N] {
    list(line).try_into().expect("so many numbers")
}

fn list(line: Option<&str>) -> Vec<u32> {
    let numbers = line.expect("the header counts the lines").split(' ');
    numbers.map(|number| number.parse().expect("a number")).collect()
}

impl AigerFile {
    fn read(text: &str) -> AigerFile {
        let mut lines = text.lines();
        let header = lines.next().and_then(|line| line.strip_prefix("aag "));
        let counts: Vec<usize> = list(header).into_iter().map(|number| number as usize).collect();
        let (header, more) = counts.split_first_chunk::<5>().expect("five numbers or more");
        let [_, inputs, latches, outputs, gates] = *header;
        let constraints = match *more {
            [] => 0,
            [bad, constraints, justice, fair] => {
                assert_eq!([bad, justice, fair], [0, 1, 0]);
                constraints
            }
            _ => panic!("five numbers or nine"),
        };
        assert_eq!(outputs, usize::from(more.is_empty()));
        for at in 1..=inputs as u32 {
            assert_eq!(numbers(lines.next()), [2 * at]);
        }
        let mut open = Vec::new();
        let latch = |_| match *list(lines.next()) {
            [latch, next] => [latch, next],
            [latch, next, first] => {
                assert_eq!(first, latch, "it is open");
                open.push(latch);
                [latch, next]
            }
            ref other => panic!("no latch: {other:?}"),
        };
        let latches = (0..latches).map(latch).collect();
        let mut literals = |count: usize| -> Vec<u32> {
            (0..count).map(|_| numbers::<1>(lines.next())[0]).collect()
        };
        let output = literals(outputs).first().copied();
        let constraints = literals(constraints);
        let justice = match more {
            [] => Vec::new(),
            _ => {
                let size = literals(1)[0] as usize;
                literals(size)
            }
        };
        let gates = (0..gates).map(|_| numbers(lines.next())).collect();
        AigerFile { header: *header, latches, open, output, constraints, justice, gates }
    }

    /// True if a run of at most so many states comes back.
    fn comes_back(&self, most: usize) -> bool {
        let mut runs = LoopSearch::new(self.clauses(), Effort::default());
        while runs.states() < most {
            match runs.advance(u64::MAX) {
                LoopAnswer::Found { .. } => return true,
                LoopAnswer::Exhausted => return false,
                LoopAnswer::None => {}
                other => panic!("{other:?}, though nothing stops it"),
            }
        }
        false
    }

    /// The file as a system.
    fn clauses(&self) -> StepClauses {
        let [most, inputs, ..] = self.header;
        let mut cnf = Cnf::new(1 + most as u32);
        let lit = |literal: u32| Var::new(literal >> 1).lit(literal & 1 == 0);
        // Variable 0 is the constant.
        cnf.add_clause([lit(1)]);
        for &[gate, a, b] in &self.gates {
            cnf.add_clause([!lit(gate), lit(a)]);
            cnf.add_clause([!lit(gate), lit(b)]);
            cnf.add_clause([lit(gate), !lit(a), !lit(b)]);
        }
        let (mut state, mut initial, mut step): (Vec<[Var; 2]>, Vec<Lit>, Vec<Lit>) =
            Default::default();
        for &[latch, next] in &self.latches {
            let (after, is_step) = (cnf.fresh(), cnf.fresh().positive());
            state.push([lit(latch).var(), after]);
            if !self.open.contains(&latch) {
                initial.push(!lit(latch));
            }
            let (a, b) = (after.positive(), lit(next));
            cnf.add_clause([!is_step, !a, b]);
            cnf.add_clause([!is_step, a, !b]);
            cnf.add_clause([is_step, a, b]);
            cnf.add_clause([is_step, !a, !b]);
            step.push(is_step);
        }
        let free = (1..=inputs as u32).map(Var::new).collect();
        step.extend(self.constraints.iter().map(|&literal| lit(literal)));
        let fair = self.justice.iter().map(|&literal| lit(literal)).collect();
        let bad = lit(self.output.unwrap_or(0));
        StepClauses { cnf, state, free, initial, step, fair, bad }
    }

    /// The file in the binary form, which is the one that `abc` reads.
    fn binary(&self) -> Vec<u8> {
        let [most, inputs, latches, outputs, gates] = self.header;
        let mut bytes = format!("aig {most} {inputs} {latches} {outputs} {gates}\n");
        self.latches.iter().for_each(|[_, next]| bytes += &format!("{next}\n"));
        bytes += &format!("{}\n", self.output.expect("it has one"));
        let mut bytes = bytes.into_bytes();
        for [gate, a, b] in &self.gates {
            for mut difference in [gate - a, a - b] {
                while difference >= 128 {
                    bytes.push((difference & 127) as u8 | 128);
                    difference >>= 7;
                }
                bytes.push(difference as u8);
            }
        }
        bytes
    }

    /// Whether `abc` finds the output true in some state, if it is installed.
    fn by_abc(&self, path: &Path) -> Option<bool> {
        Process::new("berkeley-abc").arg("-h").output().ok()?;
        std::fs::write(path, self.binary()).expect("there is room");
        let script = format!("read_aiger {}; logic; undc; strash; zero; fold; pdr", path.display());
        let output = Process::new("berkeley-abc").args(["-c", &script]).output().ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        match (said.contains("Property proved"), said.contains("was asserted in frame")) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => panic!("abc says something else: {said}"),
        }
    }
}
