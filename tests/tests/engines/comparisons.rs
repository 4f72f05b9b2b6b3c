//! Comparisons of numbers of which one must hold, whichever.

use korrel_enumerate::{Engine, Meaning, Strategy};
use korrel_tests::Spec;

/// Specs, and the number of classes that trying all pairs of numbers tells.
const SPECS: [(&str, usize); 4] = [
    ("{ all n, m: N | n.a <= n.b or n.a < m.b } run {} for exactly 2 N, 0..4 Int", 120),
    ("{ all n, m: N | n.a >= m.b or n.b >= n.a } run {} for exactly 2 N, 0..5 Int", 546),
    (
        "{ all n, m: N | n.a = m.b or n.b >= m.a } fact { all n, m: N | n.a = m.b implies n.b >= m.a } \
         run {} for exactly 2 N, 0..7 Int",
        456,
    ),
    (
        "{ all n, m: N | (n.a > n.b iff n.b >= m.a) or (n.b = m.a iff m.a < n.b) } run {} for exactly 1 N, 0..6 Int",
        21,
    ),
];

#[test]
fn of_two_comparisons_one_holds() {
    // If this failed, instances would be invented in which neither does.
    for (text, classes) in SPECS {
        let spec = Spec::new(&format!("sig N {{ a, b: Int }} fact {text}"));
        let command = spec.first();
        let problem = spec.problem(&command, Meaning::default());
        for engine in [Engine::Enumerator, Engine::Varisat] {
            let strategy = Strategy { engine, ..Strategy::default() };
            assert_eq!(spec.instances(&problem, strategy).len(), classes, "{engine:?}: {text}");
        }
    }
}
