//! What the page is told, and how that is written.

use std::sync::Arc;

use korrel::{
    Amount, Answer as HeapAnswer, BigUint, Change, Diagnostic, Error, Size, Sources, View,
    WatchedConjunct, WatchedInstance, message,
};
use korrel_draw::html::page_data;
use korrel_draw::{DrawnInstance, Hints, PageEntry, ProjectedSig, projected, top_sigs};
use korrel_heapgraph::{Header, Member, ObjectType};
use serde_json::{Map, Value as Json, json};

use crate::report::ReportSaid;

/// An answer.
#[derive(Clone, Debug)]
pub enum Answer {
    Spec(Said),
    /// What a look has found so far, the texts that its messages point into, and how instances are drawn.
    View(Box<View>, Sources, Hints),
    Instances(Vec<Found>),
    /// One value, or of a trace one in each state.
    Values(Vec<ValueSaid>),
    /// The number of instances by the value of an expression.
    Holding(Vec<(Option<String>, BigUint)>),
    /// Each conjunct, the messages about facts, and the drawing, if it can be drawn.
    Judged {
        ticks: Vec<Tick>,
        facts: Vec<Json>,
        drawn: Option<Drawn>,
    },
    /// What only the left one and only the right one of two formulas allow: how many, and the smallest.
    Compared([(u64, Option<Found>); 2]),
    Records(Vec<String>),
    /// The report of `korrel test` that is shown beside the spec, if there is one.
    Report(Option<Arc<ReportSaid>>),
    /// The messages that say why there is no answer.
    Refused(Vec<Json>),
}

/// What there is to know of a text without a search.
#[derive(Clone, Debug)]
pub struct Said {
    pub version: u64,
    pub name: String,
    pub text: String,
    /// The text has no mistakes; else the commands are those of the last one that had none.
    pub is_good: bool,
    /// As `--messages json` writes them.
    pub diagnostics: Vec<Json>,
    pub entries: Vec<EntrySaid>,
}

/// A command that can be asked.
#[derive(Clone, Debug)]
pub struct EntrySaid {
    pub wanted: String,
    pub name: String,
    pub text: String,
    pub is_check: bool,
    pub sizes: Vec<Size>,
    /// The number of states of its traces, if it is about traces.
    pub steps: Option<Size>,
}

/// An instance that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its number; `None` of one that was drawn at random.
    pub id: Option<String>,
    /// Its shape: see `Request::Kind`.
    pub kind: String,
    pub key: Option<String>,
    pub drawn: Drawn,
}

/// A drawing, as the page's script takes it.
#[derive(Clone, Debug)]
pub struct Drawn(Json);

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct ValueSaid(HeapAnswer);

/// A conjunct, and whether it holds.
#[derive(Clone, Debug)]
pub struct Tick {
    /// The predicate that has it.
    pub name: String,
    /// `file:line:column`.
    pub at: String,
    pub text: String,
    /// `None`: it cannot be told here.
    pub value: Option<ValueSaid>,
}

impl Drawn {
    pub(crate) fn new(
        header: &Header,
        instance: &DrawnInstance,
        record: &Json,
        hints: &Hints,
    ) -> Drawn {
        let entry =
            PageEntry { instance: instance.clone(), record: record.clone(), values: Vec::new() };
        let mut data = page_data(header, &entry, &[], hints);
        let types: Vec<&str> = header.types.iter().map(|ty| ty.name.as_str()).collect();
        data["types"] = json!(types);
        data["shapes"] = shapes(header);
        data["sigs"] = top_sigs(header).collect();
        let (_, sigs) = projected(header, instance, hints);
        let sig = |sig: ProjectedSig| json!([sig.sig, sig.at, sig.of, sig.object]);
        data["projected"] = sigs.into_iter().map(sig).collect();
        Drawn(data)
    }

    /// The drawing of a record without hints, if it fits the header.
    pub fn of(header: &Header, record: &Json) -> Option<Drawn> {
        let instance = DrawnInstance::read(header, record).ok()?;
        Some(Drawn::new(header, &instance, record, &Hints::default()))
    }

