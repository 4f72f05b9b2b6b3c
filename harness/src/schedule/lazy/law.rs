//! The law: an answer that is carried over is the one that the program would have given, for all programs
//! and all inputs.
//!
//! Random programs that read, write, make objects, branch, return and throw are run on heaps of up to three nodes,
//! under any labelling, with any garbage. Equal answers make equal verdicts, for every judge.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::covering::Covering;
use crate::heaps::agree::{HeapState, Renaming, isomorphism};
use crate::heaps::relabel::SplitMix;
use crate::protocol::{PostState, Reads, Reply, Throw};
use korrel_heapgraph::Header;

#[derive(Default, Debug)]
struct LawCounts {
    covered: usize,
    /// Answers that were carried over, and are others than the program's.
    wrong: usize,
    refused: usize,
}

/// Carries answers over as `run_lazy` does, and compares each.
fn count(programs: u64, honesty: Honesty) -> LawCounts {
    let header = json!({ "types": { "N": { "key": "int", "next": "N?", "bag": "set N" } } });
    let types = Header::declared(&header).unwrap();
    let heaps = heaps();
    let mut counted = LawCounts::default();
    for seed in 0..programs {
        let program = LawProgram::random(&mut SplitMix::new(seed));
        let mut covering = Covering::new(&types, false);
        for heap in &heaps {
            let answered = program.run(heap, honesty);
            match covering.answer(0, heap) {
                Some(carried) => {
                    counted.covered += 1;
                    let is_same = is_same(&types, heap, [&carried, &answered]);
                    counted.wrong += usize::from(!is_same);
                    assert!(
                        is_same || honesty != Honesty::Honest,
                        "{program:?}\non {heap}\nanswers {answered:?}\nand not {carried:?}"
                    );
                }
                None => match covering.learn(0, heap, &answered) {
                    Ok(()) => {}
                    Err(why) if honesty == Honesty::Honest => {
                        panic!("{why}: {program:?} on {heap}")
                    }
                    Err(_) => {
                        counted.refused += 1;
                        break;
                    }
                },
            }
        }
    }
    counted
}

/// True if two answers are the same to every judge: names of new objects do not matter.
fn is_same(types: &Header, heap: &Value, replies: [&Reply; 2]) -> bool {
    let [after, other] = replies.map(|reply| {
        let part = |part: &str| {
            let post = reply.post.as_ref().map(PostState::whole);
            post.and_then(|post| post.get(part)).unwrap_or(&heap[part])
        };
        json!({ "roots": part("roots"), "objects": part("objects"), "sets": part("sets") })
    });
    let state = |of, at: usize| {
        HeapState::new(types, of, &[]).with_result(replies[at].result.as_ref(), false)
    };
    let ids = heap["objects"].as_object().into_iter().flatten().map(|(id, _)| id);
    let same: Renaming = ids.map(|id| (id.clone(), id.clone())).collect();
    let is_one_state = || isomorphism(&state(&after, 0), &state(&other, 1), &same).is_some();
    replies[0].throw == replies[1].throw
        && ((&after, &replies[0].result) == (&other, &replies[1].result) || is_one_state())
}

/// If this failed, an input would get a verdict that it would not get if it was sent.
#[test]
fn what_is_carried_over_is_what_would_be_answered() {
    let counted = count(200, Honesty::Honest);
    assert!(counted.covered > 50_000, "it covers hardly anything: {counted:?}");
}

/// If this failed, the law would hold of anything: without its rule there are wrong verdicts, and drivers are caught
/// that do not keep it.
#[test]
fn a_field_that_is_written_counts_as_read() {
    let counted = count(200, Honesty::BlindWrites);
    assert!(counted.wrong > 0 && counted.refused > 0, "{counted:?}");
}

// Heaps of up to three nodes, the smallest first.

/// The greatest number of heaps of each size, drawn at random.
const MOST: usize = 300;

fn heaps() -> Vec<Value> {
    let random = &mut SplitMix::new(1);
    let mut heaps = Vec::new();
    for count in 0..=3usize {
        // A heap is made by these choices: for each node its key, its successor, and the presence of the others
        // in its bag. Then the root, and the marked node.
        let choices = 2 * (count + 1) * 2;
        let all = choices.pow(count as u32) * (count + 1) * 2;
        match all {
            ..MOST => heaps.extend((0..all).map(|code| heap(count, code))),
            _ => heaps.extend((0..MOST).map(|_| heap(count, random.below(all as u128) as usize))),
        }
    }
    heaps
}

