//! Where each value of a line goes, from the header alone.

use korrel_heapgraph::{Column as Cells, Header, Shape};

use crate::column::{Column, Values};
use crate::schema::{Kind, TableSchema, TopSig, kind};

/// What a cell of a row holds, and what is to be known of it when all objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A number, a truth value, or the code of a text.
    Plain,
    /// The code of a text that is no object's id.
    Text,
    /// The code of an object's id.
    Id,
    /// The same of an object of this top-level sig; its place is written.
    Place(usize),
}

/// The cells of a row are in the order of its columns, those of a list behind its length.
pub struct LinePlan {
    pub roles: Vec<Role>,
    /// The column of each: the steps to it among the columns but that of ids.
    pub paths: Vec<Vec<u16>>,
    /// `roots`, `sets`, `relations` and `witness`, in the order of a line.
    pub parts: [Vec<MemberPlan>; 4],
    pub tops: Vec<TopPlan>,
    pub types: Vec<TypePlan>,
}

pub const PARTS: [&str; 4] = ["roots", "sets", "relations", "witness"];

/// The cell of the row's key, which is the first one; ids have none.
pub const KEY: usize = 0;

pub struct TopPlan {
    /// The cell of the number of its objects.
    pub count: usize,
    pub id: usize,
    /// The cell of the type, where there are several.
    pub ty: Option<usize>,
    pub members: Vec<MemberPlan>,
}

pub struct TypePlan {
    pub name: String,
    pub top: usize,
    /// The members that an object of the type may have, and those that it must have, as bits.
    pub may: u64,
    pub must: u64,
}

pub struct MemberPlan {
    /// `"next":`
    pub key: Vec<u8>,
    pub is_optional: bool,
    pub value: ValuePlan,
}

pub enum ValuePlan {
    One(ScalarPlan),
    List { form: Form, length: usize, items: Vec<ScalarPlan> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Set,
    Map,
    Relation,
}

/// The cells of one value: several if it may be of several kinds.
#[derive(Clone, Default)]
pub struct ScalarPlan {
    /// All of them, from one to before another.
    pub cells: (usize, usize),
    pub whole: Option<usize>,
    pub truth: Option<usize>,
    /// Of a text or a reference.
    pub name: Option<usize>,
}

impl LinePlan {
    /// `None`: what a value is cannot be told before the whole line is read, or a name is written with escapes.
    pub fn of(schema: &TableSchema) -> Option<LinePlan> {
        let header = &schema.header;
        let is_plain = |name: &str| {
            name.bytes().all(|b| (b.is_ascii_graphic() || b == b' ') && b != b'"' && b != b'\\')
        };
        let members = schema.parts.iter().flat_map(|(_, members)| members);
        let fields = schema.tops.iter().flat_map(|top| top.fields.iter().map(|of| &of.name));
        let mut names = members.map(|(name, _)| name).chain(fields);
        if !names.all(|name| is_plain(name)) || schema.tops.iter().any(|top| top.fields.len() > 64)
        {
            return None;
        }
        let mut planner = Planner { header, tops: &schema.tops, roles: vec![Role::Plain] };
        let mut parts = [const { Vec::new() }; 4];
        parts[0] = planner.part(schema, PARTS[0])?;
        let (mut tops, mut types) = (Vec::new(), Vec::new());
        for (at, top) in schema.tops.iter().enumerate() {
            tops.push(planner.top(top)?);
            types.extend(header.descendants(&top.name).map(|name| TypePlan::of(name, at, top)));
        }
        for (plan, part) in parts.iter_mut().zip(PARTS).skip(1) {
            *plan = planner.part(schema, part)?;
        }
        let is_small = planner.roles.len() <= usize::from(u16::MAX);
        let paths = paths(&schema.columns()[1..]);
        is_small.then_some(LinePlan { roles: planner.roles, paths, parts, tops, types })
    }
}

/// Where each leaf and each list is.
fn paths(columns: &[Column]) -> Vec<Vec<u16>> {
    let below = |(at, column): (usize, &Column)| {
        let own = (!matches!(column.values, Values::Struct(_))).then(Vec::new);
        let below = match &column.values {
            Values::Struct(members) => paths(members),
            Values::List(lists) => paths(std::slice::from_ref(&lists.item)),
            _ => Vec::new(),
        };
        let within = move |path: Vec<u16>| [&[at as u16], &path[..]].concat();
        own.into_iter().chain(below).map(within).collect::<Vec<_>>()
    };
    columns.iter().enumerate().flat_map(below).collect()
}

impl TypePlan {
    fn of(name: &str, at: usize, top: &TopSig) -> TypePlan {
        let bits = |is_in: &dyn Fn(usize) -> bool| {
            (0..top.fields.len())
                .filter(|field| is_in(*field))
                .fold(0, |bits, field| bits | 1 << field)
        };
        TypePlan {
            name: name.to_owned(),
            top: at,
            may: bits(&|field| top.fields[field].types.iter().any(|of| of == name)),
            must: bits(&|field| !top.fields[field].is_optional),
        }
    }
}

/// Gives out cells, in the order in which columns are made.
struct Planner<'s> {
    header: &'s Header,
    tops: &'s [TopSig],
    roles: Vec<Role>,
}

