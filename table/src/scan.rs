//! A line, from left to right.

use crate::cells::RowCells;
use crate::plan::{Form, KEY, LinePlan, MemberPlan, PARTS, ScalarPlan, ValuePlan};
use crate::pool::Pool;
use crate::spans::{Span, Spans};

/// A place in a line at which reading can go on.
#[derive(Clone, Copy)]
pub struct Mark {
    /// The number of bytes read.
    pub at: usize,
    /// The number of cells filled.
    pub filled: usize,
    place: Place,
}

#[derive(Clone, Copy)]
pub enum Place {
    Begin,
    /// Before this member of a part.
    Member(usize, usize),
    /// Before an object, the first one or a later one.
    Objects(Nth),
    /// In an object of this type, with these members, as bits.
    Fields(usize, u64),
    /// After so many items of a list.
    Items(Owner, usize),
    End,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Nth {
    First,
    Later,
}

/// Whose list it is.
#[derive(Clone, Copy)]
pub enum Owner {
    Member(usize, usize),
    Field(usize, u64, usize),
}

impl Mark {
    pub const BEGIN: Mark = Mark { at: 0, filled: 0, place: Place::Begin };
}

pub struct Scan<'s> {
    pub plan: &'s LinePlan,
    pub row: &'s mut RowCells,
    pub marks: &'s mut Vec<Mark>,
    pub spans: &'s mut Spans,
    pub pool: &'s mut Pool,
    pub text: &'s [u8],
    /// The number of bytes read.
    pub at: usize,
}

impl<'s> Scan<'s> {
    /// Reads from a mark to the end.
    pub fn line(&mut self, mark: Mark) -> Option<()> {
        let mut place = mark.place;
        loop {
            self.marks.push(Mark { at: self.at, filled: self.row.filled(), place });
            place = match place {
                Place::Begin => self.begin()?,
                Place::Member(part, at) => self.member(part, at)?,
                Place::Objects(nth) => self.object(nth)?,
                Place::Fields(ty, seen) => self.field(ty, seen)?,
                Place::Items(owner, read) => self.item(owner, read)?,
                Place::End => return (self.at == self.text.len()).then_some(()),
            };
        }
    }

    fn begin(&mut self) -> Option<Place> {
        if self.has(b",\"key\":") {
            let key = self.string()?;
            let code = self.pool.code(key);
            self.row.add(KEY, code.into());
        } else {
            self.row.add_missing(KEY);
        }
        self.eat(b",\"roots\":{")?;
        Some(Place::Member(0, 0))
    }

    /// The next part after the objects, or after another one.
    fn part(&mut self, from: usize) -> Option<Place> {
        let next = (from..PARTS.len()).find(|part| !self.plan.parts[*part].is_empty());
        let Some(next) = next else {
            self.eat(b"}")?;
            return Some(Place::End);
        };
        self.eat(b",\"")?;
        self.eat(PARTS[next].as_bytes())?;
        self.eat(b"\":{")?;
        Some(Place::Member(next, 0))
    }

    fn member(&mut self, part: usize, at: usize) -> Option<Place> {
        let members = &self.plan.parts[part];
        if at == members.len() {
            self.eat(b"}")?;
            if part > 0 {
                return self.part(part + 1);
            }
            self.eat(b",\"objects\":{")?;
            return Some(Place::Objects(Nth::First));
        }
        if at > 0 {
            self.eat(b",")?;
        }
        self.eat(&members[at].key)?;
        let is_list = self.value(&members[at])?;
        let list = Place::Items(Owner::Member(part, at), 0);
        Some(if is_list { list } else { Place::Member(part, at + 1) })
    }

    fn object(&mut self, nth: Nth) -> Option<Place> {
        if self.has(b"}") {
            return self.part(1);
        }
        if nth == Nth::Later {
            self.eat(b",")?;
        }
        let id = self.string()?;
        self.eat(b":{\"$type\":")?;
        let name = self.string()?;
        let ty = self.plan.types.iter().position(|ty| ty.name.as_bytes() == name)?;
        let top = &self.plan.tops[self.plan.types[ty].top];
        let code = self.pool.code(id);
        self.row.add(top.id, code.into());
        if let Some(cell) = top.ty {
            let code = self.pool.code(name);
            self.row.add(cell, code.into());
        }
        Some(Place::Fields(ty, 0))
    }

    fn field(&mut self, ty: usize, seen: u64) -> Option<Place> {
        let of = &self.plan.types[ty];
        let members = &self.plan.tops[of.top].members;
        if self.has(b"}") {
            if of.must & !seen != 0 {
                return None;
            }
            let missing = members.iter().enumerate().filter(|(at, _)| seen >> at & 1 == 0);
            missing.for_each(|(_, member)| self.missing(member));
            return Some(Place::Objects(Nth::Later));
        }
        self.eat(b",")?;
        let rest = &self.text[self.at..];
        let mut open = (0..members.len()).filter(|at| (of.may & !seen) >> at & 1 == 1);
        let at = open.find(|at| rest.starts_with(&members[*at].key))?;
        self.at += members[at].key.len();
        let is_list = self.value(&members[at])?;
        let list = Place::Items(Owner::Field(ty, seen, at), 0);
        Some(if is_list { list } else { Place::Fields(ty, seen | 1 << at) })
    }

    /// Reads a value, or only the bracket that opens it: `true` then.
    fn value(&mut self, member: &MemberPlan) -> Option<bool> {
        if self.text.get(self.at) == Some(&b'n') {
            self.eat(b"null")?;
            member.is_optional.then(|| self.missing(member))?;
            return Some(false);
        }
        match &member.value {
            ValuePlan::One(plan) => {
                self.scalar(plan)?;
                Some(false)
            }
            ValuePlan::List { form: Form::Map, .. } => self.eat(b"{").map(|()| true),
            ValuePlan::List { .. } => self.eat(b"[").map(|()| true),
        }
    }

