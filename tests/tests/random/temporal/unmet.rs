//! What no behaviour does, beside all states of small systems, written out.
//!
//! A system has three flags. Each action has a guard, and says of some flags what they are next. The witness makes the
//! eight states and all steps from the tables, and knows nothing of formulas.

use korrel_enumerate::Meaning;
use korrel_enumerate::unbounded::{UnboundedMethod, unmet};
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use super::linear::Random;
use crate::setting;

const FLAGS: [&str; 3] = ["P", "Q", "R"];
const STATES: usize = 8;

/// For each flag whether it is set, if anything is said of it.
type Said = [Option<bool>; 3];

struct Action {
    guard: Said,
    next: Said,
}

/// Each flag is spoken of once in so many times.
fn said(random: &mut Random, once: usize) -> Said {
    [(); 3].map(|()| (random.below(once) == 0).then(|| random.below(2) == 0))
}

fn holds(said: &Said, state: usize) -> bool {
    said.iter()
        .enumerate()
        .all(|(at, said)| said.is_none_or(|is_set| (state >> at & 1 == 1) == is_set))
}

fn text(said: &Said, prime: &str) -> String {
    let parts = FLAGS.iter().zip(said).filter_map(|(flag, said)| {
        said.map(|is_set| format!("{} {flag}{prime}", if is_set { "some" } else { "no" }))
    });
    let parts: Vec<String> = parts.chain(["some A".to_owned()]).collect();
    parts.join(" and ")
}

impl Action {
    fn leads(&self, from: usize, to: usize) -> bool {
        holds(&self.guard, from) && holds(&self.next, to)
    }
}

/// A system, and what is said of it.
struct System {
    actions: Vec<Action>,
    begins: Said,
    /// What the assertion supposes: as a whole, of each state, of each state's past.
    supposed: Said,
    here: Said,
    once: Said,
}

impl System {
    fn new(random: &mut Random) -> System {
        let action = |random: &mut Random| {
            let next = said(random, 1).map(|next| next.filter(|_| random.below(4) > 0));
            Action { guard: said(random, 2), next }
        };
        let actions = (0..2 + random.below(3)).map(|_| action(random)).collect();
        let [begins, supposed, here, once] = [1, 4, 2, 2].map(|often| said(random, often));
        System { actions, begins, supposed, here, once }
    }

    fn text(&self) -> String {
        let System { actions, begins, supposed, here, once } = self;
        let predicates = actions.iter().enumerate().map(|(at, Action { guard, next })| {
            let parts = [text(guard, ""), text(next, "'")].join(" and ");
            // An action has a prime.
            format!("pred a{at} {{ {parts} and some A + P' }}\n")
        });
        let names: Vec<String> = (0..actions.len()).map(|at| format!("a{at}")).collect();
        let [begins, supposed, here, once] =
            [begins, supposed, here, once].map(|said| text(said, ""));
        format!(
            "one sig A {{}} var sig P, Q, R in A {{}}
             {}fact {{ {begins} and always ({}) }}
             check {{ (A = A and {supposed}) implies always ((some A and {here}) implies some A)
               and always ((once ({once})) implies some A) }} for 1.. steps",
            predicates.collect::<String>(),
            names.join(" or ")
        )
    }

    fn leads(&self, from: usize, to: usize) -> bool {
        self.actions.iter().any(|action| action.leads(from, to))
    }

    /// The untaken actions, the beginnings of the premises without a case, and the dead ends. `is_endless`: a step counts
    /// only if something goes on for ever after it, and dead ends are not known.
    fn unmet(&self, is_endless: bool) -> (Vec<String>, Vec<&'static str>, Option<[u64; 2]>) {
        // Those from which something goes on for ever.
        let mut endless: Vec<usize> = (0..STATES).collect();
        for _ in 0..STATES {
            let before = endless.clone();
            endless.retain(|&from| before.iter().any(|&to| self.leads(from, to)));
        }
        let ends: Vec<usize> = if is_endless { endless.clone() } else { (0..STATES).collect() };
        let has_next = |&from: &usize| ends.iter().any(|&to| self.leads(from, to));
        let is_first = |&at: &usize| holds(&self.begins, at) && holds(&self.supposed, at);
        let mut reached: Vec<usize> = (0..STATES).filter(is_first).collect();
        if !reached.iter().any(has_next) {
            return (Vec::new(), vec!["A = A"], None);
        }
        let mut at = 0;
        while at < reached.len() {
            let is_new = |&to: &usize| self.leads(reached[at], to) && !reached.contains(&to);
            let next: Vec<usize> = (0..STATES).filter(is_new).collect();
            reached.extend(next);
            at += 1;
        }
        let is_taken = |action: &Action| {
            reached.iter().any(|&from| ends.iter().any(|&to| action.leads(from, to)))
        };
        let untaken = self.actions.iter().enumerate().filter(|(_, action)| !is_taken(action));
        let untaken = untaken.map(|(at, _)| format!("a{at}")).collect();
        let here = reached.iter().any(|at| has_next(at) && holds(&self.here, *at));
        let once = reached.iter().any(|at| endless.contains(at) && holds(&self.once, *at));
        let premises = [(here, "some A"), (once, "once")].into_iter();
        let premises = premises.filter(|(has_case, _)| !has_case).map(|(_, text)| text).collect();
        let stuck = reached.iter().filter(|at| !has_next(at)).count() as u64;
        let is_told = stuck > 0 && !is_endless;
        (untaken, premises, is_told.then_some([stuck, reached.len() as u64]))
    }
}

/// If it failed, a warning would be untrue, or one would be missing.
#[test]
fn what_no_behaviour_does_is_what_no_state_does() {
    let mut numbers = Random(setting("KORREL_RANDOM_SEED", 1));
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut untaken, mut stuck, mut without, mut vain) = (0, 0, 0, 0);
    for _ in 0..count {
        let system = System::new(&mut numbers);
        let text = system.text();
        let spec = Spec::read("t.als", &text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        for method in [UnboundedMethod::Induction, UnboundedMethod::Graph] {
            let is_endless = method == UnboundedMethod::Induction;
            let (actions, premises, dead_ends) = system.unmet(is_endless);
            let way = (Meaning::default(), method);
            let found = unmet(&spec.model, &command, way, &Effort::default());
            let found = found.expect("nothing stops it");
            let name = |&action| spec.model.functions[action].name.clone();
            let names: Vec<String> = found.actions.iter().map(name).collect();
            assert_eq!(names, actions, "{method:?}: {text}");
            let places = found.premises.iter().map(|&place| spec.sources.text(place));
            let places: Vec<&str> = places.map(|text| text.trim_start_matches('(')).collect();
            let is_of = |(place, premise): (&&str, &&str)| place.starts_with(premise);
            let are_same =
                places.len() == premises.len() && places.iter().zip(&premises).all(is_of);
            assert!(are_same, "{places:?} and {premises:?}, {method:?}: {text}");
            assert_eq!(found.dead_ends, dead_ends, "{method:?}: {text}");
            if !is_endless {
                untaken += u64::from(!actions.is_empty());
                without += u64::from(premises == ["A = A"]);
                vain += u64::from(!premises.is_empty() && premises != ["A = A"]);
                stuck += u64::from(dead_ends.is_some());
            }
        }
    }
    println!("{untaken} untaken, {stuck} stuck, {without} without behaviours, {vain} in vain");
    assert!([untaken, stuck, without, vain].iter().all(|&some| some * 20 > count));
}
