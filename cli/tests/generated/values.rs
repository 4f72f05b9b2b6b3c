//! The values that stand for atoms and integers in the tests, in each language.

use crate::tongues::Tongue;

/// Flags of `gen`, and an expression that makes the values.
pub struct Values {
    pub flags: &'static [&'static str],
    pub made: &'static str,
}

/// The values for a spec that has any.
pub fn values(tongue: Tongue, spec: &str) -> Option<Values> {
    let (flags, made): (&[&str], &str) = match (tongue, spec) {
        (Tongue::Python, "sets") => (&[], r#"{"Label": ["", "é"], "Int": [b"0", 255]}"#),
        (Tongue::Python, "maps") => (
            &["--values", "Key=str"],
            r#"{"Key": {"Key$1": "a b", "Key$0": ""}, "Int": {-1: "m", 0: 0.5, 1: True}}"#,
        ),
        (Tongue::Python, "cycles") => (&[], r#"{"Value": [None, "x", 3], "Int": [9, 8, 7, 6]}"#),
        (Tongue::Python, "subsets") => (&[], r#"{"User": ["é"], "Int": ["a", "b"]}"#),
        (Tongue::Python, "unions") => (&[], r#"{"Text": ["t"], "Int": [True, 1.5]}"#),
        (Tongue::Python, "gaps") => (&[], r#"{"Int": ["a", "b"]}"#),
        (Tongue::TypeScript, "sets") => {
            (&["--values", "Label=string"], "{ Label: ['', 'é'], Int: [0, 255] }")
        }
        (Tongue::TypeScript, "maps") => {
            (&[], "{ Key: { Key$1: 'a b', Key$0: '' }, Int: { '-1': 'm', 0: 0.5, 1: true } }")
        }
        (Tongue::TypeScript, "cycles") => (&[], "{ Value: [null, 'x', 3], Int: [9, 8, 7, 6] }"),
        (Tongue::TypeScript, "subsets") => {
            (&["--values", "Int=string"], "{ User: ['é'], Int: ['a', 'b'] }")
        }
        (Tongue::TypeScript, "unions") => (&[], "{ Text: ['t'], Int: [true, 1.5] }"),
        (Tongue::TypeScript, "gaps") => (&[], "{ Int: ['a', 'b'] }"),
        (Tongue::Java, "sets") => (
            &["--values", "Label=String", "--values", "Int=Long"],
            r#"Map.of("Label", List.of("", "é"), "Int", List.of(0L, 255L))"#,
        ),
        (Tongue::Java, "maps") => (
            &["--values", "Key=String", "--values", "Int=Object"],
            r#"Map.of("Key", Map.of("Key$1", "a b", "Key$0", ""), "Int", Map.of(-1, "m", 0, 0.5, 1, true))"#,
        ),
        (Tongue::Java, "cycles") => {
            (&["--values", "Value=String"], r#"Map.of("Value", List.of("x", "y", "z"))"#)
        }
        (Tongue::Java, "subsets") => {
            (&["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b"))"#)
        }
        (Tongue::Java, "unions") => {
            (&["--values", "Text=String"], r#"Map.of("Text", List.of("t"))"#)
        }
        (Tongue::Java, "gaps") => {
            (&["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b"))"#)
        }
        (Tongue::Rust, "sets") => (
            &["--values", "Label=String", "--values", "Int=u8"],
            r#"Values { Label: listed(["", "é"].map(str::to_owned)), Int: listed([0, 255]) }"#,
        ),
        (Tongue::Rust, "maps") => (
            &["--values", "Key=String", "--values", "Int=f64"],
            r#"Values { Key: vec![(1, "a b".to_owned()), (0, String::new())], Int: vec![(-1, 0.5), (0, 1.5), (1, -2.0)] }"#,
        ),
        (Tongue::Rust, "cycles") => {
            (&["--values", "Value=char"], "Values { Value: listed(['x', 'y', 'z']) }")
        }
        (Tongue::Rust, "subsets") => {
            (&["--values", "Int=char"], "Values { Int: listed(['x', 'y']) }")
        }
        (Tongue::Rust, "unions") => (&["--values", "Text=char"], "Values { Text_: listed(['x']) }"),
        (Tongue::Rust, "gaps") => (&["--values", "Int=char"], "Values { Int: listed(['x', 'y']) }"),
        (Tongue::Python, "sequences") => (&[], r#"{"Int": ["a", "b", 2.5]}"#),
        (Tongue::Python, "inheritance") => (&[], r#"{"String_": ["s"], "Int": ["zero"]}"#),
        (Tongue::TypeScript, "sequences") => (&[], "{ Int: ['a', 'b', 2.5] }"),
        (Tongue::TypeScript, "inheritance") => (&[], "{ String_: ['s'], Int: ['zero'] }"),
        (Tongue::Java, "sequences") => {
            (&["--values", "Int=String"], r#"Map.of("Int", List.of("a", "b", "c"))"#)
        }
        (Tongue::Java, "inheritance") => (
            &["--values", "String_=String", "--values", "Int=String"],
            r#"Map.of("String_", List.of("s"), "Int", List.of("zero"))"#,
        ),
        (Tongue::Rust, "sequences") => {
            (&["--values", "Int=char"], "Values { Int: listed(['x', 'y', 'z']) }")
        }
        (Tongue::Rust, "inheritance") => {
            (&["--values", "Int=char"], "Values { Int: listed(['x']) }")
        }
        _ => return None,
    };
    Some(Values { flags, made })
}
