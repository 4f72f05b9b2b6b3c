//! Formulas of linear time over two propositions, beside the explicit product of all states and all truths.
//!
//! A node of that product is a state together with a truth of each temporal part of the formula. One node follows another
//! one if the truths agree with each other as the operators say. A trace is a way from a node at which the past has not begun
//! to a circle in which each `until` that holds is kept. It shares nothing with the engine.

use korrel_enumerate::Meaning;
use korrel_enumerate::unbounded::{UnboundedAnswer, UnboundedMethod, UnboundedProof, unbounded};
use korrel_sat::Effort;
use korrel_tests::Spec as Korrel;
use korrel_translate::TranslationFailure;

use crate::setting;

/// A formula as its parts, the last one being the whole: operators name their sides by number.
#[derive(Clone, Debug)]
enum Part {
    P,
    Q,
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    After(usize),
    Until(usize, usize),
    Releases(usize, usize),
    Before(usize),
    Since(usize, usize),
    Triggered(usize, usize),
}

use Part::{After, And, Before, Not, Or, P, Q, Releases, Since, Triggered, Until};

/// The most temporal parts: the nodes are bits of a word.
const TEMPORAL: usize = 5;

/// splitmix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

fn random(random: &mut Random) -> Vec<Part> {
    let mut parts = vec![P, Q];
    let mut temporal = 0;
    let many = 5 + random.below(8);
    while parts.len() < many {
        let any = |random: &mut Random| match random.below(3) {
            0 => random.below(parts.len()),
            // Mostly of what is there already the newest.
            _ => parts.len() - 1 - random.below(parts.len().min(3)),
        };
        let (a, b) = (any(random), any(random));
        let part = match random.below(12) {
            0 | 1 => Not(a),
            2 => And(a, b),
            3 => Or(a, b),
            _ if temporal == TEMPORAL => Or(a, b),
            4 => After(a),
            5 | 6 => Until(a, b),
            7 | 8 => Releases(a, b),
            9 => Before(a),
            10 => Since(a, b),
            _ => Triggered(a, b),
        };
        temporal += usize::from(!matches!(part, Not(_) | And(..) | Or(..)));
        parts.push(part);
    }
    parts
}

fn text(parts: &[Part], of: usize) -> String {
    let text = |of: &usize| text(parts, *of);
    match &parts[of] {
        P => "some P".to_owned(),
        Q => "some Q".to_owned(),
        Not(a) => format!("(not {})", text(a)),
        And(a, b) => format!("({} and {})", text(a), text(b)),
        Or(a, b) => format!("({} or {})", text(a), text(b)),
        After(a) => format!("(after {})", text(a)),
        Before(a) => format!("(before {})", text(a)),
        Until(a, b) => format!("({} until {})", text(a), text(b)),
        Releases(a, b) => format!("({} releases {})", text(a), text(b)),
        Since(a, b) => format!("({} since {})", text(a), text(b)),
        Triggered(a, b) => format!("({} triggered {})", text(a), text(b)),
    }
}

/// The truths of all parts, by the state and those of the temporal parts.
fn truths(parts: &[Part], node: usize) -> Vec<bool> {
    let mut truths: Vec<bool> = Vec::new();
    let mut guessed = node >> 2;
    for part in parts {
        let truth = match *part {
            P => node & 1 == 1,
            Q => node & 2 == 2,
            Not(a) => !truths[a],
            And(a, b) => truths[a] && truths[b],
            Or(a, b) => truths[a] || truths[b],
            _ => {
                let truth = guessed & 1 == 1;
                guessed >>= 1;
                truth
            }
        };
        truths.push(truth);
    }
    truths
}

