//! Names that are probably slips for others.

/// The known name at the smallest edit distance, if it is small enough to be a slip.
pub fn most_similar<'n>(name: &str, known: &'n [String]) -> Option<&'n String> {
    let allowed = match name.chars().count() {
        0 | 1 => 0,
        length => (length / 3).max(1),
    };
    known
        .iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance, where capitals do not count: `nodes` is a slip for `Node`.
fn distance(name: &str, candidate: &str) -> usize {
    let exact = strsim::damerau_levenshtein(name, candidate);
    exact.min(strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase()))
}
