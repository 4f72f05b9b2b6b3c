//! Random terms in random worlds, against the evaluator: they share the spec and nothing else.
//!
//! A term is written in the spec's language, read again, and evaluated in the instances that the worlds are made of. So the
//! text is tried, too: a rule is of no use if it reads otherwise than it was found. Terms grow on a few worlds, as in a
//! search, and are compared on more of them, for a rule is about all inputs.
//!
//! `KORREL_RANDOM_SPECS=100000` chooses how many terms, `KORREL_RANDOM_SEED` chooses others.

use std::collections::BTreeMap;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Extras, Instances, Meaning, Problem, Records, Strategy};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::load::no_files;
use korrel_lang::model::{Command, Model, Value};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::spec::Spec;
use korrel_sat::{Effort, Step};

use super::growth::Growth;
use super::rules::evaluate;
use super::term::{Points, Term, text};
use super::vocabulary::Vocabulary;
use super::world::{TermSort, World, bits};

/// An operation, and the spec that declares it.
const SPECS: [(&str, &str); 5] = [
    (
        "insert",
        "sig List { header: lone Node, size: Int }
        sig Node { next: lone Node, elem: Int, marks: set Mark }
        abstract sig Mark {} one sig Seen, Done extends Mark {}
        sig Old in Node {}
        fun below[n: Node]: set Node { n.^next }
        fun steps[l: List]: Node -> Node { l.header.*next <: next }
        fun weight[l: List]: Int { plus[#Node, #l.header] }
        fun length[l: List]: Int { #l.header.*next }
        pred sorted[l: List] { all n: l.header.*next | some n.next implies n.elem =< n.next.elem }
        pred insert_pre[l: List, x: Int] { some x }
        run insert_pre for exactly 1 List, 3 Node, 0..2 Int",
    ),
    (
        "walk",
        "sig Key {} sig Table { rows: Key -> Key, first: lone Key } sig Wide extends Table { spare: set Key }
        fun swapped[t: Table]: Key -> Key { ~(t.rows) }
        pred same[t, u: Table] { t.rows = u.rows }
        pred walk_pre[r: Key -> Key, t, u: Table, from: Key] { from in Key.r + t.first }
        run walk_pre for 2 Table, 2 Key",
    ),
    (
        "mix",
        "enum Kind { Big, Small } sig A { f: set B, g: set Int, kind: Kind } sig B { f: lone A, to: set A } sig C extends A { x: set B }
        pred mix_pre[a: A, to: set B, y: set A] { some y }
        run mix_pre for 2 A, 2 B, 0..1 Int",
    ),
    (
        "tidy",
        "open util/ordering[S] as o
        sig S { t: set S, name: lone String } one sig Box { s: set S, title: String }
        fact { Box.title = \"a\" or Box.title = \"b\" }
        pred tidy_pre { some Box.s }
        run tidy_pre for exactly 3 S",
    ),
    (
        "push",
        "sig V {} sig Q { items: seq V, top: lone V, size: Int } sig R extends Q { rest: seq V }
        pred push_pre[q: Q, r: R] { q != r and some q.items }
        run push_pre for 2 Q, 2 V, 0..3 Int, 3 seq",
    ),
];

/// One of so many searches is among terms over roots.
const OF_ROOTS: usize = 4;

/// The number of inputs of a spec among which worlds are chosen.
const LISTED: usize = 1500;

/// The number of worlds on which terms grow, and the number of all on which they are compared.
const FEW: usize = 3;
const WORLDS: usize = 8;

/// The number of steps with the same worlds, and the size of the largest terms.
const STEPS: u64 = 600;
const SIZE: usize = 9;

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most as u64) as usize
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("it is a number"))
}

/// If this failed, a rule would be told that does not hold, or its text would say something else.
#[test]
fn terms_are_what_the_evaluator_says() {
    let (wanted, seed) = (setting("KORREL_RANDOM_SPECS", 2000), setting("KORREL_RANDOM_SEED", 1));
    let mut random = Random(seed);
    let read = |(_, text): &(&str, &str)| {
        let read = Spec::read("spec.als", *text, false, &mut no_files);
        read.unwrap_or_else(|why| panic!("{:?}", why.diagnostics))
    };
    let specs: Vec<Spec> = SPECS.iter().map(read).collect();
    let inputs: Vec<Inputs<'_>> =
        specs.iter().zip(SPECS).map(|(spec, (name, _))| Inputs::new(spec, name)).collect();
    let (mut compared, mut ambiguous) = (0, 0);
    while compared < wanted {
        let round = inputs[random.below(inputs.len())].round(&mut random);
        compared += round.compared;
        ambiguous += round.ambiguous;
    }
    println!("{compared} terms compared, {ambiguous} ambiguous");
    assert!(ambiguous * 200 < compared, "{ambiguous} of {compared} terms are ambiguous");
}

#[derive(Default)]
struct Round {
    compared: u64,
    /// The number of terms with a part whose type fits nothing around it. A search keeps none: a smaller one has the same
    /// values.
    ambiguous: u64,
}

/// The operation of a spec, and its inputs.
struct Inputs<'s> {
    spec: &'s Spec,
    name: &'static str,
    command: Command,
    schema: Schema,
    heaps: Vec<serde_json::Value>,
}

