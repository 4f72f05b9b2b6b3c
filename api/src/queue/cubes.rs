//! The cubes of a shard as a text: a line that says of what they are, then a line of each.

use korrel_enumerate::{Shard, ShardCube, ShardCubes};
use korrel_heapgraph::hash::hash;
use serde_json::{Value as Json, json};

/// A line of JSON for each cube, after one with `question`, the shard and the hash of the rest. A cube is its number and
/// where it begins: at each position of the order `0` for the branch that is tried first, and `1` for the other one.
pub fn cubes_text(
    question: &str,
    shard: Shard,
    ShardCubes { order, cubes }: &ShardCubes,
) -> String {
    let mut body = String::new();
    for ShardCube { number, branches } in cubes {
        let begin: String = branches.iter().map(|&second| if second { '1' } else { '0' }).collect();
        body += &format!("[{number},\"{begin}\"]\n");
    }
    let head = json!({
        "kind": "cubes",
        "format": "cubes/1",
        "question": question,
        "shard": named(shard),
        "order": order,
        "digest": hash(&body),
    });
    format!("{head}\n{body}")
}

/// The cubes that a text tells of this shard of a question. `None` if it is of another one, or was changed.
pub fn cubes_of(text: &str, question: &str, shard: Shard) -> Option<ShardCubes> {
    let (head, body) = text.split_once('\n')?;
    let head: Json = serde_json::from_str(head).ok()?;
    let says = |member: &str, what: &str| head[member] == *what;
    let is_ours = says("format", "cubes/1")
        && says("question", question)
        && says("shard", &named(shard))
        && says("digest", &hash(body));
    let cube = |line: &str| {
        let (number, begin) = serde_json::from_str::<(u64, String)>(line).ok()?;
        let branches = begin.bytes().map(|byte| byte == b'1').collect();
        Some(ShardCube { number, branches })
    };
    let order = head["order"].as_str().filter(|_| is_ours)?.to_owned();
    Some(ShardCubes { order, cubes: body.lines().map(cube).collect::<Option<_>>()? })
}

fn named(Shard { part, of }: Shard) -> String {
    format!("{part}/{of}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a worker would search other cubes than those of its part, without a word.
    #[test]
    fn what_was_changed_is_no_text_of_cubes() {
        let cube = |number, begin: [bool; 3]| ShardCube { number, branches: begin.to_vec() };
        let cubes = vec![cube(3, [true, false, true]), cube(1 << 40, [true, true, false])];
        let cubes = ShardCubes { order: "crc32:00000000".to_owned(), cubes };
        let shard = Shard { part: 2, of: 3 };
        let text = cubes_text("q", shard, &cubes);
        assert!(text.ends_with("[3,\"101\"]\n[1099511627776,\"110\"]\n"), "{text}");
        assert_eq!(cubes_of(&text, "q", shard), Some(cubes));
        assert_eq!(cubes_of(&text, "r", shard), None);
        assert_eq!(cubes_of(&text, "q", Shard { part: 1, of: 3 }), None);
        for (one, other) in
            [("[3", "[4"), ("101", "111"), ("\"101\"]\n", "\"101\"]"), ("cubes/1", "cubes/2")]
        {
            let changed = text.replacen(one, other, 1);
            assert_ne!(changed, text);
            assert_eq!(cubes_of(&changed, "q", shard), None, "{changed}");
        }
        let cut = text.rsplit_once("[10").expect("it is there").0;
        assert_eq!(cubes_of(cut, "q", shard), None);
    }
}
