//! The notes beside guesses.

/// Several notes as one.
pub fn joined<T: AsRef<str>>(notes: &[T]) -> String {
    let notes = notes.iter().map(AsRef::as_ref).filter(|note| !note.is_empty());
    notes.collect::<Vec<_>>().join("; ")
}