fn heap(count: usize, mut code: usize) -> Value {
    let mut choose = |bound: usize| {
        let chosen = code % bound;
        code /= bound;
        chosen
    };
    let node = |at: usize| if at == count { Value::Null } else { name(at) };
    let root = node(choose(count + 1));
    let marked: Vec<Value> =
        if choose(2) == 1 { (0..count).take(1).map(name).collect() } else { Vec::new() };
    let mut objects = Map::new();
    for at in 0..count {
        let (key, next) = (choose(2), node(choose(count + 1)));
        let bag: Vec<Value> = match choose(2) {
            0 => Vec::new(),
            _ => (0..count).filter(|other| *other != at).map(name).collect(),
        };
        objects.insert(
            format!("N${at}"),
            json!({ "$type": "N", "key": key, "next": next, "bag": bag }),
        );
    }
    json!({ "roots": { "r": root }, "objects": objects, "sets": { "Marked": marked } })
}

fn name(at: usize) -> Value {
    Value::from(format!("N${at}"))
}

// Small programs over a heap, and a driver around them.

/// Tells whether the driver keeps the rule.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Honesty {
    Honest,
    /// The driver does not report fields that were written and not read.
    BlindWrites,
}

/// Registers 0 to 2 hold nodes or nothing, 3 and 4 numbers. Register 0 begins as the root.
#[derive(Clone, Debug)]
enum LawStep {
    Next(usize, usize),
    Key(usize, usize),
    FirstOfBag(usize, usize),
    SetNext(usize, usize),
    SetKey(usize, usize),
    EmptyBag(usize),
    New(usize),
    Number(usize, i64),
    If(Test, Vec<LawStep>, Vec<LawStep>),
    Throw,
}

#[derive(Clone, Debug)]
enum Test {
    IsNull(usize),
    AreSame(usize, usize),
    AreEqual(usize, usize),
}

/// The objects that the driver tells of afterwards.
#[derive(Clone, Copy, Debug)]
enum Garbage {
    Told,
    /// Objects that the roots led to and no longer lead to are gone, also from subset sigs, as the packages do
    /// it.
    Dropped,
    /// The driver tells only of objects that the roots lead to, whatever there was.
    OnlyReached,
}

#[derive(Debug)]
struct LawProgram {
    steps: Vec<LawStep>,
    result: usize,
    /// The root afterwards is register 1.
    sets_root: bool,
    garbage: Garbage,
    /// The state is given even if it is unchanged.
    always_tells: bool,
}

impl LawProgram {
    fn random(random: &mut SplitMix) -> LawProgram {
        let garbage = [Garbage::Told, Garbage::Dropped, Garbage::OnlyReached];
        LawProgram {
            steps: steps(random, 7),
            result: below(random, 5),
            sets_root: below(random, 4) == 0,
            garbage: garbage[below(random, 3)],
            always_tells: below(random, 2) == 0,
        }
    }

    fn run(&self, heap: &Value, honesty: Honesty) -> Reply {
        let root = &heap["roots"]["r"];
        let mut run = LawRun {
            before: heap["objects"].as_object().unwrap(),
            objects: heap["objects"].as_object().unwrap().clone(),
            registers: [root.clone(), Value::Null, Value::Null, json!(0), json!(1)],
            reads: Vec::new(),
            written: HashSet::new(),
            honesty,
        };
        let is_done = run.steps(&self.steps).is_some();
        let read = Some(Reads::Fields(std::mem::take(&mut run.reads)));
        if !is_done {
            let throw = Throw { ty: "E".to_owned(), message: String::new() };
            return Reply { throw: Some(throw), read, ..Reply::default() };
        }
        let result = run.registers[self.result].clone();
        let root_after = if self.sets_root { run.registers[1].clone() } else { root.clone() };
        let objects = self.told(heap, &run.objects, [&root_after, &result]);
        let is_as_it_was = root_after == *root && heap["objects"] == objects;
        let mut post = json!({ "objects": objects });
        if root_after != *root {
            post["roots"] = json!({ "r": root_after });
        }
        if let Garbage::Dropped = self.garbage {
            let is_left = |id: &&Value| !objects[id.as_str().unwrap()].is_null();
            let marked = heap["sets"]["Marked"].as_array().unwrap().iter();
            post["sets"] = json!({ "Marked": marked.filter(is_left).collect::<Vec<_>>() });
        }
        let post = (self.always_tells || !is_as_it_was).then_some(post.into());
        Reply { post, result: Some(result), read, ..Reply::default() }
    }

    fn told(&self, heap: &Value, objects: &Map<String, Value>, from: [&Value; 2]) -> Value {
        let reached = |from: &[&Value], objects: &Map<String, Value>| {
            let mut seen = HashSet::new();
            let mut waiting: Vec<Value> = from.iter().map(|value| (*value).clone()).collect();
            while let Some(value) = waiting.pop() {
                if let Some(items) = value.as_array() {
                    waiting.extend(items.iter().cloned());
                }
                let Some(id) = value.as_str().filter(|id| objects.contains_key(*id)) else {
                    continue;
                };
                if seen.insert(id.to_owned()) {
                    waiting.extend([objects[id]["next"].clone(), objects[id]["bag"].clone()]);
                }
            }
            seen
        };
        let before = heap["objects"].as_object().unwrap();
        let marked = heap["sets"]["Marked"].as_array().unwrap();
        let was = reached(&[&heap["roots"]["r"]], before);
        let apart: Vec<Value> =
            before.keys().filter(|id| !was.contains(*id)).map(|id| json!(id)).collect();
        let also: Vec<&Value> = match self.garbage {
            Garbage::Told => return Value::Object(objects.clone()),
            Garbage::Dropped => apart.iter().collect(),
            Garbage::OnlyReached => marked.iter().collect(),
        };
        let is = reached(&[&from[..], &also].concat(), objects);
        objects
            .iter()
            .filter(|(id, _)| is.contains(*id))
            .map(|(id, of)| (id.clone(), of.clone()))
            .collect()
    }
}