    pub(crate) fn json(&self) -> &Json {
        &self.0
    }

    /// The drawing of a record that is written with its header.
    fn of_record(header: &str, record: &str, hints: &Hints) -> Option<Drawn> {
        let header = Header::read(&serde_json::from_str(header).ok()?).ok()?;
        let record = serde_json::from_str(record).ok()?;
        Some(Drawn::new(&header, &DrawnInstance::read(&header, &record).ok()?, &record, hints))
    }
}

/// The fields of each type of objects, those of its ancestors included, and the types that are of it, itself among them.
fn shapes(header: &Header) -> Json {
    let shape = |member: &Member| (member.name.clone(), member.shape.to_string().into());
    let own = |ty: &ObjectType| {
        let of = header.ancestors(&ty.name).filter_map(|name| header.type_of(name));
        let fields: Map<String, Json> = of.flat_map(|ty| &ty.fields).map(shape).collect();
        let below = header.types.iter().filter(|other| header.is_a(&other.name, &ty.name));
        let below: Vec<&str> = below.map(|other| other.name.as_str()).collect();
        (ty.name.clone(), json!({ "fields": fields, "types": below, "isAbstract": ty.is_abstract }))
    };
    let roots: Map<String, Json> = header.roots.iter().map(shape).collect();
    let enums = header.enums.iter().map(|one| (one.name.clone(), json!(one.values)));
    json!({ "roots": roots, "types": header.types.iter().map(own).collect::<Map<_, _>>(),
        "enums": enums.collect::<Map<_, _>>() })
}

impl ValueSaid {
    pub(crate) fn of(answer: &HeapAnswer) -> ValueSaid {
        ValueSaid(answer.clone())
    }

    /// True of a formula that holds; `None` of what is no formula.
    pub fn holds(&self) -> Option<bool> {
        match &self.0 {
            HeapAnswer::Formula(violations) => Some(violations.is_empty()),
            _ => None,
        }
    }

    fn json(&self) -> Json {
        match &self.0 {
            HeapAnswer::Relation(tuples) => json!({ "tuples": tuples }),
            HeapAnswer::Integer(number) => json!({ "number": number.map(|n| n.to_string()) }),
            HeapAnswer::Answered => json!({ "answered": true }),
            HeapAnswer::Formula(violations) => {
                let why = violations.iter().map(|violation| {
                    let bound = violation.bindings.iter().map(|(name, value)| json!([name, value]));
                    json!({ "text": violation.text, "state": violation.state,
                        "bindings": bound.collect::<Vec<_>>() })
                });
                json!({ "holds": violations.is_empty(), "why": why.collect::<Vec<_>>() })
            }
        }
    }
}

impl Answer {
    pub(crate) fn refused(why: &str) -> Answer {
        Answer::Refused(vec![json!({ "message": why, "text": why, "help": [], "places": [] })])
    }

    pub(crate) fn of_error(error: &Error) -> Answer {
        match error.messages() {
            none if none.is_empty() => match error {
                Error::Stopped => Answer::refused(
                    "this takes too long, or too much memory: a smaller scope may do",
                ),
                other => Answer::refused(&other.to_string()),
            },
            messages => Answer::Refused(messages),
        }
    }

    /// The answer as the page reads it: an object whose member `answer` says which one it is.
    pub fn json(&self) -> Json {
        match self {
            Answer::Spec(said) => said.json(),
            Answer::View(view, sources, hints) => view_json(view, sources, hints),
            Answer::Instances(found) => {
                json!({ "answer": "instances", "found": found.iter().map(Found::json).collect::<Vec<_>>() })
            }
            Answer::Values(values) => {
                json!({ "answer": "values", "values": values.iter().map(ValueSaid::json).collect::<Vec<_>>() })
            }
            Answer::Holding(rows) => {
                let all: BigUint = rows.iter().map(|(_, number)| number).sum();
                let row = |(value, number): &(Option<String>, BigUint)| {
                    json!([value, number.to_string()])
                };
                json!({ "answer": "holding", "rows": rows.iter().map(row).collect::<Vec<_>>(),
                    "all": all.to_string() })
            }
            Answer::Judged { ticks, facts, drawn } => {
                json!({ "answer": "judged", "ticks": ticks.iter().map(Tick::json).collect::<Vec<_>>(),
                    "facts": facts, "drawn": drawn.as_ref().map(|drawn| &drawn.0) })
            }
            Answer::Compared(sides) => {
                let side = |(count, first): &(u64, Option<Found>)| json!({ "count": count, "first": first.as_ref().map(Found::json) });
                json!({ "answer": "compared", "sides": sides.each_ref().map(side) })
            }
            Answer::Records(lines) => json!({ "answer": "records", "lines": lines }),
            Answer::Report(report) => {
                json!({ "answer": "report", "report": report.as_ref().map(|report| report.json()) })
            }
            Answer::Refused(messages) => json!({ "answer": "refused", "messages": messages }),
        }
    }
}

