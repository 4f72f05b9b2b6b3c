//! Sets of instances, held against all sets of them, and mutants, held against the text that they change.

use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;

use super::*;

const TREES: &str = "sig N { left, right: lone N }
    pred tree[root: N] {
        N = root.*(left + right)
        all n: N { n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right }
    }
    pred p[root: N] { no n: N | n in n.^(left + right) }
    pred q[root: N] { no n: N | n in n.^left or n in n.^right }
    pred r[root: N] { N = root.*(left + right) }
    pred s[root: N] { some root.left implies some root.right }
    pred again[root: N] { all n: N | n not in n.^(right + left) }
    run tree for 2";

fn asked(text: &str) -> SpecCommand {
    let spec =
        Spec::read("trees.als", text, false, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(None).expect("there is one");
    SpecCommand { spec, command }
}

fn choosing(texts: &[&str]) -> Choosing {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    Choosing::new(&asked(TREES), &texts).unwrap_or_else(|e| panic!("{e:?}"))
}

fn choose(choosing: &Choosing) -> InstanceChoice {
    let chosen = choosing.choose(Meaning::default(), &Effort::default());
    chosen.unwrap_or_else(|e| panic!("{e:?}"))
}

/// The least number of instances, and of their objects, that tell all pairs apart which any two instances do: by trying
/// all sets of instances of the scope, of each combination of truth values the smallest.
fn by_force(choosing: &Choosing) -> (usize, usize) {
    let span = choosing.asked.command.goal.span;
    let how = (Meaning::default(), &Effort::default());
    let all = first(&choosing.asked, truth(span), &choosing.schema, how, usize::MAX);
    let mut rows: Vec<(Vec<bool>, usize)> = Vec::new();
    for shown in all.unwrap_or_else(|e| panic!("{e:?}")).0 {
        let truths = choosing.truths(&shown.instance);
        match rows.iter_mut().find(|(row, _)| *row == truths) {
            Some((_, size)) => *size = shown.size.min(*size),
            None => rows.push((truths, shown.size)),
        }
    }
    let tells = |(row, _): &(Vec<bool>, usize), [a, b]: [usize; 2]| row[a] != row[b];
    let pairs: Vec<_> = choosing
        .pairs()
        .into_iter()
        .filter(|pair| rows.iter().any(|row| tells(row, *pair)))
        .collect();
    let sets = (0..1_u32 << rows.len()).filter_map(|set| {
        let of: Vec<_> =
            (0..rows.len()).filter(|at| set >> at & 1 == 1).map(|at| &rows[at]).collect();
        let is_enough = pairs.iter().all(|pair| of.iter().any(|row| tells(row, *pair)));
        is_enough.then(|| (of.len(), of.iter().map(|(_, size)| size).sum()))
    });
    sets.min().expect("all of them are enough")
}

/// If it failed, a set that is called smallest would not be, or would not tell apart what it should.
#[test]
fn a_smallest_set_is_that_of_all_sets() {
    for texts in [
        &["p", "q", "r", "s"][..],
        &["tree", "p"],
        &["p", "again", "s"],
        &["tree", "p", "q", "s", "some N", "one N"],
    ] {
        let choosing = choosing(texts);
        let chosen = choose(&choosing);
        assert!(chosen.is_smallest, "{texts:?}");
        let size = chosen.instances.iter().map(|one| one.shown.size).sum();
        assert_eq!((chosen.instances.len(), size), by_force(&choosing), "{texts:?}");
        for pair in choosing.pairs() {
            let is_apart =
                chosen.instances.iter().any(|one| one.truths[pair[0]] != one.truths[pair[1]]);
            assert_ne!(is_apart, chosen.equal.contains(&pair), "{texts:?} {pair:?}");
        }
        for one in &chosen.instances {
            assert_eq!(one.truths, choosing.truths(&one.shown.instance), "{texts:?}");
        }
    }
    assert_eq!(choose(&choosing(&["p", "again"])).equal, [[0, 1]]);
}

/// If it failed, a change would be missing, made elsewhere, or called otherwise than what it does.
#[test]
fn mutants_are_small_changes() {
    let asked = asked(TREES);
    let all = mutants(&asked.spec, "tree");
    let names: Vec<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    for told in [
        "= → in",
        "* → ^",
        "without *",
        "+ → &",
        "all → some",
        "without !",
        "lone → one",
        "^ → *",
        "and → or",
        "without ~",
        "lone → no",
        "no → lone",
        "& → +",
        "without N = root.*(left + right)",
    ] {
        assert!(names.iter().any(|name| name.ends_with(&format!(" {told}"))), "{told}: {names:?}");
    }
    for mutant in &all {
        let place = mutant.name.split(' ').next().expect("a place");
        assert!(mutant.text.contains(&format!("pred {}[root: N]", mutant.predicate)), "{place}");
    }
    let choosing = Choosing::of_mutants(&asked, "tree").unwrap_or_else(|e| panic!("{e:?}"));
    let chosen = choose(&choosing);
    assert!(chosen.instances.iter().any(|one| one.truths[0]), "some example is good");
    assert!(chosen.instances.iter().any(|one| !one.truths[0]), "some example is bad");
    let given: Vec<(String, GivenHeap)> = chosen
        .instances
        .iter()
        .map(|one| {
            let text = one.shown.record(0);
            (
                one.shown.key.clone(),
                GivenHeap::new(serde_json::from_str(&text).expect("JSON"), &text, 0),
            )
        })
        .collect();
    let score = choosing.score(&given, &chosen).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!((score.apart, score.missed.len()), (choosing.pairs().len() - chosen.equal.len(), 0));
    let less = choosing.score(&given[1..], &chosen).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(!less.missed.is_empty() || !chosen.is_smallest, "each example is needed");
}

/// If it failed, a change in what a predicate calls would not be tried, or change the predicate itself.
#[test]
fn what_is_called_is_changed_as_well() {
    let asked = asked(
        "sig N { next: lone N }
        pred p { loops and some N }
        pred loops { all n: N | n in back[n] }
        fun back[n: N]: set N { n.^next }
        run p for 2",
    );
    let all = mutants(&asked.spec, "p");
    let closure = all.iter().find(|mutant| mutant.name.ends_with("^ → *")).expect("there is one");
    let suffix = closure.predicate.strip_prefix("p").expect("its name");
    for text in [
        format!("pred p{suffix} {{ loops{suffix} and some N }}"),
        format!("all n: N | n in back{suffix}[n]"),
        format!("fun back{suffix}[n: N]: set N {{ n.*next }}"),
    ] {
        assert!(closure.text.contains(&text), "{}", closure.text);
    }
    let choosing = Choosing::of_mutants(&asked, "p").unwrap_or_else(|e| panic!("{e:?}"));
    // A function without a body has no value, so that one change is left out.
    assert_eq!(choosing.names().len(), all.len());
}
