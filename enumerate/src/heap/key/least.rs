//! Which objects come first in the least text.

use korrel_sat::Effort;
use std::cmp::Ordering;
use std::sync::Arc;

use super::super::graph::HeapGraph;
use super::cells::Cells;
use super::order::{Present, first_cells, present};
use super::script::{Script, ScriptPiece, Text, Token};
use super::spelling::by_spelling;
use super::types::{KeyType, KeyTypes};
use super::writing::{NumberedObject, Writing};

/// The flag is looked at once in so many pieces of text.
const PATIENCE: u32 = 1 << 12;

#[derive(Debug, Default)]
pub struct LeastText {
    pub(super) script: Script,
    pub(super) types: Vec<TypeRanks>,
    present: Vec<Present>,
    /// The text as far as it is written.
    text: Vec<u8>,
    /// The least whole text so far, if there is one, and the choices that led to it.
    best: Vec<u8>,
    best_path: Vec<NumberedObject>,
    has_best: bool,
    /// The text is less than the best one already, not its beginning.
    is_less: bool,
    path: Vec<NumberedObject>,
    /// By the number of choices made.
    states: Vec<Writing>,
    /// How often a better text was found.
    improved: u64,
    /// All objects in the first columns of relations get their numbers before anything else.
    pub(super) is_cautious: bool,
    /// A number was chosen that left none for what came later.
    pub(super) is_stuck: bool,
    steps: u32,
}

/// What is needed of an object's type.
#[derive(Clone, Debug)]
pub(super) struct TypeRanks {
    pub top: u32,
    pub rank: u32,
    pub text_rank: u32,
    prefix: Text,
}

/// Why the writing of a text was left.
pub(super) enum Leave {
    /// It is greater than the best one.
    Worse,
    /// One of these is to be tried.
    Choose(Vec<NumberedObject>),
}

/// How the search below a state ended.
enum Flow {
    Done,
    /// A symmetry: go on where so many choices were made.
    Back(usize),
    Stopped,
}

impl LeastText {
    /// The least text of a heap; `None` if the flag was raised first.
    pub fn least_text(
        &mut self,
        heap: &HeapGraph<'_>,
        types: &KeyTypes,
        effort: &Effort,
    ) -> Option<&[u8]> {
        self.attempt(heap, types, false, effort)?;
        if self.is_stuck {
            self.attempt(heap, types, true, effort)?;
        }
        Some(self.best())
    }

    pub(super) fn attempt(
        &mut self,
        heap: &HeapGraph<'_>,
        types: &KeyTypes,
        is_cautious: bool,
        effort: &Effort,
    ) -> Option<()> {
        (self.is_cautious, self.is_stuck) = (is_cautious, false);
        self.begin(heap, types);
        match self.search(effort) {
            Flow::Stopped => None,
            Flow::Done | Flow::Back(_) => Some(()),
        }
    }

    pub(super) fn best(&self) -> &[u8] {
        assert!(self.has_best, "a heap has a text");
        &self.best
    }

    fn begin(&mut self, heap: &HeapGraph<'_>, types: &KeyTypes) {
        self.script.fill(heap, types);
        self.types.clear();
        for object in &heap.objects {
            let ty = types.get(object.sig);
            let start = self.script.bytes.len();
            self.script.bytes.extend_from_slice(&ty.prefix);
            let KeyType { top, rank, text_rank, .. } = *ty;
            let prefix = start..self.script.bytes.len();
            self.types.push(TypeRanks { top, rank, text_rank, prefix });
        }
        self.text.clear();
        self.text.extend_from_slice(b"{\"objects\":{");
        (self.has_best, self.is_less) = (false, true);
        self.path.clear();
        if self.states.is_empty() {
            self.states.push(Writing::default());
        }
        first_cells(heap, types, &mut self.states[0].cells);
        self.states[0].begin();
        self.present = present(heap, types);
    }

    /// Searches below the state of all choices made.
    fn search(&mut self, effort: &Effort) -> Flow {
        let depth = self.path.len();
        let mut state = std::mem::take(&mut self.states[depth]);
        let left = self.write(&mut state);
        let flow = match left {
            Ok(()) => self.end(),
            Err(Leave::Worse) => Flow::Done,
            Err(Leave::Choose(choices)) => self.branch(&state, choices, effort),
        };
        self.states[depth] = state;
        flow
    }