impl Said {
    fn json(&self) -> Json {
        let entry = |entry: &EntrySaid| {
            let size = |size: &Size| json!([size.of, size.least, size.greatest]);
            json!({ "wanted": entry.wanted, "name": entry.name, "text": entry.text,
                "isCheck": entry.is_check, "sizes": entry.sizes.iter().map(size).collect::<Vec<_>>(),
                "steps": entry.steps.as_ref().map(size) })
        };
        json!({ "answer": "spec", "version": self.version, "name": self.name, "text": self.text,
            "isGood": self.is_good, "diagnostics": self.diagnostics,
            "entries": self.entries.iter().map(entry).collect::<Vec<_>>() })
    }
}

impl Found {
    fn json(&self) -> Json {
        let mut json = self.drawn.0.clone();
        json["id"] = json!(self.id);
        json["kind"] = json!(self.kind);
        json["key"] = json!(self.key);
        json
    }
}

impl Tick {
    fn json(&self) -> Json {
        json!({ "name": self.name, "at": self.at, "text": self.text,
            "value": self.value.as_ref().map(ValueSaid::json) })
    }
}

fn view_json(view: &View, sources: &Sources, hints: &Hints) -> Json {
    let said = |of: &Diagnostic| message(sources, of);
    let size = |(size, count): (&usize, &u64)| json!([size, count, view.is_whole(*size)]);
    json!({
        "answer": "view",
        "warnings": view.warnings.iter().map(said).collect::<Vec<_>>(),
        "why": view.why.as_ref().map(said),
        "isCheck": view.is_of_check,
        "isTraces": view.is_of_traces,
        "sizes": view.sizes.iter().map(size).collect::<Vec<_>>(),
        "isListed": view.listed.is_some(),
        "isWhole": view.listed.as_ref().is_some_and(|listed| listed.whole_below.is_none()),
        "total": view.total.as_ref().map(amount),
        "change": view.change.as_ref().map(|change| change_json(change, &view.header, hints)),
        "conjuncts": view.conjuncts.iter().map(conjunct).collect::<Vec<_>>(),
        "isFinished": view.is_finished,
    })
}

fn amount(amount: &Amount) -> Json {
    json!([amount.number.to_string(), amount.is_least])
}

fn conjunct(one: &WatchedConjunct) -> Json {
    json!({ "name": one.name.name, "at": one.name.at, "text": one.name.text,
        "excludes": one.excludes.as_ref().map(amount), "isRedundant": one.is_redundant(),
        "isNewlyRedundant": one.is_newly_redundant })
}

fn change_json(change: &Change, header: &str, hints: &Hints) -> Json {
    match change {
        Change::Declarations => json!({ "kind": "declarations" }),
        Change::Uncompared => json!({ "kind": "uncompared" }),
        Change::Instances { removed, added, first_removed, first_added, header_removed, below } => {
            let drawn = |header: &str, one: &Option<WatchedInstance>| {
                let one = one.as_ref()?;
                let mut json = Drawn::of_record(header, &one.record, hints)?.0;
                json["key"] = json!(one.key);
                Some(json)
            };
            json!({ "kind": "instances", "removed": removed, "added": added,
                "firstRemoved": drawn(header_removed, first_removed),
                "firstAdded": drawn(header, first_added), "below": below })
        }
    }
}