struct LawRun<'h> {
    before: &'h Map<String, Value>,
    objects: Map<String, Value>,
    registers: [Value; 5],
    reads: Vec<(String, String)>,
    written: HashSet<(String, String)>,
    honesty: Honesty,
}

impl LawRun<'_> {
    /// `None` if it throws: by itself, or by following nothing.
    fn steps(&mut self, steps: &[LawStep]) -> Option<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &LawStep) -> Option<()> {
        match step {
            LawStep::Next(to, of) => self.registers[*to] = self.read(*of, "next")?,
            LawStep::Key(to, of) => self.registers[*to] = self.read(*of, "key")?,
            LawStep::FirstOfBag(to, of) => {
                let bag = self.read(*of, "bag")?;
                self.registers[*to] = bag.get(0).cloned().unwrap_or_default();
            }
            LawStep::SetNext(of, from) => self.write(*of, "next", self.registers[*from].clone())?,
            LawStep::SetKey(of, from) => self.write(*of, "key", self.registers[*from].clone())?,
            LawStep::EmptyBag(of) => self.write(*of, "bag", json!([]))?,
            LawStep::New(to) => {
                let name = (0..).map(|at| format!("N${at}"));
                let name = name.into_iter().find(|name| !self.objects.contains_key(name))?;
                self.objects.insert(
                    name.clone(),
                    json!({ "$type": "N", "key": 0, "next": null, "bag": [] }),
                );
                self.registers[*to] = json!(name);
            }
            LawStep::Number(to, number) => self.registers[*to] = json!(number),
            LawStep::If(test, then, otherwise) => {
                let holds = match test {
                    Test::IsNull(of) => self.registers[*of].is_null(),
                    Test::AreSame(a, b) | Test::AreEqual(a, b) => {
                        self.registers[*a] == self.registers[*b]
                    }
                };
                return self.steps(if holds { then } else { otherwise });
            }
            LawStep::Throw => return None,
        }
        Some(())
    }

    fn read(&mut self, of: usize, field: &str) -> Option<Value> {
        let id = self.registers[of].as_str()?.to_owned();
        let place = (id, field.to_owned());
        if !self.written.contains(&place) {
            self.tell(&place);
        }
        Some(self.objects[&place.0][field].clone())
    }

    fn write(&mut self, of: usize, field: &str, value: Value) -> Option<()> {
        let id = self.registers[of].as_str()?.to_owned();
        let place = (id, field.to_owned());
        if self.honesty == Honesty::Honest {
            self.tell(&place);
        }
        self.objects[&place.0][field] = value;
        self.written.insert(place);
        Some(())
    }

    fn tell(&mut self, place: &(String, String)) {
        if self.before.contains_key(&place.0) && !self.reads.contains(place) {
            self.reads.push(place.clone());
        }
    }
}

fn steps(random: &mut SplitMix, most: usize) -> Vec<LawStep> {
    (0..below(random, most + 1)).map(|_| step(random, most)).collect()
}

fn step(random: &mut SplitMix, most: usize) -> LawStep {
    let node = |random: &mut SplitMix| below(random, 3);
    let number = |random: &mut SplitMix| 3 + below(random, 2);
    match below(random, 20) {
        0..5 => LawStep::Next(node(random), node(random)),
        5 | 6 => LawStep::Key(number(random), node(random)),
        7 | 8 => LawStep::FirstOfBag(node(random), node(random)),
        9 | 10 => LawStep::SetNext(node(random), node(random)),
        11 | 12 => LawStep::SetKey(node(random), number(random)),
        13 => LawStep::EmptyBag(node(random)),
        14 => LawStep::New(node(random)),
        15 => LawStep::Number(number(random), below(random, 2) as i64),
        16 if below(random, 3) == 0 => LawStep::Throw,
        _ => {
            let test = match below(random, 3) {
                0 => Test::IsNull(node(random)),
                1 => Test::AreSame(node(random), node(random)),
                _ => Test::AreEqual(number(random), number(random)),
            };
            LawStep::If(test, steps(random, most / 2), steps(random, most / 2))
        }
    }
}

fn below(random: &mut SplitMix, bound: usize) -> usize {
    random.below(bound as u128) as usize
}