impl Planner<'_> {
    fn cell(&mut self, role: Role) -> usize {
        self.roles.push(role);
        self.roles.len() - 1
    }

    fn part(&mut self, schema: &TableSchema, part: &str) -> Option<Vec<MemberPlan>> {
        let members = schema.parts.iter().filter(|(other, _)| *other == part);
        let mut members = members.flat_map(|(_, members)| members);
        let is_optional = part == "witness";
        members.try_fold(Vec::new(), |mut plans, (name, shape)| {
            plans.push(self.member(name, shape, is_optional)?);
            Some(plans)
        })
    }

    fn top(&mut self, top: &TopSig) -> Option<TopPlan> {
        let (count, id) = (self.cell(Role::Plain), self.cell(Role::Plain));
        let ty = top.has_subtypes.then(|| self.cell(Role::Plain));
        let mut members = Vec::new();
        for of in &top.fields {
            members.push(self.member(&of.name, &of.shape, of.is_optional)?);
        }
        Some(TopPlan { count, id, ty, members })
    }

    fn member(&mut self, name: &str, shape: &Shape, is_optional: bool) -> Option<MemberPlan> {
        let list = |planner: &mut Self, form, columns: &[&Cells]| {
            let length = planner.cell(Role::Plain);
            let items = columns.iter().map(|cells| planner.scalar(cells)).collect::<Option<_>>()?;
            Some(ValuePlan::List { form, length, items })
        };
        let value = match shape {
            Shape::One(cells) | Shape::Lone(cells) => ValuePlan::One(self.scalar(cells)?),
            Shape::Set(cells) | Shape::Sequence(cells) => list(self, Form::Set, &[cells])?,
            Shape::Map(keys, values) => list(self, Form::Map, &[keys, values])?,
            Shape::Relation(columns) => {
                list(self, Form::Relation, &columns.iter().collect::<Vec<_>>())?
            }
        };
        let is_optional = is_optional || matches!(shape, Shape::Lone(_));
        Some(MemberPlan { key: format!("\"{name}\":").into_bytes(), is_optional, value })
    }

    fn scalar(&mut self, cells: &Cells) -> Option<ScalarPlan> {
        let kinds = match kind(self.header, cells) {
            Kind::Either(kinds) => kinds.into_iter().map(|(_, kind)| kind).collect(),
            kind => vec![kind],
        };
        let mut plan = ScalarPlan::default();
        plan.cells.0 = self.roles.len();
        for kind in kinds {
            let (role, place) = match kind {
                Kind::Whole => (Role::Plain, &mut plan.whole),
                Kind::Truth => (Role::Plain, &mut plan.truth),
                Kind::Text => (Role::Text, &mut plan.name),
                Kind::Id => (Role::Id, &mut plan.name),
                Kind::Place(top) => {
                    let at = self.tops.iter().position(|other| other.name == top)?;
                    (Role::Place(at), &mut plan.name)
                }
                Kind::Either(_) => unreachable!("a kind is one of several only once"),
            };
            // A text and an object look alike.
            if place.is_some() {
                return None;
            }
            *place = Some(self.roles.len());
            self.roles.push(role);
        }
        plan.cells.1 = self.roles.len();
        Some(plan)
    }
}