    fn branch(&mut self, state: &Writing, choices: Vec<NumberedObject>, effort: &Effort) -> Flow {
        let (depth, length) = (self.path.len(), self.text.len());
        let (mut is_less, mut improved) = (self.is_less, self.improved);
        if self.states.len() == depth + 1 {
            self.states.push(Writing::default());
        }
        for choice in choices {
            if self.steps > PATIENCE {
                self.steps = 0;
                if effort.is_stopped() {
                    return Flow::Stopped;
                }
            }
            self.text.truncate(length);
            self.is_less = is_less;
            self.states[depth + 1].copy(state);
            self.states[depth + 1].cells.split_off(choice.0, choice.1);
            self.path.push(choice);
            let flow = self.search(effort);
            self.path.pop();
            match flow {
                Flow::Back(to) if to < depth => return flow,
                Flow::Stopped => return flow,
                _ => {}
            }
            if improved != self.improved {
                // The best text begins with this one now.
                (is_less, improved) = (false, self.improved);
            }
        }
        Flow::Done
    }

    /// At the end of a text that is not worse than the best one.
    fn end(&mut self) -> Flow {
        if !self.is_less {
            let pairs = self.path.iter().zip(&self.best_path);
            return Flow::Back(pairs.take_while(|(a, b)| a == b).count());
        }
        std::mem::swap(&mut self.best, &mut self.text);
        self.text.clear();
        self.text.extend_from_slice(&self.best);
        self.best_path.clone_from(&self.path);
        self.has_best = true;
        self.improved += 1;
        Flow::Done
    }

    /// Goes on with the text until there is a choice.
    fn write(&mut self, state: &mut Writing) -> Result<(), Leave> {
        loop {
            self.steps += 1;
            let Some(part) = state.part else {
                self.next_object(state)?;
                continue;
            };
            let pieces = self.script.parts[part as usize].clone();
            let Some(at) = pieces.clone().nth(state.piece) else {
                if part as usize == self.types.len() {
                    return Ok(());
                }
                (state.part, state.piece) = (None, 0);
                continue;
            };
            match self.script.pieces[at].clone() {
                ScriptPiece::Text(text) => self.put_text(text)?,
                ScriptPiece::Id(object) => self.put_any_id(state, object)?,
                ScriptPiece::Set { ids, rest } => {
                    let has_ids = !ids.is_empty();
                    let ids = self.script.ids[ids].to_vec();
                    self.put_set(state, &ids, &mut |search, object, number, at| {
                        search.put(if at > 0 { b"," } else { b"" })?;
                        search.put_id(object, number)
                    })?;
                    if has_ids && !rest.is_empty() {
                        self.put(b",")?;
                    }
                    self.put_text(rest)?;
                }
                ScriptPiece::Map(entries) => self.put_map(state, entries)?,
                ScriptPiece::Relation(tuples) => self.put_relation(state, tuples)?,
            }
            state.piece += 1;
        }
    }

    /// Begins the object whose id is the least: types come by name, and objects of one type by number,
    /// as both are spelled.
    fn next_object(&mut self, state: &mut Writing) -> Result<(), Leave> {
        while self.present.get(state.ty).is_some_and(|ty| state.written == ty.objects) {
            (state.ty, state.written, state.looked_at) = (state.ty + 1, 0, 0);
        }
        let Some(ty) = self.present.get(state.ty) else {
            state.part = Some(self.types.len() as u32);
            return Ok(());
        };
        let (rank, base, numbers) = (ty.rank, ty.base, Arc::clone(&ty.numbers));
        loop {
            let number = numbers[state.looked_at];
            let cell = state.cells.objects(state.cells.cell_with(base, number));
            let fits = |&&object: &&u32| self.types[object as usize].rank == rank;
            let choices: Vec<NumberedObject> =
                cell.iter().filter(fits).map(|&object| (object, number)).collect();
            match choices[..] {
                [] => {}
                [(object, _)] => {
                    if cell.len() > 1 {
                        state.cells.split_off(object, number);
                    }
                    self.put(if self.is_first(state) { b"" } else { b"," })?;
                    self.put_id(object, number)?;
                    (state.written, state.part) = (state.written + 1, Some(object));
                }
                _ => return Err(Leave::Choose(choices)),
            }
            state.looked_at += 1;
            if state.part.is_some() {
                return Ok(());
            }
        }
    }

