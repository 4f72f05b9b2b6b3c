//! Where nodes live.

use std::collections::{BTreeMap, HashSet};
use std::rc::{Rc, Weak};

type Link<K> = Option<Box<Node<K>>>;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Color {
    Red,
    Black,
}

pub struct Node<K> {
    pub key: u32,
    color: Color,
    left: Link<K>,
    right: Link<K>,
    parent: Weak<Node<K>>,
    values: [u8; 4],
    marker: std::marker::PhantomData<K>,
}

pub enum Value {
    Nothing,
    Text(String),
    List { items: Vec<Value>, r#type: Option<&'static str> },
}

pub struct Arena<K: Ord> {
    root: Link<K>,
    names: BTreeMap<String, Rc<Node<K>>>,
    seen: HashSet<u64>,
    pair: (Value, Value),
    weight: f64,
    next: *mut Arena<K>,
    done: (),
}

impl<K: Ord> Arena<K> {
    pub fn new() -> Self {
        todo!()
    }
}

#[cfg(test)]
mod tests {
    struct NotThis;
}
