//! Metadata as a flatbuffer, as Arrow has it (flatbuffers.dev, "internals").
//!
//! A flatbuffer is written from its end: what is referred to comes first, and lies behind. So here bytes are held in reverse,
//! and a place is the number of bytes from the end.

/// A flatbuffer that grows towards its beginning.
#[derive(Default)]
pub struct Flat {
    /// The bytes, the last one first.
    reversed: Vec<u8>,
}

/// A place in a buffer, counted from its end.
#[derive(Clone, Copy)]
pub struct Place(usize);

/// A field of a table.
pub enum Slot {
    Byte(u8),
    Short(i16),
    Int(i32),
    Long(i64),
    Of(Place),
    /// The default.
    Left,
}

impl Flat {
    fn put(&mut self, bytes: &[u8]) {
        self.reversed.extend(bytes.iter().rev());
    }

    /// Pads so that after `more` bytes the place is a multiple of `align`.
    fn align(&mut self, align: usize, more: usize) {
        while !(self.reversed.len() + more).is_multiple_of(align) {
            self.reversed.push(0);
        }
    }

    fn here(&self) -> Place {
        Place(self.reversed.len())
    }

    fn offset(&mut self, place: Place) {
        self.align(4, 0);
        let offset = self.reversed.len() + 4 - place.0;
        self.put(&(offset as u32).to_le_bytes());
    }

    pub fn text(&mut self, text: &str) -> Place {
        self.align(4, text.len() + 1);
        self.put(&[0]);
        self.put(text.as_bytes());
        self.put(&(text.len() as u32).to_le_bytes());
        self.here()
    }

    /// A list of tables or texts.
    pub fn places(&mut self, places: &[Place]) -> Place {
        self.align(4, 0);
        places.iter().rev().for_each(|place| self.offset(*place));
        self.put(&(places.len() as u32).to_le_bytes());
        self.here()
    }

    /// A list of structs of two numbers.
    pub fn pairs(&mut self, pairs: &[(i64, i64)]) -> Place {
        self.align(8, 0);
        for (first, second) in pairs.iter().rev() {
            self.put(&second.to_le_bytes());
            self.put(&first.to_le_bytes());
        }
        self.put(&(pairs.len() as u32).to_le_bytes());
        self.here()
    }

    pub fn table(&mut self, slots: &[Slot]) -> Place {
        let end = self.reversed.len();
        let places = slots.iter().map(|slot| match slot {
            Slot::Left => None,
            Slot::Byte(value) => Some(self.scalar(&[*value])),
            Slot::Short(value) => Some(self.scalar(&value.to_le_bytes())),
            Slot::Int(value) => Some(self.scalar(&value.to_le_bytes())),
            Slot::Long(value) => Some(self.scalar(&value.to_le_bytes())),
            Slot::Of(place) => {
                self.offset(*place);
                Some(self.reversed.len())
            }
        });
        let places: Vec<Option<usize>> = places.collect();
        self.align(4, 0);
        // The table begins with the way to the places of its fields, which are written before it.
        let size = 4 + 2 * slots.len();
        self.put(&(size as i32).to_le_bytes());
        let begin = self.reversed.len();
        for place in places.iter().rev() {
            self.put(&(place.map_or(0, |place| begin - place) as u16).to_le_bytes());
        }
        self.put(&((begin - end) as u16).to_le_bytes());
        self.put(&(size as u16).to_le_bytes());
        Place(begin)
    }

    fn scalar(&mut self, bytes: &[u8]) -> usize {
        self.align(bytes.len(), bytes.len());
        self.put(bytes);
        self.reversed.len()
    }

    /// The buffer, whose length is a multiple of eight.
    pub fn finish(mut self, root: Place) -> Vec<u8> {
        self.align(8, 4);
        self.offset(root);
        self.reversed.reverse();
        self.reversed
    }
}
