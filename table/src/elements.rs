//! The schema of a Parquet file: an element for each column and each group around it.

use crate::column::{Column, Lists, Values};
use crate::thrift::Thrift;

/// All elements, groups before their members.
pub fn elements(columns: &[Column]) -> Vec<Element> {
    let kind = ElementKind::Group(columns.len(), false);
    let mut found = vec![Element { name: "heaps".to_owned(), repetition: None, kind }];
    columns.iter().for_each(|column| describe(column, &mut found));
    found
}

/// An element of the schema.
pub struct Element {
    name: String,
    repetition: Option<i32>,
    kind: ElementKind,
}

enum ElementKind {
    /// With so many members; true of a list.
    Group(usize, bool),
    /// The physical type.
    Leaf(i32, Logical),
}

#[derive(Clone, Copy)]
pub enum Logical {
    Plain,
    Text,
    Decimal,
}

const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const REPEATED: i32 = 2;

pub fn physical(values: &Values) -> (i32, Logical) {
    match values {
        Values::Truth(_) => (0, Logical::Plain),
        Values::Int(_) => (1, Logical::Plain),
        Values::Long(_) => (2, Logical::Plain),
        Values::Text(_) => (6, Logical::Text),
        Values::Decimal(_) => (7, Logical::Decimal),
        Values::List(_) | Values::Struct(_) => unreachable!("they are no leaves"),
    }
}

fn describe(column: &Column, found: &mut Vec<Element>) {
    let mut add = |name: &str, repetition, kind| {
        found.push(Element { name: name.to_owned(), repetition: Some(repetition), kind });
    };
    let repetition = if column.is_optional { OPTIONAL } else { REQUIRED };
    match &column.values {
        Values::List(Lists { item, .. }) => {
            add(&column.name, repetition, ElementKind::Group(1, true));
            add("list", REPEATED, ElementKind::Group(1, false));
            describe(item, found);
        }
        Values::Struct(members) => {
            add(&column.name, repetition, ElementKind::Group(members.len(), false));
            members.iter().for_each(|member| describe(member, found));
        }
        leaf => {
            let (physical, logical) = physical(leaf);
            add(&column.name, repetition, ElementKind::Leaf(physical, logical));
        }
    }
}

impl Element {
    pub fn write(&self, thrift: &mut Thrift) {
        if let ElementKind::Leaf(of, logical) = self.kind {
            thrift.int(1, of);
            if let Logical::Decimal = logical {
                thrift.int(2, 16);
            }
        }
        if let Some(repetition) = self.repetition {
            thrift.int(3, repetition);
        }
        thrift.text(4, &self.name);
        match self.kind {
            ElementKind::Group(members, is_list) => {
                thrift.int(5, members as i32);
                if is_list {
                    thrift.int(6, 3);
                    thrift.member(10, |logical| logical.member(3, |_| {}));
                }
            }
            ElementKind::Leaf(_, Logical::Plain) => {}
            ElementKind::Leaf(_, Logical::Text) => {
                thrift.int(6, 0);
                thrift.member(10, |logical| logical.member(1, |_| {}));
            }
            ElementKind::Leaf(_, Logical::Decimal) => {
                thrift.int(6, 5);
                thrift.int(7, 0);
                thrift.int(8, 38);
                thrift.member(10, |logical| {
                    logical.member(5, |decimal| {
                        decimal.int(1, 0);
                        decimal.int(2, 38);
                    });
                });
            }
        }
    }
}
