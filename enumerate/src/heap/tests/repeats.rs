//! Keys that stand twice.

use super::super::repeats;

/// If this failed, half of a heap in which two objects have one id would be judged, or a heap would
/// be refused for a key that it has once.
#[test]
fn each_with_its_path() {
    let paths = |text: &str| -> Vec<String> {
        assert!(serde_json::from_str::<serde_json::Value>(text).is_ok(), "{text}");
        repeats(text).into_iter().map(|error| error.path).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(paths(r#"{"a":1,"b":{"a":2},"c":["a","a",{"a":"a"},{"a":1}]}"#), none);
    assert_eq!(paths(r#""a""#), none);
    assert_eq!(paths(r#"{"objects":{"N$0":{},"N$1":{},"N$0":{}}}"#), ["objects.N$0"]);
    assert_eq!(paths(r#"{"a":[0,{"b":1,"b":2}]}"#), ["a[1].b"]);
    assert_eq!(paths(r#"{"é\"{,":1,"\u00e9\"{,":2}"#), [r#"é"{,"#]);
    assert_eq!(paths(r#"{"a":"x,\"a\":","b":"}","b":1,"b":1}"#), ["b", "b"]);
}