impl<'s> Inputs<'s> {
    fn new(spec: &'s Spec, name: &'static str) -> Inputs<'s> {
        let command = spec.command(Some(&format!("{name}_pre"))).expect("it is there");
        let schema = Schema::of(spec, &command).expect("no names clash");
        let heaps = listed(spec, &command, &schema);
        Inputs { spec, name, command, schema, heaps }
    }

    /// Compares terms that grow on a few worlds.
    fn round(&self, random: &mut Random) -> Round {
        let vocabulary = Vocabulary::new(self.spec, self.name, &self.command, &self.schema)
            .expect("the scope can be");
        let chosen: Vec<&serde_json::Value> =
            (0..WORLDS).map(|_| &self.heaps[random.below(self.heaps.len())]).collect();
        let instances: Vec<Instance> =
            chosen.iter().map(|heap| vocabulary.instance(heap).expect("it is one")).collect();
        let worlds: Vec<World> = instances
            .iter()
            .map(|instance| vocabulary.world_of(instance).expect("it is small"))
            .collect();
        let few = Points::new(worlds.iter().take(FEW).collect(), &vocabulary.domains);
        let effort = Effort::default();
        let mut growth = match random.below(OF_ROOTS) {
            0 => Growth::of_roots(&few, &effort),
            _ => Growth::new(&few, &effort),
        };
        growth.words(&vocabulary, &mut |_, _| false);
        for _ in 0..STEPS {
            growth.step(random);
        }
        self.compare(&vocabulary, &growth.terms, (&worlds, &instances), random)
    }

    fn compare(
        &self,
        vocabulary: &Vocabulary<'_>,
        terms: &[Term],
        (worlds, instances): (&[World], &[Instance]),
        random: &mut Random,
    ) -> Round {
        let points = Points::new(worlds.iter().collect(), &vocabulary.domains);
        let mut made = BTreeMap::new();
        (0..terms.len()).for_each(|at| evaluate(&points, terms, at, &mut made));
        let asked: Vec<Asked> =
            (0..terms.len()).map(|at| Asked::of(vocabulary, terms, at, random)).collect();
        let (values, model) = self.meant(&asked);
        let mut round = Round::default();
        for (at, (asked, meant)) in asked.iter().zip(&values).enumerate() {
            let (name, text) = (self.name, &asked.text);
            let meant = match meant {
                Ok(meant) => meant,
                Err(why) if why.code == Some(code::AMBIGUOUS) => {
                    round.ambiguous += 1;
                    continue;
                }
                Err(why) => panic!("{name}: {text}: {}", why.message),
            };
            for (world, instance) in instances.iter().enumerate() {
                let is = asked.is(&made[&at], &points, world);
                let should = evaluated(&model, instance, meant, worlds[world].atoms);
                assert_eq!(is, should, "{name}: {text}\nin {instance:?}");
            }
            round.compared += 1;
        }
        round
    }

    /// The meaning of texts in the spec, and the model that they are in.
    fn meant(&self, asked: &[Asked]) -> (Vec<Result<Value, Diagnostic>>, Model) {
        let mut sources = self.spec.sources.clone();
        let mut session = Session::new(&self.spec.program).expect("it has no mistakes");
        let mut values = Vec::new();
        for Asked { text, .. } in asked {
            let file = sources.add("term", text.as_str());
            let parsed = parse_expression(&sources, file);
            session.read(&sources, file);
            let value = parsed
                .map_err(|why| vec![why])
                .and_then(|expr| session.resolve(&self.command.parameters, &expr));
            values.push(value.map(|(value, _)| value).map_err(|mut why| why.remove(0)));
        }
        (values, session.into_model())
    }
}

