//! Random specs that compare numbers, on which the search that knows of numbers must list what clauses alone list.
//!
//! The other suites are too small for it, since a number of two values has no bounds to speak of. Here the whole
//! translation is taken, whichever clauses it chooses, and both searches list the first models of it.
//!
//! `KORREL_RANDOM_SPECS=10000 cargo test --release -p korrel-tests --test random numbers -- --nocapture`

use korrel_enumerate::Meaning;
use korrel_sat::{Effort, Enumerator, Models, Options, Projection, Step};
use korrel_tests::Spec;
use korrel_translate::Contents;

use crate::generator::Generator;
use crate::setting;

/// So many models of each spec are listed.
const MODELS: usize = 300;

/// If it failed, instances of specs with numbers would be lost or invented, or come in another order.
#[test]
fn numbers_are_listed_as_by_clauses() {
    let (count, seed) = (setting("KORREL_RANDOM_SPECS", 300), setting("KORREL_RANDOM_SEED", 1));
    let mut generator = Generator::new(seed);
    let mut seen = SearchesSeen::default();
    for done in 0..count {
        let text = spec(&mut generator);
        seen.compare(&text, &format!("seed {seed}, spec {done}"), done);
    }
    println!("{count} specs: {seen:?}");
    assert!(seen.with_bounds * 8 > count, "only {seen:?} of {count}");
    assert!(seen.with_models * 2 > count, "only {seen:?} of {count}");
    assert!(seen.with_walks * 64 > count, "only {seen:?} of {count}");
    // Where there is no model, nothing may be left to propagate.
    assert!(seen.without_gates * 2 > seen.with_models, "only {seen:?} of {count}");
}

/// What elimination alone finds holds also where no decision leads to it, as that a guard is false, and where it contradicts
/// several decisions at once.
#[test]
fn what_elimination_finds_is_asserted() {
    let guard = "fact { all n, m: N | m not in n.next implies n.key >= m.key }\n\
        fact { all n, m: N | m in n.^next implies n.key >= m.key }\n\
        run {} for exactly 2 N, 1..6 Int\n";
    let decisions = "fact { N = R.root.*(next + side) }\n\
        fact { all n, m: N | (m in n.next iff n.key < m.rank) iff m.key != n.key }\n\
        fact { all n, m: N | m in n.^next implies n.next.key != m.key }\n\
        run {} for exactly 3 N, 1..6 Int\n";
    for facts in [guard, decisions] {
        let sigs = "sig N { key: Int, rank: Int, next, side: lone N }\none sig R { root: lone N, most: Int }";
        let text = format!("{sigs}\n{facts}");
        (0..4).for_each(|after| SearchesSeen::default().compare(&text, "found once", after));
    }
}

/// So many specs were searched otherwise.
#[derive(Debug, Default)]
struct SearchesSeen {
    with_bounds: u64,
    with_walks: u64,
    without_gates: u64,
    with_models: u64,
}

impl SearchesSeen {
    /// The first models of a spec by clauses alone, by bounds, by a walk, and without gates from so many propagations for
    /// each literal on.
    fn compare(&mut self, text: &str, name: &str, after: u64) {
        let spec = Spec::new(text);
        let command = spec.first();
        let problem = spec.problem(&command, Meaning::default());
        let translation = problem.translate(Contents::default(), &Effort::default());
        let Ok(translation) = translation else { panic!("{name}: {text}") };
        let projection = &translation.projection;
        let listed = |bounds_from: usize, is_walked: bool, eliminate: bool| {
            let options = Options { bounds_from, eliminate_after: after % 4, ..Options::default() };
            let search = Enumerator::new(&translation.cnf, projection, options, Effort::default());
            let search = search.with_bounds();
            let search = if is_walked { search.walking_numbers() } else { search };
            let mut search = if eliminate { search.eliminating() } else { search };
            (first(&mut search, projection), search.statistics().propagations)
        };
        let (plain, bounds) = (listed(0, false, false), listed(usize::MAX, false, false));
        let walked = listed(usize::MAX, true, false);
        let eliminated = listed(0, false, true);
        let both = listed(usize::MAX, after.is_multiple_of(2), true);
        assert!(plain.0 == bounds.0, "{name}: the lists differ\n{text}");
        assert!(plain.0 == walked.0, "{name}: the walk differs\n{text}");
        assert!(plain.0 == eliminated.0, "{name}: without gates\n{text}");
        assert!(plain.0 == both.0, "{name}: with bounds, without gates\n{text}");
        // Where there are no numbers to be found, both are the same search.
        self.with_bounds += u64::from(plain.1 != bounds.1);
        self.with_walks += u64::from(walked.1 != bounds.1);
        self.without_gates += u64::from(plain.1 != eliminated.1);
        self.with_models += u64::from(!plain.0.is_empty());
    }
}

