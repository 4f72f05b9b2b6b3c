//! The table, as it is printed.

use crate::cases::Case;
use crate::measure::BenchRow;

pub fn heading() -> String {
    line([
        "",
        "instances",
        "start-up",
        "search",
        "find",
        "instances/s",
        "peak",
        "generator",
        "ratio",
    ])
}

pub fn row(case: &Case, row: &BenchRow) -> String {
    let generator = row.generator.as_ref();
    line([
        &case.title(),
        &grouped(case.known),
        &seconds(row.translation),
        &seconds(row.search),
        &seconds(row.find),
        &grouped((case.known as f64 / row.find) as u64),
        &format!("{:.1} MB", row.peak as f64 / 1e6),
        &generator.map_or(String::new(), |generator| seconds(generator.seconds)),
        &generator
            .and_then(|generator| generator.ratio)
            .map_or(String::new(), |ratio| format!("{ratio:.1}")),
    ])
}

fn line(cells: [&str; 9]) -> String {
    let [name, instances, translation, search, find, speed, peak, generator, ratio] = cells;
    let line = format!(
        "{name:<22}{instances:>10}{translation:>13}{search:>10}{find:>10}{speed:>13}{peak:>10}\
         {generator:>11}{ratio:>8}"
    );
    line.trim_end().to_string()
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3} s")
}

/// 1,005,075.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comma in the wrong place would change a number by a thousand.
    #[test]
    fn thousands() {
        assert_eq!(["0", "999", "1,000", "1,005,075"], [0, 999, 1_000, 1_005_075].map(grouped)[..]);
    }
}
