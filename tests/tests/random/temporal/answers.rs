//! The witness against Alloy: so it is itself proven, before anything is compared with it.

use std::collections::BTreeMap;

use korrel_tests::corpora::Corpora;
use serde_json::Value as Json;

use super::Reading;
use super::read::read;
use super::states::World;
use super::traces::{Found, Limits, Query, traces};
use super::tree::Spec;

/// Enough for the specs by theme.
const LIMITS: Limits = Limits { cells: 14, traces: 600_000 };

fn answered(spec: &Spec) -> Option<Found> {
    let reading = Reading::default();
    traces(&World::new(spec, reading), Query::lassos(reading), LIMITS)
}

/// If it failed, the witness would mean something else than Alloy.
#[test]
fn the_temporal_witness_has_alloys_answers() {
    let corpora = Corpora::own();
    let rows = corpora.rows("temporal/answers.jsonl").expect("the rows can be read");
    let (mut compared, mut unread) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.get("error").is_none()) {
        let file = row["file"].as_str().expect("each row has a file");
        let index = row["index"].as_u64().expect("each row has an index") as usize;
        let Some(path) = corpora.model(&format!("temporal/{file}")) else { continue };
        let text = std::fs::read_to_string(path).expect("the spec can be read");
        let specs = match read(&text) {
            Ok(specs) => specs,
            Err(why) => {
                unread.push(format!("{file}: {why}"));
                continue;
            }
        };
        let (label, spec) = &specs[index];
        let Some(found) = answered(spec) else {
            unread.push(format!("{file} {index}: too many"));
            continue;
        };
        let by_length: BTreeMap<String, u64> =
            found.by_length().into_iter().map(|(length, n)| (length.to_string(), n)).collect();
        let named = format!("{file} {index} {label}");
        assert_eq!(row["sat"], Json::from(!found.classes.is_empty()), "{named}");
        assert_eq!(row["classes"], Json::from(found.classes.len()), "{named}");
        // Rows of questions that came later have the number of classes alone.
        if !found.classes.is_empty() && row.get("by_length").is_some() {
            assert_eq!(row["by_length"], serde_json::json!(by_length), "{named}");
            assert_eq!(row["named"], Json::from(found.named), "{named}");
        }
        compared.push(named);
    }
    println!("{} compared, {} not:\n{}", compared.len(), unread.len(), unread.join("\n"));
    assert!(compared.len() > 90, "{} answers are few", compared.len());
}
