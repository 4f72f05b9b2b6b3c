//! A replica of each version of y-octo.

/// A document with one text.
pub trait Replica {
    fn text(&self) -> String;
    fn insert(&mut self, at: usize, letter: char);
    fn delete(&mut self, at: usize);
    /// What it knows, for others to tell it what it lacks.
    fn state(&self) -> Vec<u8>;
    fn update_for(&self, state: &[u8]) -> Vec<u8>;
    /// All that it knows, whatever others know already.
    fn update_for_all(&self) -> Vec<u8>;
    fn apply(&mut self, update: &[u8]);
}

macro_rules! replica {
    ($name:ident, $version:ident) => {
        pub struct $name {
            document: $version::Doc,
            text: $version::Text,
        }

        impl $name {
            pub fn new(id: u64) -> $name {
                let document = $version::Doc::with_client(id);
                let text = document.get_or_create_text("text").expect("it is a new document");
                $name { document, text }
            }
        }

        impl Replica for $name {
            fn text(&self) -> String {
                self.text.to_string()
            }

            fn insert(&mut self, at: usize, letter: char) {
                self.text.insert(at as u64, letter).expect("it is a place in the text");
            }

            fn delete(&mut self, at: usize) {
                self.text.remove(at as u64, 1).expect("it is a place in the text");
            }

            fn state(&self) -> Vec<u8> {
                use $version::{CrdtWrite, RawEncoder};
                let mut encoder = RawEncoder::default();
                self.document.get_state_vector().write(&mut encoder).expect("it is written to memory");
                encoder.into_inner()
            }

            fn update_for(&self, state: &[u8]) -> Vec<u8> {
                use $version::{CrdtRead, RawDecoder, StateVector};
                let state = StateVector::read(&mut RawDecoder::new(state)).expect("it was just written");
                self.document.encode_state_as_update_v1(&state).expect("it is written to memory")
            }

            fn update_for_all(&self) -> Vec<u8> {
                self.document.encode_update_v1().expect("it is written to memory")
            }

            fn apply(&mut self, update: &[u8]) {
                self.document.apply_update_from_binary_v1(update).expect("it was just written");
            }
        }
    };
}

replica!(V0_0_3, y_octo_0_0_3);
replica!(V0_1_1, y_octo_0_1_1);