    fn is_first(&self, state: &Writing) -> bool {
        state.ty == 0 && state.written == 0
    }

    /// The object that can have the least id of some.
    pub(super) fn least_id(
        &self,
        cells: &Cells,
        objects: impl Iterator<Item = u32>,
    ) -> Option<u32> {
        let mut least: Option<(u32, u32, u32)> = None;
        for object in objects {
            let (rank, number) = (self.types[object as usize].rank, cells.least(object));
            let is_less = least.is_none_or(|(_, other, than)| {
                rank.cmp(&other).then_with(|| by_spelling(number, than)) == Ordering::Less
            });
            if is_less {
                least = Some((object, rank, number));
            }
        }
        Some(least?.0)
    }

    /// Gives the least number of an object's cell to it, unless another object of its type that is
    /// `allowed` could have it: then one is to be chosen.
    pub(super) fn settle(
        &mut self,
        state: &mut Writing,
        object: u32,
        allowed: impl Fn(u32) -> bool,
    ) -> Result<NumberedObject, Leave> {
        let number = state.cells.least(object);
        if state.cells.number(object).is_none() {
            let rank = self.types[object as usize].rank;
            let fits = |&other: &u32| self.types[other as usize].rank == rank && allowed(other);
            let cell = state.cells.objects(state.cells.cell_of(object));
            let choices: Vec<NumberedObject> =
                cell.iter().copied().filter(fits).map(|other| (other, number)).collect();
            if choices.len() > 1 {
                return Err(Leave::Choose(choices));
            }
            state.cells.split_off(object, number);
        }
        Ok((object, number))
    }

    /// The id of an object, which gets its number if it has none.
    pub(super) fn put_any_id(&mut self, state: &mut Writing, object: u32) -> Result<(), Leave> {
        let number = state.cells.least(object);
        if state.cells.number(object).is_none() {
            state.cells.split_off(object, number);
        }
        self.put_id(object, number)
    }

    pub(super) fn put_token(&mut self, state: &mut Writing, token: &Token) -> Result<(), Leave> {
        match token {
            Token::Id(object) => self.put_any_id(state, *object),
            Token::Text(_, text) => self.put_text(text.clone()),
        }
    }

    pub(super) fn put_id(&mut self, object: u32, number: u32) -> Result<(), Leave> {
        self.put_text(self.types[object as usize].prefix.clone())?;
        if number < 10 {
            return self.put(&[b'0' + number as u8, b'"']);
        }
        self.put(format!("{number}\"").as_bytes())
    }

    /// The text of a value whose object, if it is one, has its number.
    pub(super) fn text_of(&self, cells: &Cells, token: &Token) -> Vec<u8> {
        match token {
            Token::Text(_, text) => self.script.bytes[text.clone()].to_vec(),
            Token::Id(object) => {
                let number = cells.number(*object).expect("it has its number");
                let mut text =
                    self.script.bytes[self.types[*object as usize].prefix.clone()].to_vec();
                text.extend_from_slice(format!("{number}\"").as_bytes());
                text
            }
        }
    }

    /// A comma, if there are items before.
    pub(super) fn put_comma(&mut self, has_items: &mut bool) -> Result<(), Leave> {
        self.put(if std::mem::replace(has_items, true) { b"," } else { b"" })
    }

    pub(super) fn put_text(&mut self, text: Text) -> Result<(), Leave> {
        let start = self.text.len();
        self.text.extend_from_slice(&self.script.bytes[text]);
        self.compare(start)
    }

    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Leave> {
        let start = self.text.len();
        self.text.extend_from_slice(bytes);
        self.compare(start)
    }

    /// Compares what was written since with the best text.
    fn compare(&mut self, start: usize) -> Result<(), Leave> {
        if self.is_less {
            return Ok(());
        }
        let ours = &self.text[start..];
        let theirs = &self.best[start..self.best.len().min(self.text.len())];
        match ours.cmp(theirs) {
            Ordering::Less => self.is_less = true,
            Ordering::Equal => {}
            Ordering::Greater => return Err(Leave::Worse),
        }
        Ok(())
    }
}
