//! The package `korrel-test`: the program and the library that it may have within give a test the same.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use korrel_test::{Error, Heap, Inputs, Message, Overflow, Settings, Values};

/// The same inputs, of the library and of this build of the program.
fn both(inputs: &Inputs) -> [Inputs; 2] {
    [inputs.clone(), inputs.clone().program(&*crate::PROGRAM)]
}

/// The answer of both, which is the same.
#[track_caller]
fn agreed<T: PartialEq + std::fmt::Debug>(inputs: &Inputs, ask: impl Fn(&Inputs) -> T) -> T {
    let [library, program] = both(inputs).map(|inputs| ask(&inputs));
    assert_eq!(library, program, "{inputs}");
    library
}

fn lines(inputs: &Inputs) -> Vec<String> {
    let heaps = inputs.instances().map(|heap| heap.expect("nothing stops it"));
    heaps.map(|heap| heap.json().to_owned()).collect()
}

fn refused(inputs: &Inputs) -> Error {
    let mut instances = inputs.instances();
    let error = instances.next().expect("there is a reason").expect_err("it cannot be answered");
    assert!(instances.next().is_none(), "nothing comes after an error");
    error
}

/// The text of a test's failure.
fn failure(inputs: &Inputs, test: impl Fn(&Heap)) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| inputs.each(&test)));
    *panic.expect_err("it fails").downcast::<String>().expect("it has a text")
}

fn trees() -> Inputs {
    Inputs::of("../specs/binary_tree.als", "repOk")
}

/// A spec in a file of its own.
struct SpecFile(tempfile::TempDir);

