//! Lines as Korrel writes them, into columns.
//!
//! *Problem.* A row by way of a tree of JSON and a heap takes microseconds, and a line is found in a tenth of one. *Choice.*
//! Korrel writes members in the order of the header and without spaces, so a line is read from left to right into cells
//! that the header alone plans, without a tree. Neighbours share most of their text: what the last line read up to
//! the first change stays, and reading goes on from there. *Rejected.* Cells from the search in place of text: threads,
//! `show` and the specs whose lines are written from heaps each need another way then, and little of the time is left
//! to gain. A line in any other form is not read here ([`LineReader::read`]). `row` defines what a heap is as a row, and the tests
//! hold both against each other.

use crate::cells::RowCells;
use crate::column::Column;
use crate::plan::{Form, KEY, LinePlan, MemberPlan, PARTS, ScalarPlan, ValuePlan};
use crate::pool::Pool;
use crate::schema::TableSchema;

/// Reads lines one after the other.
///
/// Invariant: `row` and `marks` are what reading `body` gave, if it is not empty.
pub struct LineReader {
    plan: LinePlan,
    row: RowCells,
    marks: Vec<Mark>,
    /// What followed the id in the last line.
    body: Vec<u8>,
}

/// A place in a line at which reading can go on.
#[derive(Clone, Copy)]
struct Mark {
    /// The number of bytes read.
    at: usize,
    /// The number of cells filled.
    filled: usize,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
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
enum Nth {
    First,
    Later,
}

/// Whose list it is.
#[derive(Clone, Copy)]
enum Owner {
    Member(usize, usize),
    Field(usize, u64, usize),
}

impl LineReader {
    /// `None` if lines of this header are not read so.
    pub fn of(schema: &TableSchema) -> Option<LineReader> {
        let plan = LinePlan::of(schema)?;
        let row = RowCells::new(&plan);
        Some(LineReader { plan, row, marks: Vec::new(), body: Vec::new() })
    }

    /// Forgets the last line. Codes of another pool follow.
    pub fn forget(&mut self) {
        self.body.clear();
        self.marks.clear();
        self.row.keep(0);
    }

    /// Adds what follows the id in a line to all columns but that of ids. `false`: it is not as Korrel writes it, and nothing
    /// was added.
    pub fn read(&mut self, body: &[u8], columns: &mut [Column], pool: &mut Pool) -> bool {
        let same = common(&self.body, body);
        // The byte that a mark stands before has been looked at.
        while self.marks.last().is_some_and(|mark| mark.at >= same) {
            self.marks.pop();
        }
        let begin = Mark { at: 0, filled: 0, place: Place::Begin };
        let mark = self.marks.pop().unwrap_or(begin);
        self.row.keep(mark.filled);
        self.body.truncate(mark.at.min(self.body.len()));
        self.body.extend_from_slice(&body[mark.at..]);
        let mut scan = Scan {
            plan: &self.plan,
            row: &mut self.row,
            marks: &mut self.marks,
            pool,
            text: &self.body,
            at: mark.at,
        };
        if scan.line(mark.place).is_some() && self.row.resolve(&self.plan, pool) {
            self.row.add_to(columns, &self.plan);
            return true;
        }
        self.forget();
        false
    }
}

/// The number of bytes with which both begin.
fn common(one: &[u8], other: &[u8]) -> usize {
    let (eights, others) = (one.as_chunks::<8>().0, other.as_chunks::<8>().0);
    let whole = eights.iter().zip(others).take_while(|(one, other)| one == other).count() * 8;
    whole + one[whole..].iter().zip(&other[whole..]).take_while(|(one, other)| one == other).count()
}

struct Scan<'s> {
    plan: &'s LinePlan,
    row: &'s mut RowCells,
    marks: &'s mut Vec<Mark>,
    pool: &'s mut Pool,
    text: &'s [u8],
    at: usize,
}

impl<'s> Scan<'s> {
    /// Reads from a place to the end.
    fn line(&mut self, mut place: Place) -> Option<()> {
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
                let number = self.integer()?;
                self.put(plan, plan.whole, number)
            }
        }
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
            ScalarPlan { whole: None, truth: None, name: Some(_), .. } => self.name(plan),
            _ => None,
        }
    }

    fn name(&mut self, plan: &ScalarPlan) -> Option<()> {
        let text = self.string()?;
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
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '))?;
        self.at += end + 1;
        (rest[end] == b'"').then_some(&rest[..end])
    }

    /// A number as Korrel writes it.
    fn integer(&mut self) -> Option<i64> {
        let is_negative = self.has(b"-");
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
        let (mut number, mut count) = (0_i64, 0);
        for digit in digits.take(18) {
            number = number * 10 + i64::from(digit - b'0');
            count += 1;
        }
        // Another byte that is of a number is refused by what follows it.
        let is_plain = count > 0 && (count == 1 || self.text[self.at] != b'0');
        self.at += count;
        let is_plain = is_plain && !(is_negative && number == 0);
        is_plain.then_some(if is_negative { -number } else { number })
    }
}
