//! Columns: values of one type, one after the other.

/// Invariant: `valid` has an entry for each value if `is_optional`, and is empty otherwise.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub is_optional: bool,
    pub valid: Vec<bool>,
    pub values: Values,
}

/// Where a value is missing there is an empty one in its place.
#[derive(Clone, Debug)]
pub enum Values {
    Long(Vec<i64>),
    Int(Vec<i32>),
    Truth(Vec<bool>),
    /// Each as its code in a pool.
    Text(Vec<u32>),
    /// Numbers of 38 digits.
    Decimal(Vec<i128>),
    List(Lists),
    /// Never missing.
    Struct(Vec<Column>),
}

/// Invariant: `ends` has the end of each list among the items.
#[derive(Clone, Debug)]
pub struct Lists {
    pub ends: Vec<usize>,
    pub item: Box<Column>,
}

impl Column {
    pub fn new(name: impl Into<String>, is_optional: bool, values: Values) -> Column {
        Column { name: name.into(), is_optional, valid: Vec::new(), values }
    }

    pub fn list(name: impl Into<String>, is_optional: bool, item: Values) -> Column {
        let item = Box::new(Column::new("element", false, item));
        Column::new(name, is_optional, Values::List(Lists { ends: Vec::new(), item }))
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
            Values::Long(values) => values.len(),
            Values::Int(values) => values.len(),
            Values::Truth(values) => values.len(),
            Values::Text(codes) => codes.len(),
            Values::Decimal(values) => values.len(),
            Values::List(lists) => lists.ends.len(),
            Values::Struct(members) => members[0].len(),
        }
    }

    /// The number of bytes that the values take, about.
    pub fn size(&self) -> usize {
        match &self.values {
            Values::Long(values) => values.len() * 8,
            Values::Int(values) => values.len() * 4,
            Values::Truth(values) => values.len(),
            Values::Text(codes) => codes.len() * 4,
            Values::Decimal(values) => values.len() * 16,
            Values::List(lists) => lists.ends.len() * 8 + lists.item.size(),
            Values::Struct(members) => members.iter().map(Column::size).sum(),
        }
    }

    /// True if the value at a place is there.
    pub fn has(&self, at: usize) -> bool {
        !self.is_optional || self.valid[at]
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
            Values::Long(values) => values.push(0),
            Values::Int(values) => values.push(0),
            Values::Truth(values) => values.push(false),
            Values::Text(codes) => codes.push(0),
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
        match &mut self.values {
            Values::Long(values) => values.clear(),
            Values::Int(values) => values.clear(),
            Values::Truth(values) => values.clear(),
            Values::Text(codes) => codes.clear(),
            Values::Decimal(values) => values.clear(),
            Values::List(lists) => {
                lists.ends.clear();
                lists.item.clear();
            }
            Values::Struct(members) => members.iter_mut().for_each(Column::clear),
        }
    }
}

impl Lists {
    /// Ends a list after the items that were added last.
    pub fn end(&mut self) {
        self.ends.push(self.item.len());
    }

    /// The places of the items of a list.
    pub fn range(&self, at: usize) -> std::ops::Range<usize> {
        at.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[at]
    }
}
