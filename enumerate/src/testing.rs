//! Helpers that the tests of streams share: specs, and their instances as lines.

use korrel_lang::instance::Instance;
use korrel_lang::load::{load, no_files};
use korrel_lang::model::{Model, SigKind, SigMultiplicity};
use korrel_lang::resolve::resolve;
use korrel_lang::source::Sources;
use korrel_sat::{CompileWhen, Effort};

use crate::heap::{Schema, instance_record};
use crate::{Classes, Instances, Meaning, Next, Problem, Shard, Strategy};

/// Ordered structures and unordered ones, rooted and not, several sorts, values, sets, parameters.
pub const SPECS: &[&str] = &[
    "one sig T { root: lone N } sig N { left, right: lone N }
     fact { all n: N | lone n.~(left + right + T -> T.root) and n not in n.^(left + right) }
     run { N in T.root.*(left + right) } for 4 N, 1 T",
    "sig V { e: set V } run {} for 3",
    "sig A { f: B -> lone C } sig B {} enum C { X, Y } run { some f } for 2",
    "abstract sig O {} sig D extends O { has: set O } sig F extends O { n: Int } sig M in O {}
     run { no ^has & iden } for 2 but 0..1 Int",
    "sig N { next: lone N, key: Int } pred p[a: N, s: set N] { a in s and a.key < 2 } run p for 2 but 0..2 Int",
];

/// A spec, resolved.
pub struct ResolvedSpec {
    model: Model,
}

pub fn problem(spec: &str) -> ResolvedSpec {
    let mut sources = Sources::default();
    let file = sources.add("test.als", spec);
    let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let resolved = resolve(&program).unwrap_or_else(|errors| panic!("{errors:?}"));
    ResolvedSpec { model: resolved.model }
}

impl ResolvedSpec {
    /// The same with everything that can change declared `var`: whatever is neither built in nor a constant.
    pub fn changing(mut self) -> ResolvedSpec {
        let ids: Vec<_> = self.model.sigs.ids().collect();
        for id in ids {
            let sig = &mut self.model.sigs[id];
            let is_any = sig.multiplicity == SigMultiplicity::Any && sig.kind != SigKind::Builtin;
            sig.is_variable = is_any && !sig.is_enum && !sig.is_library;
        }
        let ids: Vec<_> = self.model.fields.ids().collect();
        for id in ids {
            let owner = self.model.fields[id].sig;
            self.model.fields[id].is_variable = !self.model.sigs[owner].is_library;
        }
        self
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn problem(&self) -> Problem<'_> {
        let (command, effort) = (&self.model.commands[0], Effort::default());
        let problem = Problem::new(&self.model, command, Meaning::default(), &effort);
        problem.unwrap_or_else(|error| panic!("{error:?}"))
    }
}

/// The ways to search that may differ in which models are refused, and in when a walk takes over.
pub fn strategies() -> [Strategy; 4] {
    let full = Strategy { compiles: CompileWhen::Never, ..Strategy::default() };
    let walked = Strategy { compiles: CompileWhen::After(3), ..full };
    let labelled = Strategy { classes: Classes::Labelled, compiles: CompileWhen::After(0), ..full };
    [full, walked, Strategy { static_breaking: false, ..full }, labelled]
}

/// Each instance as a record with the id 0.
pub fn lines(problem: &Problem<'_>, strategy: Strategy, shard: Option<Shard>) -> Vec<String> {
    remaining(problem, instances(problem, strategy, shard))
}

/// The records after one of them.
pub fn rest(
    problem: &Problem<'_>,
    strategy: Strategy,
    shard: Option<Shard>,
    line: &str,
) -> Result<Vec<String>, String> {
    let record = serde_json::from_str(line).expect("a line of JSON");
    let mut instances = instances(problem, strategy, shard);
    let stream = instances.stream().expect("the enumerator searches");
    match stream.resume_after(&schema(problem), &record) {
        Ok(()) => Ok(remaining(problem, instances)),
        Err(errors) => Err(errors.iter().map(|error| format!("{error}\n")).collect()),
    }
}

pub fn instances<'p>(
    problem: &'p Problem<'p>,
    strategy: Strategy,
    shard: Option<Shard>,
) -> Instances<'p> {
    let instances = Instances::new(problem, strategy, Default::default());
    let mut instances = instances.unwrap_or_else(|error| panic!("{error:?}"));
    if let Some(shard) = shard {
        instances.stream().expect("the enumerator searches").restrict(shard);
    }
    instances
}

pub fn schema(problem: &Problem<'_>) -> Schema {
    Schema::new(problem.question.model, problem.question.command)
        .expect("roots have different names")
}

fn remaining(problem: &Problem<'_>, mut instances: Instances<'_>) -> Vec<String> {
    let schema = schema(problem);
    let mut lines = Vec::new();
    while let Next::Instance(instance) = instances.next() {
        lines.push(line(problem, &schema, &instance));
    }
    lines
}

/// An instance as a record with the id 0.
pub fn line(problem: &Problem<'_>, schema: &Schema, instance: &Instance) -> String {
    let (mut line, model) = (Vec::new(), problem.question.model);
    instance_record(&mut line, schema, model, instance, 0, instance.variables());
    String::from_utf8(line).expect("JSON is UTF-8")
}

/// Numbers that look like random ones, from Knuth's constants (The Art of Computer Programming, volume 2).
pub struct Random {
    state: u64,
}

impl Random {
    pub fn of(state: u64) -> Random {
        Random { state }
    }

    pub fn new(seed: u64) -> Random {
        let mut random = Random::of(seed);
        // Neighbouring seeds begin alike.
        (0..8).for_each(|_| _ = random.below(2));
        random
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % end
    }
}