    fn missing(&mut self, member: &MemberPlan) {
        match &member.value {
            ValuePlan::One(plan) => {
                (plan.cells.0..plan.cells.1).for_each(|cell| self.row.add_missing(cell));
            }
            ValuePlan::List { length, .. } => self.row.add_missing(*length),
        }
    }

    fn item(&mut self, owner: Owner, read: usize) -> Option<Place> {
        let plan = self.plan;
        let (member, after) = match owner {
            Owner::Member(part, at) => (&plan.parts[part][at], Place::Member(part, at + 1)),
            Owner::Field(ty, seen, at) => {
                let members = &plan.tops[plan.types[ty].top].members;
                (&members[at], Place::Fields(ty, seen | 1 << at))
            }
        };
        let ValuePlan::List { form, length, items } = &member.value else {
            unreachable!("it was begun as a list")
        };
        if self.has(if *form == Form::Map { b"}" } else { b"]" }) {
            // The last of two entries is meant.
            if *form == Form::Map && self.row.has_twice(items[0].cells.0, read) {
                return None;
            }
            self.row.add(*length, read as i64);
            return Some(after);
        }
        if read > 0 {
            self.eat(b",")?;
        }
        match form {
            Form::Set => self.scalar(&items[0])?,
            Form::Map => {
                self.key(&items[0])?;
                self.eat(b":")?;
                self.scalar(&items[1])?;
            }
            Form::Relation => {
                for (at, item) in items.iter().enumerate() {
                    self.eat(if at == 0 { b"[" } else { b"," })?;
                    self.scalar(item)?;
                }
                self.eat(b"]")?;
            }
        }
        Some(Place::Items(owner, read + 1))
    }

    fn scalar(&mut self, plan: &ScalarPlan) -> Option<()> {
        match self.text.get(self.at)? {
            b'"' => self.name(plan),
            b't' => {
                self.eat(b"true")?;
                self.put(plan, plan.truth, 1)
            }
            b'f' => {
                self.eat(b"false")?;
                self.put(plan, plan.truth, 0)
            }
            _ => {
                let begin = self.at;
                let number = self.integer()?;
                self.span(plan.whole?, (begin, self.at), false);
                self.put(plan, plan.whole, number)
            }
        }
    }

    /// A value that is put into a cell now.
    fn span(&mut self, cell: usize, (begin, end): (usize, usize), is_text: bool) {
        let nth = self.row.count(cell);
        self.spans.add(Span { begin, end, is_text, cell, nth });
    }

    /// A value as the key of a map, always a text. It has one cell.
    fn key(&mut self, plan: &ScalarPlan) -> Option<()> {
        match *plan {
            ScalarPlan { whole: Some(cell), truth: None, name: None, .. } => {
                self.eat(b"\"")?;
                let number = self.integer()?;
                self.row.add(cell, number);
                self.eat(b"\"")
            }
            ScalarPlan { whole: None, truth: None, name: Some(cell), .. } => {
                let text = self.string()?;
                self.row.add(cell, self.pool.code(text).into());
                Some(())
            }
            _ => None,
        }
    }

    fn name(&mut self, plan: &ScalarPlan) -> Option<()> {
        let text = self.string()?;
        self.span(plan.name?, (self.at - 1 - text.len(), self.at - 1), true);
        let code = self.pool.code(text);
        self.put(plan, plan.name, code.into())
    }

    fn put(&mut self, plan: &ScalarPlan, cell: Option<usize>, value: i64) -> Option<()> {
        let wanted = cell?;
        for cell in plan.cells.0..plan.cells.1 {
            if cell == wanted {
                self.row.add(cell, value);
            } else {
                self.row.add_missing(cell);
            }
        }
        Some(())
    }

    fn eat(&mut self, text: &[u8]) -> Option<()> {
        self.has(text).then_some(())
    }

    fn has(&mut self, text: &[u8]) -> bool {
        let has = self.text[self.at..].starts_with(text);
        if has {
            self.at += text.len();
        }
        has
    }

    /// A string without escapes, and without the characters that JSON has only as escapes.
    fn string(&mut self) -> Option<&'s [u8]> {
        self.eat(b"\"")?;
        let rest = &self.text[self.at..];
        let end = rest.iter().position(is_special)?;
        self.at += end + 1;
        (rest[end] == b'"').then_some(&rest[..end])
    }

    fn integer(&mut self) -> Option<i64> {
        let (number, length) = integer(&self.text[self.at..])?;
        self.at += length;
        Some(number)
    }
}

/// A byte that is not in a string as it is.
pub fn is_special(byte: &u8) -> bool {
    matches!(byte, b'"' | b'\\' | ..b' ')
}

/// The number with which a text begins, as Korrel writes it, and its length.
pub fn integer(text: &[u8]) -> Option<(i64, usize)> {
    let is_negative = text.first() == Some(&b'-');
    let digits = &text[usize::from(is_negative)..];
    let (mut number, mut count) = (0_i64, 0);
    for digit in digits.iter().take_while(|byte| byte.is_ascii_digit()).take(18) {
        number = number * 10 + i64::from(digit - b'0');
        count += 1;
    }
    // Another byte that is of a number is refused by what follows it.
    let is_plain = count > 0 && (count == 1 || digits[0] != b'0');
    let is_plain = is_plain && !(is_negative && number == 0);
    let number = if is_negative { -number } else { number };
    is_plain.then_some((number, count + usize::from(is_negative)))
}
