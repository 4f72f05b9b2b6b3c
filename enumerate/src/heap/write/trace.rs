//! A trace as JSON: the states one after the other, each whole or by what changed.

use rustc_hash::FxHashMap;

use super::super::graph::{HeapGraph, HeapValue, Object, TakenAction, TraceGraph};
use super::graph::{write_graph, write_object, write_scalars, write_value, write_values};
use super::json;
use super::record::key_member;
use super::tally::DEAD_END;

/// The way in which the states after the first one are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StateForm {
    #[default]
    Whole,
    /// By what changed since the state before.
    Changes,
}

/// Writes what follows the id in a trace's line, without the line break.
pub fn trace_body(out: &mut Vec<u8>, trace: &TraceGraph<'_>, key: Option<&str>, form: StateForm) {
    out.push(b',');
    if let Some(key) = key {
        out.extend_from_slice(key_member(key).as_bytes());
    }
    write_trace(out, trace, form);
    out.push(b'}');
}

/// Writes `"states":[…],"loop":1`, the names of steps, witnesses and `"dead_end":true`, without braces around it.
pub fn write_trace(out: &mut Vec<u8>, trace: &TraceGraph<'_>, form: StateForm) {
    out.extend_from_slice(b"\"states\":");
    json::array(out, 0..trace.states.len(), |out, at| {
        out.push(b'{');
        match (form, at) {
            (StateForm::Whole, _) | (_, 0) => write_graph(out, &trace.states[at]),
            _ => write_changes(out, &trace.states[at - 1], &trace.states[at]),
        }
        out.push(b'}');
    });
    if let Some(back) = trace.back {
        out.extend_from_slice(b",\"loop\":");
        json::integer(out, back as i64);
    }
    if let Some(steps) = &trace.steps {
        out.extend_from_slice(b",\"steps\":");
        json::array(out, steps.iter().zip(&trace.states), |out, (taken, state)| {
            json::array(out, taken, |out, taken| write_taken(out, state, taken));
        });
    }
    if !trace.witnesses.is_empty() {
        out.extend_from_slice(b",\"witness\":");
        write_values(out, &trace.objects, &trace.witnesses);
    }
    // It is the last member, by which a tally knows it.
    if trace.is_dead_end {
        out.extend_from_slice(DEAD_END.strip_suffix(b"}\n").expect("it ends a line"));
    }
}

/// Writes `{"action":"send","args":{…}}`.
pub fn write_taken(out: &mut Vec<u8>, state: &HeapGraph<'_>, taken: &TakenAction<'_>) {
    out.extend_from_slice(b"{\"action\":");
    json::string(out, taken.action);
    out.extend_from_slice(b",\"args\":");
    write_values(out, &state.objects, &taken.arguments);
    out.push(b'}');
}

/// Writes `"changed":{…}`, and the roots, sets and relations that changed.
fn write_changes(out: &mut Vec<u8>, before: &HeapGraph<'_>, after: &HeapGraph<'_>) {
    out.extend_from_slice(b"\"changed\":{");
    let was: FxHashMap<&str, &Object<'_>> =
        before.objects.iter().map(|object| (&*object.id, object)).collect();
    let mut written = 0;
    for object in &after.objects {
        let was = was.get(&*object.id).copied().filter(|was| has_members_of(was, object));
        let Some(was) = was else {
            begin_member(out, &mut written, &object.id);
            write_object(out, &after.objects, object);
            continue;
        };
        let fields = was.fields.iter().zip(&object.fields);
        let changed = fields.filter(|((_, was), (_, is))| {
            value_text(&before.objects, was) != value_text(&after.objects, is)
        });
        let changed: Vec<&(&str, HeapValue<'_>)> = changed.map(|(_, field)| field).collect();
        if !changed.is_empty() {
            begin_member(out, &mut written, &object.id);
            let fields = changed.into_iter().map(|(name, value)| (name, value));
            json::object(out, fields, |out, value| write_value(out, &after.objects, value));
        }
    }
    for object in &before.objects {
        if !after.objects.iter().any(|other| other.id == object.id) {
            begin_member(out, &mut written, &object.id);
            out.extend_from_slice(b"null");
        }
    }
    out.push(b'}');
    write_changed_values(out, "roots", [before, after].map(|heap| (heap, &heap.roots)));
    let sets = before.sets.iter().zip(&after.sets).filter(|((_, was), (_, is))| {
        let text = |heap: &HeapGraph<'_>, set| {
            let mut text = Vec::new();
            write_scalars(&mut text, &heap.objects, set);
            text
        };
        text(before, was) != text(after, is)
    });
    let sets: Vec<_> = sets.map(|(_, (name, set))| (name, set)).collect();
    if !sets.is_empty() {
        out.extend_from_slice(b",\"sets\":");
        json::object(out, sets, |out, set| write_scalars(out, &after.objects, set));
    }
    write_changed_values(out, "relations", [before, after].map(|heap| (heap, &heap.relations)));
}

type TraceValues<'h, 'a> = (&'h HeapGraph<'a>, &'h Vec<(&'a str, HeapValue<'a>)>);

fn write_changed_values(out: &mut Vec<u8>, part: &str, [was, is]: [TraceValues<'_, '_>; 2]) {
    let pairs = was.1.iter().zip(is.1);
    let changed = pairs.filter(|((_, before), (_, after))| {
        value_text(&was.0.objects, before) != value_text(&is.0.objects, after)
    });
    let changed: Vec<_> = changed.map(|(_, value)| value.clone()).collect();
    if !changed.is_empty() {
        out.push(b',');
        json::string(out, part);
        out.push(b':');
        write_values(out, &is.0.objects, &changed);
    }
}

/// True if both have the same type and the same members: else the object joined or left a subset sig.
fn has_members_of(was: &Object<'_>, is: &Object<'_>) -> bool {
    let pairs = was.fields.iter().zip(&is.fields);
    was.sig == is.sig
        && was.fields.len() == is.fields.len()
        && pairs.into_iter().all(|((was, _), (is, _))| was == is)
}

fn begin_member(out: &mut Vec<u8>, written: &mut usize, name: &str) {
    if *written > 0 {
        out.push(b',');
    }
    *written += 1;
    json::string(out, name);
    out.push(b':');
}

fn value_text(objects: &[Object<'_>], value: &HeapValue<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    write_value(&mut text, objects, value);
    text
}