/// True if some infinite trace satisfies the formula.
fn has_trace(parts: &[Part]) -> bool {
    let is_temporal = |part: &&Part| !matches!(part, P | Q | Not(_) | And(..) | Or(..));
    let count = 4 << parts.iter().filter(is_temporal).count();
    let truths: Vec<Vec<bool>> = (0..count).map(|node| truths(parts, node)).collect();
    let begins = |node: usize| {
        let here = &truths[node];
        parts.iter().enumerate().all(|(at, part)| match *part {
            Before(_) => !here[at],
            Since(_, b) | Triggered(_, b) => here[at] == here[b],
            _ => true,
        })
    };
    let follows = |now: &[bool], next: &[bool]| {
        parts.iter().enumerate().all(|(at, part)| match *part {
            After(a) => now[at] == next[a],
            Until(a, b) => now[at] == (now[b] || now[a] && next[at]),
            Releases(a, b) => now[at] == (now[b] && (now[a] || next[at])),
            Before(a) => next[at] == now[a],
            Since(a, b) => next[at] == (next[b] || next[a] && now[at]),
            Triggered(a, b) => next[at] == (next[b] && (next[a] || now[at])),
            _ => true,
        })
    };
    // The nodes that each one leads to, in one step and then in any.
    let mut leads: Vec<u128> = (0..count)
        .map(|now| {
            let next = (0..count).filter(|&next| follows(&truths[now], &truths[next]));
            next.fold(0, |bits, next| bits | 1 << next)
        })
        .collect();
    for over in 0..count {
        for from in 0..count {
            if leads[from] >> over & 1 == 1 {
                leads[from] |= leads[over];
            }
        }
    }
    let firsts = (0..count).filter(|&node| begins(node) && *truths[node].last().expect("some"));
    let reached = firsts.fold(0, |bits, node| bits | 1 << node | leads[node]);
    (0..count).any(|node| {
        let is_on_circle = leads[node] >> node & 1 == 1 && reached >> node & 1 == 1;
        let circle = || {
            (0..count)
                .filter(|&other| leads[node] >> other & 1 == 1 && leads[other] >> node & 1 == 1)
        };
        is_on_circle
            && parts.iter().enumerate().all(|(at, part)| match *part {
                Until(_, b) => circle().any(|other| truths[other][b] || !truths[other][at]),
                // It fails for ever only if its right side fails at some time.
                Releases(_, b) => circle().any(|other| !truths[other][b] || truths[other][at]),
                _ => true,
            })
    })
}

/// If it failed, an assertion would be said to hold of all behaviours that a behaviour breaks, or the other way round.
#[test]
fn formulas_have_a_trace_where_the_explicit_product_has_one() {
    let mut numbers = Random(setting("KORREL_RANDOM_SEED", 1));
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut some, mut none, mut refused) = (0, 0, 0);
    for round in 0..count {
        let parts = random(&mut numbers);
        let formula = text(&parts, parts.len() - 1);
        let command = match round % 2 {
            0 => format!("run {{ {formula} }}"),
            _ => format!("check {{ not {formula} }}"),
        };
        let text = format!("one sig A {{}} var sig P, Q in A {{}} {command} for 1.. steps");
        let spec = Korrel::read(&text).expect("it is right");
        let command = spec.first();
        let (method, effort) = (UnboundedMethod::Graph, Effort::default());
        let found = unbounded(&spec.model, &command, method, Meaning::default(), &effort);
        // Of many formulas some have more temporal operators than a graph can have.
        if let Err(TranslationFailure::Refused(_)) = found {
            refused += 1;
            continue;
        }
        let found = match found.expect("nobody stops it") {
            UnboundedAnswer::Something => true,
            UnboundedAnswer::Nothing(UnboundedProof::Graph { states, .. }) => {
                assert!(states <= 4, "{text}");
                false
            }
            other => panic!("{other:?}: {text}"),
        };
        assert_eq!(found, has_trace(&parts), "{text}");
        if found { some += 1 } else { none += 1 }
    }
    assert!(some * 8 > count && none * 16 > count, "{some} and {none}");
    assert!(refused * 100 <= count, "{refused} of {count} are refused");
}
