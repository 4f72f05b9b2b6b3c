//! Columns: values of one type, one after the other.

use crate::coded::Coded;

/// The last row's values may stand for those of rows after it, until they are settled. Most rows of a stream differ from the one
/// before in few columns.
///
/// Invariant: `valid` has an entry for each value if `is_optional`, and is empty otherwise.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub is_optional: bool,
    pub valid: Vec<bool>,
    pub values: Values,
    /// The number of rows whose values are here.
    rows: usize,
    /// The number of values that the last of them has.
    last: usize,
}

/// Where a value is missing there is an empty one in its place.
#[derive(Clone, Debug)]
pub enum Values {
    Long(Coded),
    Int(Coded),
    Truth(Vec<bool>),
    /// Each as its code in a pool.
    Text(Coded),
    /// Numbers of 38 digits.
    Decimal(Vec<i128>),
    List(Lists),
    /// Never missing.
    Struct(Vec<Column>),
}

/// Lists, whose items lie one behind the other.
#[derive(Clone, Debug)]
pub struct Lists {
    pub lengths: Vec<usize>,
    pub item: Box<Column>,
    /// The number of items that are in a list.
    ended: usize,
}

impl Column {
    pub fn new(name: impl Into<String>, is_optional: bool, values: Values) -> Column {
        let name = name.into();
        Column { name, is_optional, valid: Vec::new(), values, rows: 0, last: 0 }
    }

    pub fn list(name: impl Into<String>, is_optional: bool, item: Values) -> Column {
        let item = Box::new(Column::new("element", false, item));
        Column::new(name, is_optional, Values::List(Lists { lengths: Vec::new(), item, ended: 0 }))
    }

    pub fn members(&mut self) -> &mut [Column] {
        match &mut self.values {
            Values::Struct(members) => members,
            _ => unreachable!("it was made as a struct"),
        }
    }

    pub fn lists(&mut self) -> &mut Lists {
        match &mut self.values {
            Values::List(lists) => lists,
            _ => unreachable!("it was made as a list"),
        }
    }

    pub fn len(&self) -> usize {
        match &self.values {
            Values::Long(coded) | Values::Int(coded) | Values::Text(coded) => coded.keys.len(),
            Values::Truth(values) => values.len(),
            Values::Decimal(values) => values.len(),
            Values::List(lists) => lists.lengths.len(),
            Values::Struct(members) => members[0].len(),
        }
    }

    /// The number of bytes that the values of so many rows take, about.
    pub fn size(&self, rows: usize) -> usize {
        let of = |each: usize| (self.len() + self.last * (rows - self.rows)) * each;
        match &self.values {
            Values::Long(_) => of(8),
            Values::Int(_) | Values::Text(_) => of(4),
            Values::Truth(_) => of(1),
            Values::Decimal(_) => of(16),
            Values::List(lists) => of(8) + lists.item.size(rows),
            Values::Struct(members) => members.iter().map(|member| member.size(rows)).sum(),
        }
    }

    /// The column below this one to which a path leads.
    pub fn at(&mut self, path: &[u16]) -> &mut Column {
        path.iter().fold(self, |column, step| match &mut column.values {
            Values::Struct(members) => &mut members[usize::from(*step)],
            Values::List(lists) => &mut lists.item,
            _ => unreachable!("a leaf has nothing below it"),
        })
    }

    /// Begins the row after so many, which has so many values. The first of them are the same as those of the last row, and
    /// the others are added next.
    pub fn begin_row(&mut self, rows: usize, count: usize, same: usize) {
        self.settle(rows);
        if same > 0 {
            self.again(same, 1);
        }
        (self.rows, self.last) = (rows + 1, count);
    }

    /// Adds the last row again, until there are so many.
    fn settle(&mut self, rows: usize) {
        let times = rows - std::mem::replace(&mut self.rows, rows);
        if times == 0 || self.last == 0 {
            return;
        }
        self.again(self.last, times);
    }

    /// Adds so many of the first values of the last row so many times.
    fn again(&mut self, count: usize, times: usize) {
        let of = (self.last, count);
        if self.is_optional {
            repeat(&mut self.valid, of, times);
        }
        match &mut self.values {
            Values::Long(coded) | Values::Int(coded) | Values::Text(coded) => {
                repeat(&mut coded.keys, of, times);
            }
            Values::Truth(values) => repeat(values, of, times),
            Values::Decimal(values) => repeat(values, of, times),
            Values::List(lists) => repeat(&mut lists.lengths, of, times),
            Values::Struct(_) => {}
        }
    }

    /// The same in all that is below. Rows that are added otherwise follow.
    pub fn settle_all(&mut self, rows: usize) {
        self.settle(rows);
        self.last = 0;
        match &mut self.values {
            Values::List(lists) => {
                lists.item.settle_all(rows);
                lists.ended = lists.item.len();
            }
            Values::Struct(members) => {
                members.iter_mut().for_each(|member| member.settle_all(rows));
            }
            _ => {}
        }
    }

    /// Says that the value that is added next, or was added last, is there.
    pub fn mark(&mut self, is_there: bool) {
        debug_assert!(is_there || self.is_optional, "{} has no missing values", self.name);
        if self.is_optional {
            self.valid.push(is_there);
        }
    }

    /// Adds that there is no value.
    pub fn add_missing(&mut self) {
        match &mut self.values {
            Values::Long(coded) | Values::Int(coded) | Values::Text(coded) => coded.push_missing(),
            Values::Truth(values) => values.push(false),
            Values::Decimal(values) => values.push(0),
            Values::List(lists) => lists.end(),
            // A struct is always there.
            Values::Struct(members) => return members.iter_mut().for_each(Column::add_missing),
        }
        self.mark(false);
    }

    /// Takes all values out.
    pub fn clear(&mut self) {
        self.valid.clear();
        self.rows = 0;
        match &mut self.values {
            Values::Long(coded) | Values::Int(coded) | Values::Text(coded) => coded.clear(),
            Values::Truth(values) => values.clear(),
            Values::Decimal(values) => values.clear(),
            Values::List(lists) => {
                lists.lengths.clear();
                lists.item.clear();
                lists.ended = 0;
            }
            Values::Struct(members) => members.iter_mut().for_each(Column::clear),
        }
    }
}

impl Lists {
    /// Ends a list after the items that were added last.
    pub fn end(&mut self) {
        self.lengths.push(self.item.len() - self.ended);
        self.ended = self.item.len();
    }
}

/// Adds `count` of the first of the `last` values so many times.
fn repeat<T: Copy>(values: &mut Vec<T>, (last, count): (usize, usize), times: usize) {
    let from = values.len() - last;
    match count {
        1 => values.resize(values.len() + times, values[from]),
        _ => {
            values.reserve(count * times);
            (0..times).for_each(|_| values.extend_from_within(from..from + count));
        }
    }
}
