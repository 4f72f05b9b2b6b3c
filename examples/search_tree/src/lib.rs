//! The code under test: a set of texts, as a binary search tree.

use serde::Deserialize;

/// A set of texts.
#[derive(Debug, Default, Deserialize)]
pub struct Tree {
    root: Link,
}

type Link = Option<Box<Node>>;

#[derive(Debug, Deserialize)]
struct Node {
    key: String,
    left: Link,
    right: Link,
}

impl Tree {
    /// Removes the key; true if it was there.
    pub fn remove(&mut self, key: &str) -> bool {
        let mut at = &mut self.root;
        while at.as_ref().is_some_and(|node| node.key != key) {
            let node = at.as_mut().expect("it was just looked at");
            at = if key < node.key.as_str() { &mut node.left } else { &mut node.right };
        }
        let Some(node) = at.take() else { return false };
        *at = merged(node.left, node.right);
        true
    }

    /// In ascending order.
    pub fn keys(&self) -> Vec<&str> {
        let mut keys = Vec::new();
        collect(&self.root, &mut keys);
        keys
    }
}

fn collect<'t>(link: &'t Link, keys: &mut Vec<&'t str>) {
    if let Some(node) = link {
        collect(&node.left, keys);
        keys.push(&node.key);
        collect(&node.right, keys);
    }
}

/// Both subtrees of a node that goes.
fn merged(left: Link, mut right: Link) -> Link {
    match (left, &mut right) {
        (left, None) => left,
        (None, _) => right,
        (left, Some(_)) => {
            let mut least = take_least(&mut right)?;
            (least.left, least.right) = (left, right);
            Some(least)
        }
    }
}

/// Takes the leftmost node out of a tree.
fn take_least(link: &mut Link) -> Link {
    let mut at = link;
    while at.as_ref().is_some_and(|node| node.left.is_some()) {
        at = &mut at.as_mut().expect("it was just looked at").left;
    }
    let mut least = at.take()?;
    // With the fault, what is right of it is lost.
    if cfg!(not(feature = "fault")) {
        *at = least.right.take();
    }
    Some(least)
}