fn first(search: &mut Enumerator, projection: &Projection) -> Vec<Vec<bool>> {
    let row = |search: &Enumerator| {
        projection.order.iter().map(|lit| search.value(lit.var())).collect::<Vec<bool>>()
    };
    let models = std::iter::from_fn(|| (search.next() == Step::Model).then(|| row(search)));
    models.take(MODELS).collect()
}

/// A list or a tree whose nodes have numbers, and comparisons of these.
fn spec(generator: &mut Generator) -> String {
    let rank = generator.one_of(&["Int", "lone Int"]);
    let is_ordered = generator.chance(1, 4);
    let sigs = if is_ordered {
        // Nothing but comparisons speaks of the numbers that end the order, so that they are walked.
        "one sig R { root: lone N }\nsig N { next, side: lone N, key: Int }\n".to_string()
    } else {
        format!(
            "sig N {{ key: Int, rank: {rank}, next, side: lone N }}\none sig R {{ root: lone N, most: Int }}\n"
        )
    };
    let rooted = generator.chance(1, 2);
    let shape = if is_ordered || rooted { "fact { N = R.root.*(next + side) }\n" } else { "" };
    let facts: String = (0..1 + generator.below(4))
        .map(|_| if is_ordered { comparison(generator) } else { fact(generator) })
        .collect();
    let nodes = 2 + generator.below(2);
    let exactly = generator.one_of(&["", "exactly ", "exactly ", "exactly "]);
    let integers = generator.one_of(&["1..4", "0..4", "1..6", "-2..2", "0..7", "1..12"]);
    format!("{sigs}{shape}{facts}run {{}} for {exactly}{nodes} N, {integers} Int\n")
}

/// A comparison of the keys of any two nodes of which the one points to the other somehow.
fn comparison(generator: &mut Generator) -> String {
    let guard = generator.one_of(&[
        "m in n.next",
        "m in n.side",
        "m in n.^next",
        "m in n.side.*(next + side)",
    ]);
    let operator = generator.one_of(&["<", "<=", ">", ">=", "="]);
    format!("fact {{ all n, m: N | {guard} implies n.key {operator} m.key }}\n")
}

fn fact(generator: &mut Generator) -> String {
    let guard = generator.one_of(&[
        "m in n.next",
        "m in n.^next",
        "m in n.side.*(next + side)",
        "m = n.side and some m.next",
        "m not in n.next",
        "m != n",
        "n.key = m.rank",
        "n.key < m.rank",
        "m.rank >= n.key",
        "n = R.root",
        "some n.rank",
    ]);
    let number = |generator: &mut Generator, of: &str| match generator.below(12) {
        0 => format!("plus[{of}.key, 1]"),
        1 => generator.one_of(&["#N", "#n.^next", "#rank", "2"]).to_string(),
        2 => generator.one_of(&["R.most", "n.next.key", "m.side.rank"]).to_string(),
        3 | 4 => format!("{of}.rank"),
        _ => format!("{of}.key"),
    };
    let (a, b) = (number(generator, "n"), number(generator, "m"));
    let operator = generator.one_of(&["<", "<=", ">", ">=", "<", "=", "!="]);
    let joined = generator.one_of(&["implies", "implies", "implies", "implies", "or", "iff"]);
    // Which of two comparisons holds, numbers alone may tell.
    let (c, d) = (number(generator, "m"), number(generator, "n"));
    let other = format!("{c} {} {d}", generator.one_of(&["<", ">=", "=", "!="]));
    let more = match generator.below(6) {
        0 => format!(" or {other}"),
        1 => format!(" iff {other}"),
        _ => String::new(),
    };
    format!("fact {{ all n, m: N | ({guard} {joined} {a} {operator} {b}){more} }}\n")
}
