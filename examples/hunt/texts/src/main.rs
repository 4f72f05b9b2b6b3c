//! Replicas of a text of y-octo, in two versions: a driver that needs nothing but harness/1.
//!
//! Its arguments are the version, and `whole` if a replica is to be sent all that another one knows, not only what it lacks.

mod replicas;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

use crate::replicas::{Replica, V0_0_3, V0_1_1};

/// All replicas, with the deletions that each knows and who made them: y-octo does not tell that.
struct Texts {
    replicas: BTreeMap<String, (Box<dyn Replica>, BTreeSet<(String, String)>)>,
    written: u8,
    whole: bool,
}

impl Texts {
    fn new(version: &str, whole: bool, names: impl Iterator<Item = String>) -> Texts {
        let replica = |number: usize| -> Box<dyn Replica> {
            match version {
                "0.0.3" => Box::new(V0_0_3::new(number as u64 + 1)),
                _ => Box::new(V0_1_1::new(number as u64 + 1)),
            }
        };
        let replicas = names.enumerate().map(|(at, name)| (name, (replica(at), BTreeSet::new())));
        Texts { replicas: replicas.collect(), written: 0, whole }
    }

    fn call(&mut self, op: &str, args: &Map<String, Value>) {
        let name = |argument: &str| args[argument].as_str().map(str::to_owned);
        let r = name("r").expect("each call is of a replica");
        let place = |replica: &dyn Replica, char: &str| {
            replica.text().chars().position(|letter| char_of(letter) == char)
        };
        match op {
            "insert" => {
                let (replica, _) = self.replicas.get_mut(&r).expect("there is such a replica");
                let behind = name("behind").map(|char| place(&**replica, &char).expect("it is seen"));
                replica.insert(behind.map_or(0, |at| at + 1), char::from(b'a' + self.written));
                self.written += 1;
            }
            "delete" => {
                let char = name("c").expect("a character is deleted");
                let (replica, gone) = self.replicas.get_mut(&r).expect("there is such a replica");
                replica.delete(place(&**replica, &char).expect("it is seen"));
                gone.insert((char, r));
            }
            _ => {
                let state = self.replicas[&r].0.state();
                let (other, known) = &self.replicas[&name("from").expect("there is another one")];
                let update = if self.whole { other.update_for_all() } else { other.update_for(&state) };
                let known = known.clone();
                let (replica, gone) = self.replicas.get_mut(&r).expect("there is such a replica");
                replica.apply(&update);
                gone.extend(known);
            }
        }
    }

    fn state(&self) -> Value {
        let chars = (0..self.written).map(|at| (char_of(char::from(b'a' + at)), json!({ "$type": "Char" })));
        let replicas = self.replicas.iter().map(|(name, (replica, gone))| {
            let text: Vec<String> = replica.text().chars().map(char_of).collect();
            (name.clone(), json!({ "$type": "Replica", "text": text, "gone": gone }))
        });
        json!({ "objects": chars.chain(replicas).collect::<Map<_, _>>() })
    }
}

/// The object of the spec that a letter stands for.
fn char_of(letter: char) -> String {
    format!("Char${}", u32::from(letter) - u32::from('a'))
}

fn main() -> io::Result<()> {
    let version = std::env::args().nth(1).expect("the version of y-octo");
    let whole = std::env::args().nth(2).is_some_and(|sent| sent == "whole");
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types and actions there are
    tell(&json!({ "ready": true }))?;
    let mut texts = Texts::new(&version, whole, std::iter::empty());
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = json!({ "id": request["id"] });
        if request["kind"] == "reset" {
            let names = request["objects"].as_object().expect("it has the first state").keys();
            texts = Texts::new(&version, whole, names.cloned());
        } else {
            let op = request["op"].as_str().expect("a call has a name");
            texts.call(op, request["args"].as_object().expect("a call has arguments"));
            reply["post"] = texts.state();
        }
        tell(&reply)?;
    }
    Ok(())
}

fn tell(message: &Value) -> io::Result<()> {
    println!("{message}");
    io::stdout().flush()
}
