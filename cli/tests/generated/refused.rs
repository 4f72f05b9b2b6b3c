//! Requests that cannot be met: values for specs that have none, and files that are there already.

use crate::run::{folder, korrel, text_of, tool, write, written};

const SETS: &str = "cli/tests/generated/specs/sets.als";

/// If it failed, a value would silently stand for nothing, or for two things.
#[test]
#[ignore = "python3: cargo test -p korrel --test generated -- --ignored"]
fn values_that_cannot_be_are_told() {
    let folder = folder("refused");
    let code = written(&["gen", "python", SETS]);
    let record = written(&["find", "-q", SETS, "-n", "1", "--bare"]);
    let try_values = "
import sys
record = sys.argv[1]
for values, word in [
    ({'Graph': [1]}, 'Graph has fields'),
    ({'Nope': [1]}, 'there is no sig Nope'),
    ({'Label': ['é', 'é']}, 'twice'),
    ({'Label': 'é'}, 'needs a list'),
    ({'Label': {'Node$0': 1}}, 'names nothing of it'),
    ({'Label': [], 'Int': []}, 'has no value'),
]:
    try:
        Heap.decode(record.replace('\"next\":[]', '\"next\":[],\"labels\":[\"Label$0\"]', 1), values)
        Heap.decode('{\"roots\":{},\"objects\":{\"Label$0\":{\"$type\":\"Label\"}}}', values)
    except HeapError as error:
        assert word in str(error), (word, str(error))
    else:
        raise AssertionError(values)
heap = Heap(roots=Roots(), objects={'Graph$0': Graph()}, values=Values({'Label': ['a'], 'Int': [7]}))
heap.objects['Graph$0'].ports = {7}
node = Node(labels={'a'})
heap.objects['Graph$0'].edges = {(node, node)}
expected = '{\"roots\":{},\"objects\":{\"Graph$0\":{\"$type\":\"Graph\",\"edges\":[[\"Node$0\",\"Node$0\"]],\"weights\":[],\"ports\":[0]},'
assert heap.to_json().startswith(expected), heap.to_json()
for wrong in [{8}, {None}, {'a'}]:
    heap.objects['Graph$0'].ports = wrong
    try:
        heap.to_json()
    except HeapError as error:
        assert 'values of Int' in str(error), str(error)
    else:
        raise AssertionError(wrong)
";
    write(&folder.join("refused.py"), &format!("{code}{try_values}"));
    tool(&folder, "python3", &["refused.py", record.trim_end()]);
}

/// If it failed, classes would be generated whose values can never be given, or a user's file be lost.
#[test]
fn what_cannot_be_generated_is_told() {
    let folder = folder("files");
    let there = folder.join("Tree.java");
    write(&there, "the user's");
    let list = folder.join("List.java");
    for (arguments, word) in [
        (&["gen", "rust", SETS, "--values", "Graph=u8"][..], "`Graph` has fields"),
        (&["gen", "rust", SETS, "--values", "Nope=u8"], "there can be values of Int, Label"),
        (&["gen", "rust", SETS, "--values", "Label"], "SIG=TYPE"),
        (&["gen", "cobol", SETS], "possible values: python, java, typescript, rust"),
        (&["gen", "java", SETS, "-o", text_of(&there)], "cannot write"),
        (&["gen", "java", SETS, "-o", text_of(&list)], "called `List` already"),
        (&["gen", "java", SETS, "nope"], "E0019"),
        (&["gen", "java", "nope.als"], "cannot read"),
        (&["gen", "python", SETS, "--driver"], "has no operation"),
    ] {
        let output = korrel(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
    assert_eq!(std::fs::read_to_string(&there).expect("it is there"), "the user's");
    assert!(!list.exists());
    let fresh = folder.join("Graphs.java");
    written(&["gen", "java", SETS, "-o", text_of(&fresh)]);
    let text = std::fs::read_to_string(fresh).expect("it was written");
    assert!(text.contains("public final class Graphs {"), "the class is called as its file");
}
