
/// Values of the atoms or integers 0, 1, …. Pairs by themselves name them singly.
pub fn listed<T>(values: impl IntoIterator<Item = T>) -> Vec<(i64, T)> {
    (0..).zip(values).collect()
}

fn check_distinct<T: PartialEq + std::fmt::Debug>(sig: &str, values: &[(i64, T)]) -> Result<()> {
    for (at, (_, value)) in values.iter().enumerate() {
        if values[..at].iter().any(|(_, other)| other == value) {
            let message = format!("values: {sig}: {value:?} stands there twice, and could not be told apart");
            return Err(Error(message));
        }
    }
    Ok(())
}

fn value_of<T: Clone>(sig: &str, values: &[(i64, T)], number: i64) -> Result<T> {
    match values.iter().find(|(known, _)| *known == number) {
        Some((_, value)) => Ok(value.clone()),
        None => Err(Error(format!("values: {sig} {number} has no value: there are {}", values.len()))),
    }
}

fn number_of<T: PartialEq + std::fmt::Debug>(sig: &str, values: &[(i64, T)], value: &T) -> Result<i64> {
    match values.iter().find(|(_, known)| known == value) {
        Some((number, _)) => Ok(*number),
        None => Err(Error(format!("{value:?} is none of the values of {sig}"))),
    }
}

fn type_of(name: &str) -> &str {
    name.rsplit_once('$').map_or(name, |(ty, _)| ty)
}

fn number(name: &str) -> i64 {
    name.rsplit_once('$').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0)
}
