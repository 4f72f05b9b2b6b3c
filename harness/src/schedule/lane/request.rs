//! A line to be sent, and for what it is.

/// One sending of an input to a driver.
#[derive(Clone, Debug)]
pub(in crate::schedule) struct Request {
    /// Whose answer it is: the number of the input in the run.
    pub number: u64,
    /// Operation and id of the input.
    pub input: (usize, u64),
    /// Which sending of the input it is.
    pub copy: u64,
    pub line: std::rc::Rc<Vec<u8>>,
}

impl Request {
    pub fn id(&self) -> u64 {
        self.input.1
    }
}