impl SpecFile {
    fn new(text: &str) -> SpecFile {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::write(folder.path().join("spec.als"), text).expect("there is room");
        SpecFile(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("spec.als")
    }

    fn inputs(&self) -> Inputs {
        Inputs::of(self.path(), "0")
    }
}

/// If it failed, a test that passes with the library would not be the one that passes with the program.
#[test]
fn instances_are_the_same_bytes_in_the_same_order() {
    let settings = || Settings::new().keys();
    for (inputs, count) in [
        (trees(), 9),
        (trees().scope("exactly 4 Node"), 14),
        (trees().limit(4), 4),
        (trees().limit(0), 0),
        (trees().with(settings().threads(3)), 9),
        (trees().with(settings().ignore_parameters()), 9),
        (Inputs::of("../specs/red_black_tree.als", "0").with(settings().threads(0)), 16),
        (Inputs::of("../specs/file_system.als", "three").limit(50), 50),
    ] {
        let inputs = inputs.clone();
        assert_eq!(agreed(&inputs, lines).len(), count, "{inputs}");
        agreed(&inputs, |inputs| {
            inputs.instances().flatten().map(|heap| heap.graph()).collect::<Vec<_>>()
        });
    }
    let labelled = trees().scope("exactly 2 Node");
    let labelled = labelled.with(Settings::new().every_labelling());
    assert_eq!(agreed(&labelled, lines).len(), 4, "two shapes, two labellings each");
    let sums = SpecFile::new("one sig A { n: Int } run { A.n = plus[3, 3] } for 3 Int");
    assert_eq!(agreed(&sums.inputs(), lines).len(), 0);
    let wrapped = sums.inputs().with(Settings::new().overflow(Overflow::Wrap));
    assert_eq!(agreed(&wrapped, lines).len(), 1);
}

/// If it failed, a struct of a test would be filled in one of the two ways only, or with other values.
#[test]
fn values_are_of_the_tests_own_types() {
    let table = SpecFile::new(
        "sig Key {} one sig Table { rows: Key -> lone Int, first: lone Key } run {} for 2 Key, 0..2 Int",
    );
    type Row = (BTreeMap<String, i64>, Option<String>);
    #[derive(serde::Deserialize)]
    struct Table {
        rows: BTreeMap<String, i64>,
        first: Option<String>,
    }
    let values = Values::new().of("Key", ["", "é"]).of("Int", [-7, 255, 9]);
    let rows = agreed(&table.inputs().values(values), |inputs| -> Vec<Row> {
        let heaps = inputs.instances().map(|heap| heap.expect("nothing stops it"));
        let tables = heaps.map(|heap| heap.root::<Table>("Table").expect("it fits"));
        tables.map(|Table { rows, first }| (rows, first)).collect()
    });
    assert!(rows.iter().any(|(rows, first)| rows.get("é") == Some(&255) && first.is_some()));
    let wrong = table.inputs().values(Values::new().of("Kei", ["a"]));
    let told = agreed(&wrong, |inputs| refused(inputs).to_string());
    assert!(told.contains("no such sig; there are Int, Key, Table"), "{told}");
}

/// If it failed, the report of a failure would be another one, or have no drawing, no key, no way to see the input again.
#[test]
fn a_failure_is_told_alike() {
    let values = Values::new().of("Int", ["", "B", "a"]);
    let trees = Inputs::of("../examples/search_tree/tree.als", "delete_pre").values(values);
    let trees = trees.scope("exactly 1 Tree, exactly 2 Node, 0..1 Int");
    let message = agreed(&trees, |inputs| failure(inputs, |_| panic!("the tree is wrong")));
    let (shown, again) = message.split_once("\n\nkey: ").expect("the key follows");
    let (said, shown) = shown.split_once("\n\n").expect("the drawing follows");
    assert!(
        said.ends_with("delete_pre: input 0 fails, after 0 that pass: the tree is wrong"),
        "{said}"
    );
    let drawn = "k: 0\nt: Tree$0\n└─ root: Node$0  key 1\n   └─ left: Node$1  key 0\n\n0 is \"\"\n1 is \"B\"\n\n{";
    assert!(shown.starts_with(drawn), "{shown}");
    assert!(again.contains("shown by: korrel show"), "{again}");

    let small = |heap: &Heap| assert!(heap.ids("Node").count() < 2, "two nodes");
    let told = agreed(&self::trees(), |inputs| failure(inputs, small));
    assert!(told.contains("fails, after 2 that pass: two nodes"), "{told}");
    let keyed = self::trees().with(Settings::new().keys());
    let third = keyed.instances().nth(2).expect("there are nine").expect("nothing stops it");
    assert!(told.contains(&format!("key: {}\n", third.key().expect("it was asked for"))), "{told}");
}

/// If it failed, a test would pass that has tried nothing, or not all.
#[test]
fn a_test_without_all_inputs_fails() {
    assert_eq!(agreed(&trees(), |inputs| inputs.each(|_| {})), 9);
    assert_eq!(agreed(&trees().limit(4), |inputs| inputs.each(|_| {})), 4);
    let none = agreed(&trees().limit(0), |inputs| failure(inputs, |_| {}));
    assert!(none.contains("there is no input"), "{none}");
    let empty = SpecFile::new("sig A { r: one A } fact { some A and no r } run {}");
    for inputs in both(&empty.inputs()) {
        let told = failure(&inputs, |_| {});
        assert!(told.contains("these contradict each other"), "{told}");
    }
    let endless = SpecFile::new("sig V { e: set V } run {} for exactly 9 V");
    let short = endless.inputs().with(Settings::new().timeout(Duration::from_millis(1)));
    for inputs in both(&short) {
        let told = failure(&inputs, |_| {});
        assert!(told.contains("incomplete"), "{told}");
    }
    // A search that is left ends, or this test would not.
    agreed(&endless.inputs(), |inputs| inputs.instances().take(3).flatten().count());
}

/// If it failed, a mistake would be a text in one of the two ways, and data in the other.
#[test]
fn mistakes_are_the_same_data() {
    let told = |inputs: &Inputs| match refused(inputs) {
        Error::Refused(messages) => messages,
        error => panic!("{error:?}"),
    };
    let wrong = SpecFile::new("sig A { r: lone Bee }\nsig Be {}\nrun {}");
    let messages: Vec<Message> = agreed(&wrong.inputs(), told);
    let place = &messages[0].places[0];
    assert_eq!((messages[0].code.as_deref(), place.line, place.column), (Some("E0006"), 1, 17));
    agreed(&Inputs::of("../specs/binary_tree.als", "repok"), told);
    let in_scope = agreed(&trees().scope("3 W"), |inputs| {
        let messages = told(inputs).into_iter();
        messages.map(|one| (one.code, one.message, one.places[0].column)).collect::<Vec<_>>()
    });
    assert_eq!(in_scope[0].2, 3);
    for inputs in both(&Inputs::of("no.als", "p")) {
        assert!(refused(&inputs).to_string().contains("cannot read `no.als`"));
    }
}

/// If it failed, nobody would know what to install.
#[test]
fn a_program_that_is_not_there_is_told() {
    let told = |path: &str| match refused(&trees().program(path)) {
        Error::Program(message) => message,
        error => panic!("{error:?}"),
    };
    let missing = told("no/such/korrel");
    assert!(missing.contains("there is no program `no/such/korrel`"), "{missing}");
    assert!(missing.contains("cargo install"), "{missing}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let other = SpecFile::new("#!/bin/sh\necho korrel 9.0.0\n");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(other.path(), executable).expect("it is ours");
        let path = other.path().display().to_string();
        let other = told(&path);
        assert!(other.contains("is korrel 9.0.0, and korrel-test needs 0."), "{other}");
    }
}
