//! `find --corpus`: a folder of inputs that other programs read and add to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::program::{file, korrel, path};

const SPEC: &str = "one sig List { head: lone Node } sig Node { next: lone Node }
    fact { Node in List.head.*next } run {} for 3";

/// A folder that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }
    folder
}

fn spec() -> String {
    path(&file("corpora", "list.als", SPEC)).to_owned()
}

/// The content of each file, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("a folder lists its entries").path();
        let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("UTF-8"))
    };
    entries.map(file).collect()
}

/// If it failed, a fuzzer would be given other inputs than `find` lists, or some under no key.
#[test]
fn each_instance_is_a_file_named_by_its_key() {
    let (spec, folder) = (spec(), folder("each"));
    let run = korrel(&["find", &spec, "--corpus", path(&folder)]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let listed = korrel(&["find", &spec, "--bare", "--keys"]).records();
    assert_eq!(run.stderr, format!("{} files written into {}\n", listed.len(), folder.display()));
    let files = files(&folder);
    assert_eq!(files.len(), listed.len());
    for record in listed {
        let key = record["key"].as_str().expect("it is a text");
        let held: Json = serde_json::from_str(&files[&format!("{key}.json")]).expect("JSON");
        for part in ["key", "roots", "objects"] {
            assert_eq!(held[part], record[part]);
        }
        let whole = folder.join(format!("{key}.json"));
        let judged = korrel(&["eval", &spec, "--heap", path(&whole)]);
        assert_eq!(judged.code, Some(0), "{}", judged.stderr);
    }
}

/// If it failed, a run could not be repeated or gone on with, or would lose what a user put there.
#[test]
fn what_is_there_stays() {
    let (spec, folder) = (spec(), folder("stays"));
    let first = korrel(&["find", &spec, "-n", "2", "--corpus", path(&folder)]);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let before = files(&folder);
    assert_eq!(before.len(), 2);
    std::fs::write(folder.join("mine"), "an input of the user's").expect("it can be written");

    let again = korrel(&["find", &spec, "--corpus", path(&folder), "-j", "2"]);
    assert!(again.stderr.ends_with("; 2 were there already\n"), "{}", again.stderr);
    let labelled = korrel(&["find", &spec, "--symmetry", "none", "--corpus", path(&folder)]);
    assert!(labelled.stderr.starts_with("0 files written"), "{}", labelled.stderr);
    let after = files(&folder);
    assert!(before.iter().all(|(name, held)| after[name] == *held));
    assert_eq!(after["mine"], "an input of the user's");

    let key = before.keys().next().expect("there are two");
    std::fs::write(folder.join(key), "an input of the user's").expect("it can be written");
    let refused = korrel(&["find", &spec, "--corpus", path(&folder)]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("it does not hold the input with this key"),
        "{}",
        refused.stderr
    );
    assert_eq!(files(&folder)[key], "an input of the user's");
}

/// If it failed, half an input could stand in a corpus, or a folder that cannot be be taken for whole.
#[test]
fn what_cannot_be_written_is_told() {
    let spec = spec();
    let blocked = file("corpora", "blocked", "a file where the folder should be");
    let run = korrel(&["find", &spec, "--corpus", path(&blocked)]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("cannot write `"), "{}", run.stderr);
    assert!(!run.stderr.contains("standard output"), "{}", run.stderr);

    // A folder takes no file where its name stands.
    let folder = folder("taken");
    let key = &korrel(&["find", &spec, "-n", "1", "--bare", "--keys"]).records()[0]["key"];
    let taken = folder.join(format!("{}.json", key.as_str().expect("it is a text")));
    std::fs::create_dir_all(&taken).expect("it can be made");
    let run = korrel(&["find", &spec, "--corpus", path(&folder)]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains(path(&taken)), "{}", run.stderr);
    assert_eq!(
        std::fs::read_dir(&folder).expect("it is there").count(),
        1,
        "nothing is left behind"
    );
}

/// If it failed, a corpus that was cut off would be taken for all inputs.
#[test]
fn a_stop_is_told() {
    let spec = path(&file("corpora", "endless.als", crate::program::ENDLESS)).to_owned();
    let folder = folder("stop");
    let run = korrel(&["find", &spec, "--corpus", path(&folder), "--timeout", "300ms"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("time ran out"), "{}", run.stderr);
    let summary = format!("{} files written into", files(&folder).len());
    assert!(run.stderr.contains(&summary), "{summary}: {}", run.stderr);
}

/// If it failed, an input without a number would be lost.
#[test]
fn any_one_is_a_file_too() {
    let (spec, folder) = (spec(), folder("any"));
    let run = korrel(&["find", &spec, "--any", "--corpus", path(&folder)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let files = files(&folder);
    let (name, text) = files.first_key_value().expect("there is one");
    let held: Json = serde_json::from_str(text).expect("JSON");
    assert_eq!((files.len(), name), (1, &format!("{}.json", held["key"].as_str().expect("a key"))));
}
