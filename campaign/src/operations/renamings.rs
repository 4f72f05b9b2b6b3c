//! Renamings of the objects of a behaviour.

use korrel_heapgraph::json::sort;
use korrel_heapgraph::{Header, Member, Shape, shape_of};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::Model;
use korrel_lang::universe::AtomId;
use serde_json::Value as Json;

/// More renamings than these are not looked at: behaviours are then made again under other names.
const MOST_RENAMINGS: usize = 40_320;

/// The names of objects, and their new names.
pub type ObjectRenaming = Vec<(String, String)>;

/// Renames texts, and members.
pub fn rename(value: &mut Json, to: &dyn Fn(&str) -> Option<String>) {
    match value {
        Json::String(text) => {
            if let Some(name) = to(text) {
                *text = name;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rename(item, to)),
        Json::Object(members) => {
            let entries = std::mem::take(members).into_iter();
            *members = entries
                .map(|(name, mut value)| {
                    if name != "$type" {
                        rename(&mut value, to);
                    }
                    (to(&name).unwrap_or(name), value)
                })
                .collect();
        }
        _ => {}
    }
}

/// What a name becomes, or `None` if it stays.
pub(super) fn renamed(renaming: &[(String, String)], name: &str) -> Option<String> {
    renaming.iter().find(|(from, _)| from == name).map(|(_, to)| to.clone())
}

/// A state as a heap, in which sets are in order.
pub fn normal(header: &Header, mut heap: Json) -> Json {
    let sort_all = |members: &mut Json, shape: &dyn Fn(&str) -> Option<Shape>| {
        for (name, value) in members.as_object_mut().into_iter().flatten() {
            if shape(name).is_some_and(|shape| shape.is_unordered()) {
                sort(value);
            }
        }
    };
    let of = |members: &[Member], name: &str| shape_of(members, name).cloned();
    for (_, object) in heap["objects"].as_object_mut().into_iter().flatten() {
        let ty = object["$type"].as_str().unwrap_or_default().to_owned();
        let field = |name: &str| {
            header.fields(&ty).find(|field| field.name == name).map(|field| field.shape.clone())
        };
        sort_all(object, &field);
    }
    for (part, shapes) in [("roots", &header.roots), ("relations", &header.relations)] {
        if let Some(members) = heap.get_mut(part) {
            sort_all(members, &|name| of(shapes, name));
        }
    }
    for (_, set) in heap.get_mut("sets").and_then(Json::as_object_mut).into_iter().flatten() {
        sort(set);
    }
    heap
}

/// The renamings of a state's objects that lead it to itself, without the one that renames none.
pub(super) fn renamings(model: &Model, state: &Instance, atoms: &[Json]) -> Vec<ObjectRenaming> {
    let names = |top| {
        let block = state.universe.block(top);
        let used = block.filter(|&atom| state.sig(top).contains(&[AtomId(atom)]));
        used.filter_map(|atom| atoms[atom as usize].as_str().map(str::to_owned)).collect()
    };
    let tops = model.top_level().filter(|&top| !model.sigs[top].is_enum);
    let blocks: Vec<Vec<String>> =
        tops.map(names).filter(|block: &Vec<_>| block.len() > 1).collect();
    let factorial =
        |block: &Vec<String>| (1..=block.len()).try_fold(1usize, |all, n| all.checked_mul(n));
    let number = blocks.iter().map(factorial).try_fold(1usize, |all, one| all.checked_mul(one?));
    if number.is_none_or(|number| number > MOST_RENAMINGS) {
        return Vec::new();
    }
    let mut all: Vec<ObjectRenaming> = vec![Vec::new()];
    for block in &blocks {
        let orders = orders(block);
        all = all
            .iter()
            .flat_map(|begun| orders.iter().map(|order| (begun.clone(), order)))
            .map(|(mut begun, order)| {
                begun.extend(block.iter().cloned().zip(order.iter().cloned()));
                begun
            })
            .collect();
    }
    all.iter_mut().for_each(|renaming| renaming.retain(|(from, to)| from != to));
    all.retain(|renaming| !renaming.is_empty() && is_led_to_itself(model, state, atoms, renaming));
    all
}

/// All orders of some names.
fn orders(names: &[String]) -> Vec<Vec<String>> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let mut others = names.to_vec();
        others.remove(at);
        all.extend(orders(&others).into_iter().map(|mut order| {
            order.insert(0, name.clone());
            order
        }));
    }
    all
}

/// True if a renaming leaves a state as it is.
pub(super) fn is_led_to_itself(
    model: &Model,
    state: &Instance,
    atoms: &[Json],
    renaming: &[(String, String)],
) -> bool {
    let at = |name: &str| atoms.iter().position(|atom| atom.as_str() == Some(name));
    let mut images: Vec<AtomId> = (0..atoms.len() as u32).map(AtomId).collect();
    for (from, to) in renaming {
        let (Some(from), Some(to)) = (at(from), at(to)) else { return false };
        images[from] = AtomId(to as u32);
    }
    let sigs = model.sigs.ids().map(Relation::Sig);
    let fields = model.fields.ids().map(Relation::Field);
    let variables = state.variables().iter().map(|(variable, _)| Relation::Variable(*variable));
    let mut relations = sigs.chain(fields).chain(variables);
    relations.all(|relation| {
        let value = state.get(relation);
        value.permuted(&images) == *value
    })
}
