//! A line to be sent, and the input that it is for.

/// One sending of an input to a driver.
#[derive(Clone, Debug)]
pub(in crate::schedule) struct Request {
    /// The number of the request's input in the run.
    pub number: u64,
    /// Operation and id of the input.
    pub input: (usize, u64),
    /// The number of this sending of the input.
    pub copy: u64,
    pub line: std::rc::Rc<Vec<u8>>,
}

impl Request {
    pub fn id(&self) -> u64 {
        self.input.1
    }
}
