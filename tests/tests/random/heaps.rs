//! Random specs of rooted heaps, on which the enumerator must find one instance of each class.
//!
//! The other suite has few specs with roots, and hardly any tree: the scopes that brute force can do
//! are too small, and formulas over all names rarely say that everything is reached.
//!
//! `KORREL_RANDOM_SPECS=10000 cargo test --release -p korrel-tests --test random heaps -- --nocapture`

use korrel_enumerate::Meaning;
use korrel_lang::model::CommandKind;
use korrel_tests::{Agreed, Spec, one_of_each_class};
use korrel_translate::Overflow;

use crate::generator::{Generator, HeapSpec};
use crate::setting;

/// The question to a spec, beside its text.
#[derive(Clone, Copy)]
struct Asked {
    meaning: Meaning,
    kind: CommandKind,
}

/// The shares of what was tested: one that is too small tests little.
#[derive(Debug, Default)]
struct Tested {
    specs: u64,
    too_many: u64,
    /// Contradictions beside those counted, from which a spec was made that says less.
    relaxed: u64,
    with_instances: u64,
    with_classes: u64,
    with_rooted: u64,
    with_trees: u64,
    chosen_by_evaluator: u64,
}

/// A shortcut for rooted heaps that is taken where it must not be loses an instance, or shows one
/// twice.
#[test]
fn heaps_of_each_class_are_found_once() {
    let (count, seed) = (setting("KORREL_RANDOM_SPECS", 300), setting("KORREL_RANDOM_SEED", 1));
    let mut generator = Generator::new(seed);
    let mut tested = Tested::default();
    let mut relaxed: Option<HeapSpec> = None;
    while tested.specs < count {
        let heap = relaxed.take().unwrap_or_else(|| generator.heap());
        let asked = asked(&mut generator);
        match agreed(&heap, asked) {
            Ok(None) => tested.too_many += 1,
            // There are contradictions enough. With less said there may be instances.
            Ok(Some(Agreed { classes: 0, .. }))
                if heap.says_something() && generator.chance(2, 3) =>
            {
                tested.relaxed += 1;
                relaxed = Some(generator.one_of(&heap.smaller()));
            }
            Ok(Some(agreed)) => tested.add(agreed),
            Err(_) => {
                let (heap, difference) = shrunk(heap, asked);
                let (done, Asked { meaning, kind }) = (tested.specs, asked);
                let text = heap.text();
                panic!("seed {seed}, heap {done}: {difference}\n{meaning:?}, {kind:?}\n{text}");
            }
        }
    }
    println!("{tested:?}");
    let Tested { specs, with_instances, with_classes, with_rooted, with_trees, .. } = tested;
    assert!(with_instances * 2 > specs, "few specs have instances: {tested:?}");
    assert!(with_classes * 3 > specs, "few specs have several classes: {tested:?}");
    assert!(with_rooted * 4 > specs, "few specs have instances and a rooted class: {tested:?}");
    assert!(with_trees * 12 > specs, "few specs have instances that are trees: {tested:?}");
}

impl Tested {
    fn add(&mut self, agreed: Agreed) {
        let Agreed { classes, rooted, trees, is_chosen } = agreed;
        self.specs += 1;
        self.with_instances += u64::from(classes > 0);
        self.with_classes += u64::from(classes > 1);
        self.with_rooted += u64::from(classes > 0 && rooted > 0);
        self.with_trees += u64::from(classes > 0 && trees > 0);
        self.chosen_by_evaluator += u64::from(is_chosen);
    }
}

fn asked(generator: &mut Generator) -> Asked {
    let overflow = generator.one_of(&[Overflow::Forbid, Overflow::Wrap]);
    let ignore_parameters = generator.chance(1, 6);
    // A check is first asked if it has any instance.
    let kind = generator.one_of(&[CommandKind::Run, CommandKind::Check]);
    Asked { meaning: Meaning { overflow, ignore_parameters }, kind }
}

fn agreed(heap: &HeapSpec, asked: Asked) -> Result<Option<Agreed>, String> {
    let spec = Spec::new(&heap.text());
    let mut command = spec.first();
    command.kind = asked.kind;
    if spec.unrooted_problem(&command, asked.meaning).check_judged().is_err() {
        return Ok(None);
    }
    one_of_each_class(&spec, &command, asked.meaning)
}

/// A spec of which no conjunct can be left out without the difference going away.
fn shrunk(mut heap: HeapSpec, asked: Asked) -> (HeapSpec, String) {
    let differs = |heap: &HeapSpec| agreed(heap, asked).is_err();
    while let Some(smaller) = heap.smaller().into_iter().find(differs) {
        heap = smaller;
    }
    let difference = agreed(&heap, asked).expect_err("the smaller spec was chosen for it");
    (heap, difference)
}
