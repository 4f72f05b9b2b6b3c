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
    let (mut with_bounds, mut with_models, mut with_walks, mut without_gates) = (0, 0, 0, 0);
    for done in 0..count {
        let text = spec(&mut generator);
        let spec = Spec::new(&text);
        let command = spec.first();
        let problem = spec.problem(&command, Meaning::default());
        let translation = problem.translate(Contents::default(), &Effort::default());
        let Ok(translation) = translation else { panic!("seed {seed}, spec {done}: {text}") };
        let projection = &translation.projection;
        let listed = |bounds_from: usize, is_walked: bool, eliminate_after: Option<u64>| {
            let eliminate = eliminate_after.unwrap_or_default();
            let options = Options { bounds_from, eliminate_after: eliminate, ..Options::default() };
            let search = Enumerator::new(&translation.cnf, projection, options, Effort::default());
            let search = search.with_bounds();
            let search = if is_walked { search.walking_numbers() } else { search };
            let mut search = if eliminate_after.is_some() { search.eliminating() } else { search };
            (first(&mut search, projection), search.statistics().propagations)
        };
        let (plain, other) = (listed(0, false, None), listed(usize::MAX, false, None));
        let walked = listed(usize::MAX, true, None);
        assert!(plain.0 == other.0, "seed {seed}, spec {done}: the lists differ\n{text}");
        assert!(plain.0 == walked.0, "seed {seed}, spec {done}: the walk differs\n{text}");
        // At the beginning, or in the midst of the list.
        let after = Some(done % 4);
        let eliminated = [listed(0, false, after), listed(usize::MAX, done % 2 == 0, after)];
        for eliminated in &eliminated {
            assert!(plain.0 == eliminated.0, "seed {seed}, spec {done}: without gates\n{text}");
        }
        with_walks += u64::from(walked.1 != other.1);
        without_gates += u64::from(eliminated[0].1 != plain.1);
        // Where there are no numbers to be found, both are the same search.
        with_bounds += u64::from(plain.1 != other.1);
        with_models += u64::from(!plain.0.is_empty());
    }
    println!(
        "{count} specs, {with_models} with instances, {with_bounds} with bounds, {with_walks} walked, \
         {without_gates} without gates"
    );
    assert!(with_bounds * 8 > count, "only {with_bounds} of {count} have bounds");
    assert!(without_gates * 2 > count, "only {without_gates} of {count} eliminate gates");
    assert!(with_models * 2 > count, "only {with_models} of {count} have instances");
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
    let sigs = format!(
        "sig N {{ key: Int, rank: {rank}, next, side: lone N }}\none sig R {{ root: lone N, most: Int }}\n"
    );
    let rooted = generator.chance(1, 2);
    let shape = if rooted { "fact { N = R.root.*(next + side) }\n" } else { "" };
    let facts: String = (0..1 + generator.below(4)).map(|_| fact(generator)).collect();
    let nodes = 2 + generator.below(2);
    let exactly = generator.one_of(&["", "exactly ", "exactly ", "exactly "]);
    let integers = generator.one_of(&["1..4", "0..4", "1..6", "-2..2", "0..7", "1..12"]);
    format!("{sigs}{shape}{facts}run {{}} for {exactly}{nodes} N, {integers} Int\n")
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