/// The first inputs.
fn listed(spec: &Spec, command: &Command, schema: &Schema) -> Vec<serde_json::Value> {
    let effort = Effort::default();
    let problem = Problem::new(&spec.model, command, Meaning::default(), &effort);
    let problem = problem.unwrap_or_else(|_| panic!("it can be translated"));
    let mut found =
        Instances::new(&problem, Strategy::default(), effort.clone()).expect("it is listed");
    let extras = Extras { without_witnesses: true, ..Extras::default() };
    let mut records =
        Records::new(&problem, schema, extras, &mut found, &effort).expect("no witnesses");
    let mut heaps = Vec::new();
    while heaps.len() < LISTED && matches!(found.advance(), Step::Model) {
        records.body(&mut found).unwrap_or_else(|_| panic!("it is written"));
        heaps.push(records.heap().0.json().clone());
    }
    heaps
}

/// An expression about a term.
struct Asked {
    text: String,
    /// The number with which an integer is compared.
    most: i64,
}

impl Asked {
    fn of(vocabulary: &Vocabulary<'_>, terms: &[Term], at: usize, random: &mut Random) -> Asked {
        let (term, most) = (&terms[at], random.below(4) as i64);
        let own = text(vocabulary, terms, at);
        let variable = &vocabulary.variable;
        let own = if term.sort == TermSort::Integer { format!("{own} =< {most}") } else { own };
        let text = match (term.scope, term.sort) {
            (0, _) => own,
            (scope, TermSort::Set(_)) => {
                format!(
                    "{{ {variable}: {}, other: univ | other in {own} }}",
                    vocabulary.domain(scope)
                )
            }
            (scope, _) => format!("{{ {variable}: {} | {own} }}", vocabulary.domain(scope)),
        };
        Asked { text, most }
    }

    /// The value of the expression in a world: a truth, a set, or a row for each atom.
    fn is(&self, term: &Term, points: &Points<'_>, world: usize) -> Vec<u64> {
        let value = |value: u64| match term.sort {
            TermSort::Integer => u64::from(value as i64 <= self.most),
            _ => value,
        };
        if matches!(term.sort, TermSort::Relation(..)) {
            return points.rows_of(term, world).to_vec();
        }
        let places = points.points[term.scope].iter().zip(&term.values);
        let here = places.filter(|((of, _), _)| *of == world).map(|((_, x), is)| (*x, value(*is)));
        let here: Vec<(u32, u64)> = here.collect();
        match (term.scope, term.sort) {
            (0, _) => vec![here[0].1],
            (_, TermSort::Set(_)) => {
                let mut rows = vec![0; points.worlds[world].atoms];
                here.iter().for_each(|(x, set)| rows[*x as usize] = *set);
                rows
            }
            _ => vec![here.iter().fold(0, |set, (x, holds)| set | holds << x)],
        }
    }
}

fn evaluated(model: &Model, instance: &Instance, value: &Value, atoms: usize) -> Vec<u64> {
    let mut evaluator = Evaluator::new(model, instance);
    match value {
        Value::Formula(formula) => vec![u64::from(evaluator.formula(formula))],
        Value::Relation(expr) => bits(&evaluator.relation(expr), atoms),
        Value::Integer(_) => unreachable!("integers are compared"),
    }
}

impl Growth<'_> {
    /// Tries one more term, of random parts.
    fn step(&mut self, random: &mut Random) {
        let (a, b) = (random.below(self.terms.len()), random.below(self.terms.len()));
        let (one, both) = (self.terms[a].size + 1, self.terms[a].size + self.terms[b].size);
        if both >= SIZE {
            return;
        }
        let tell = &mut |_: &[Term], _| false;
        match random.below(4) {
            0 => self.unary(a, one, tell),
            1 => self.quantified(a, one + 1, tell),
            2 => self.joined(a, b, both, tell),
            _ => self.binary(a, b, both + 1, tell),
        };
    }
}
