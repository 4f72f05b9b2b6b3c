//! Java: compiled with all warnings as errors.

use std::path::Path;

use super::{Built, Programs, Tongue, built};
use crate::run::{text_of, tool, write};

pub const JAVA: Tongue = Tongue {
    name: "java",
    build,
    echo: "import java.io.*;\nimport java.nio.charset.StandardCharsets;\nimport java.util.*;\n\n\
             public class Main {\n    public static void main(String[] arguments) throws IOException {\n        \
             PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);\n        \
             BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));\n        \
             Heaps.each(in, new Heaps.Values(VALUES), heap -> out.print(heap.encode() + \"\\n\"));\n        out.flush();\n    }\n}\n",
    no_values: "Map.of()",
    values: &[
        (
            "sets",
            &["--values", "Label=String", "--values", "Int=Long"],
            r#"Map.of("Label", List.of("", "é"), "Int", List.of(0L, 255L))"#,
        ),
        (
            "maps",
            &["--values", "Key=String", "--values", "Int=Object"],
            r#"Map.of("Key", Map.of("Key$1", "a b", "Key$0", ""), "Int", Map.of(-1, "m", 0, 0.5, 1, true))"#,
        ),
        ("cycles", &["--values", "Value=String"], r#"Map.of("Value", List.of("x", "y", "z"))"#),
        ("subsets", &["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b"))"#),
        ("unions", &["--values", "Text=String"], r#"Map.of("Text", List.of("t"))"#),
        ("gaps", &["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b"))"#),
        ("sequences", &["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b", "c"))"#),
        (
            "inheritance",
            &["--values", "String_=String", "--values", "Int=String"],
            r#"Map.of("String_", List.of("s"), "Int", List.of("zero"))"#,
        ),
    ],
    has_typed_values: true,
    changes: include_str!("changes.java"),
    words: "getClass hashCode equals toString notify notifyAll wait finalize clone values valueOf ordinal compareTo \
             yield record sealed permits var strictfp goto const assert Comparable java Iterator Exception Thread",
    spelled: "色.text is text_, 名.class is class_, 名.List is List_, 名.x² is x_\n",
    skeleton: "        throw new Skip(\"mergeSort is not connected yet\");",
    sort: "        List<Node> nodes = new ArrayList<>();
        for (Node node = roots.l.header; node != null; node = node.next) {
            nodes.add(node);
        }
        nodes.sort((one, other) -> Integer.compare(one.elem, other.elem));
        for (int at = 0; at < nodes.size(); at++) {
            nodes.get(at).next = at + 1 < nodes.size() ? nodes.get(at + 1) : null;
        }
        roots.l.header = nodes.isEmpty() ? null : nodes.get(0);
        return null;",
    backwards: ("Integer.compare(one.elem, other.elem)", "Integer.compare(other.elem, one.elem)"),
};

fn build(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let program = |(name, code, main): &(String, String, Option<&str>)| {
        let own = folder.join(name);
        std::fs::create_dir_all(&own).expect("the folder can be written");
        write(&own.join("Heaps.java"), code);
        let mut files =
            vec!["-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", ".", "Heaps.java"];
        if let Some(main) = main {
            write(&own.join("Main.java"), main);
            files.push("Main.java");
        }
        tool(&own, "javac", &files);
        let main = if main.is_some() { "Main" } else { "Heaps" };
        built(&["java", "-Dfile.encoding=UTF-8", "-cp", text_of(&own), main])
    };
    programs.iter().map(program).collect()
}
