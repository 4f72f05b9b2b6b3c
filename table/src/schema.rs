//! What a header declares, as columns, and a heap as a value in each of them.
//!
//! | part of a record | column |
//! |---|---|
//! | `id`, `key` | a number of 38 digits, or a text; a text |
//! | `roots`, `sets`, `relations`, `witness` | a struct with a member for each |
//! | `objects` | a struct with a list of structs for each top-level sig: `$id`, `$type` where others extend it, the fields |
//!
//! A field that not all objects of the list have is missing in the others.

use std::collections::BTreeMap;

use korrel_heapgraph::{Column as Cells, Header, Heap, Object, Scalar, Shape, State, Value};

use crate::Ids;
use crate::coded::Coded;
use crate::column::{Column, Values};
use crate::pool::Pool;
use crate::row::{Row, add_id};

/// How heaps are rows.
pub struct TableSchema {
    ids: Ids,
    pub header: Header,
    pub tops: Vec<TopSig>,
    /// The other parts of a record that have members, each with their shapes.
    pub parts: Vec<(&'static str, Vec<(String, Shape)>)>,
}

/// A sig that extends no other.
pub struct TopSig {
    pub name: String,
    pub has_subtypes: bool,
    pub fields: Vec<FieldOf>,
}

pub struct FieldOf {
    /// The name of the column: `next`, or `File.next` if another sig has a field of this name and another shape.
    column: String,
    pub name: String,
    pub shape: Shape,
    /// The types that have it.
    pub types: Vec<String>,
    pub is_optional: bool,
}

/// What a single value is.
pub enum Kind {
    Whole,
    Truth,
    /// The name of an enum's value, or a text.
    Text,
    /// An index among the objects of this sig.
    Place(String),
    /// The id of an object.
    Id,
    /// One of these, by name.
    Either(Vec<(&'static str, Kind)>),
}

impl TableSchema {
    pub fn of(header: &Header, ids: Ids) -> TableSchema {
        let tops = header.types.iter().filter(|ty| ty.parent.is_none());
        let tops = tops.map(|ty| TopSig::of(header, &ty.name)).collect();
        let members = |members: &[korrel_heapgraph::Member]| {
            members.iter().map(|one| (one.name.clone(), one.shape.clone())).collect::<Vec<_>>()
        };
        let sets = header.sets.iter().map(|set| (set.name.clone(), Shape::Set(set.of.clone())));
        let parts = [
            ("roots", members(&header.roots)),
            ("sets", sets.collect()),
            ("relations", members(&header.relations)),
            ("witness", members(&header.witnesses)),
        ];
        let parts = parts.into_iter().filter(|(_, members)| !members.is_empty()).collect();
        TableSchema { ids, header: header.clone(), tops, parts }
    }

    /// The columns, without a row.
    pub fn columns(&self) -> Vec<Column> {
        let id = match self.ids {
            Ids::Texts => Values::Text(Coded::default()),
            Ids::Numbers => Values::Decimal(Vec::new()),
        };
        let key = Values::Text(Coded::default());
        let mut columns = vec![Column::new("id", true, id), Column::new("key", true, key)];
        let mut parts = self.parts.iter().map(|(part, members)| {
            let members = members.iter().map(|(name, shape)| {
                // A witness need not be there.
                self.column(name, shape, *part == "witness")
            });
            Column::new(*part, false, Values::Struct(members.collect()))
        });
        let objects = self.tops.iter().map(|top| {
            let mut members = vec![Column::new("$id", false, Values::Text(Coded::default()))];
            if top.has_subtypes {
                members.push(Column::new("$type", false, Values::Text(Coded::default())));
            }
            let fields = top.fields.iter();
            members.extend(fields.map(|of| self.column(&of.column, &of.shape, of.is_optional)));
            Column::list(&top.name, false, Values::Struct(members))
        });
        let objects: Vec<Column> = objects.collect();
        let roots = self.parts.first().is_some_and(|(part, _)| *part == "roots");
        columns.extend(roots.then(|| parts.next()).flatten());
        if !objects.is_empty() {
            columns.push(Column::new("objects", false, Values::Struct(objects)));
        }
        columns.extend(parts);
        columns
    }

    fn column(&self, name: &str, shape: &Shape, is_optional: bool) -> Column {
        let item = |cells: &Cells| kind(&self.header, cells).values();
        let pair = |columns: Vec<(String, &Cells)>| {
            let columns =
                columns.into_iter().map(|(name, cells)| Column::new(name, false, item(cells)));
            Values::Struct(columns.collect())
        };
        match shape {
            Shape::One(cells) | Shape::Lone(cells) => {
                let may_be_missing = is_optional || matches!(shape, Shape::Lone(_));
                match kind(&self.header, cells) {
                    // A struct is always there, and its members need not be.
                    Kind::Either(kinds) => Column::new(name, false, Kind::Either(kinds).values()),
                    kind => Column::new(name, may_be_missing, kind.values()),
                }
            }
            Shape::Set(cells) | Shape::Sequence(cells) => {
                Column::list(name, is_optional, item(cells))
            }
            Shape::Map(keys, values) => {
                let members = vec![("key".to_owned(), keys), ("value".to_owned(), values)];
                Column::list(name, is_optional, pair(members))
            }
            Shape::Relation(columns) => {
                let members = columns.iter().enumerate();
                let members = members.map(|(at, cells)| (format!("c{at}"), cells));
                Column::list(name, is_optional, pair(members.collect()))
            }
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn add(
        &self,
        (columns, pool): (&mut [Column], &mut Pool),
        id: Option<&str>,
        heap: &Heap,
    ) -> Result<(), String> {
        let mut columns = columns.iter_mut();
        let mut next = || columns.next().expect("there is a column for each part");
        let state = &heap.state;
        let mut row = Row { header: &self.header, state, places: self.places(state), pool };
        add_id(next(), row.pool, id)?;
        row.text(next(), heap.key.as_deref());
        for (part, members) in self.parts.iter().filter(|(part, _)| *part == "roots") {
            row.members(next(), part, members, &state.roots)?;
        }
        if !self.tops.is_empty() {
            row.objects(next(), &self.tops)?;
        }
        for (part, members) in self.parts.iter().filter(|(part, _)| *part != "roots") {
            let sets: Vec<(String, Value)>;
            let values = match *part {
                "sets" => {
                    let set = |(name, items): &(String, Vec<Scalar>)| {
                        (name.clone(), Value::Set(items.clone()))
                    };
                    sets = state.sets.iter().map(set).collect();
                    &sets
                }
                "relations" => &state.relations,
                _ => &heap.witnesses,
            };
            row.members(next(), part, members, values)?;
        }
        Ok(())
    }

    /// The index of each object among those of its top-level sig.
    fn places(&self, state: &State) -> Vec<i32> {
        let mut counts: BTreeMap<&str, i32> = BTreeMap::new();
        let place = |object: &Object| {
            let top =
                self.header.type_of(&object.type_name).map_or("", |ty| self.header.top(&ty.name));
            let count = counts.entry(top).or_default();
            *count += 1;
            *count - 1
        };
        state.objects.iter().map(place).collect()
    }
}

impl TopSig {
    fn of(header: &Header, name: &str) -> TopSig {
        let types: Vec<&str> = header.descendants(name).collect();
        let mut fields: Vec<FieldOf> = Vec::new();
        for ty in &types {
            let own = header.type_of(ty).into_iter().flat_map(|ty| &ty.fields);
            for field in header.fields(ty) {
                let is_own = own.clone().any(|own| own.name == field.name);
                let known =
                    fields.iter_mut().find(|of| of.name == field.name && of.shape == field.shape);
                match known {
                    Some(of) => {
                        of.types.push((*ty).to_owned());
                        of.is_optional |= !is_own;
                    }
                    None => fields.push(FieldOf {
                        column: String::new(),
                        name: field.name.clone(),
                        shape: field.shape.clone(),
                        types: vec![(*ty).to_owned()],
                        is_optional: !is_own,
                    }),
                }
            }
        }
        let names: Vec<String> = fields.iter().map(|of| of.name.clone()).collect();
        for of in &mut fields {
            let is_shared = names.iter().filter(|name| **name == of.name).count() > 1;
            let qualified = || format!("{}.{}", of.types[0], of.name);
            of.column = if is_shared { qualified() } else { of.name.clone() };
            of.is_optional |= of.types.len() < types.len();
        }
        TopSig { name: name.to_owned(), has_subtypes: types.len() > 1, fields }
    }
}

impl Kind {
    fn values(&self) -> Values {
        match self {
            Kind::Whole => Values::Long(Coded::default()),
            Kind::Truth => Values::Truth(Vec::new()),
            Kind::Text | Kind::Id => Values::Text(Coded::default()),
            Kind::Place(_) => Values::Int(Coded::default()),
            Kind::Either(kinds) => {
                let member = |(name, kind): &(&str, Kind)| Column::new(*name, true, kind.values());
                Values::Struct(kinds.iter().map(member).collect())
            }
        }
    }
}

/// What the values of a place are.
pub fn kind(header: &Header, cells: &Cells) -> Kind {
    let is_any = cells.has("univ");
    let objects = cells.sorts().filter(|sort| header.type_of(sort).is_some());
    let mut tops: Vec<&str> = objects.map(|sort| header.top(sort)).collect();
    tops.dedup();
    let is_enum = |sort: &str| header.enums.iter().any(|of| of.name == sort);
    let is_text = |sort: &str| sort == "string" || is_enum(sort);
    // A subset sig holds what it is a subset of.
    let is_other = cells.sorts().any(|sort| {
        header.type_of(sort).is_none() && !is_text(sort) && !["int", "bool", "univ"].contains(&sort)
    });
    let object = match &tops[..] {
        [] => None,
        [top] if !is_any && !is_other => Some(Kind::Place((*top).to_owned())),
        _ => Some(Kind::Id),
    };
    let is_any = is_any || is_other;
    let kinds = [
        ("object", if is_any { Some(Kind::Id) } else { object }),
        ("int", (is_any || cells.has("int")).then_some(Kind::Whole)),
        ("bool", (is_any || cells.has("bool")).then_some(Kind::Truth)),
        ("text", (is_any || cells.sorts().any(is_text)).then_some(Kind::Text)),
    ];
    let mut kinds: Vec<(&'static str, Kind)> =
        kinds.into_iter().filter_map(|(name, kind)| Some((name, kind?))).collect();
    match kinds.len() {
        1 => kinds.remove(0).1,
        _ => Kind::Either(kinds),
    }
}
