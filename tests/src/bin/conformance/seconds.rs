//! Korrel's seconds beside Alloy's, where both answered.

use std::fmt::Write;

use crate::ask::{End, Found};
use crate::rows::Question;

/// Invariant: both times are positive.
pub struct Time {
    row: String,
    korrel: f64,
    alloy: f64,
}

/// Below this a ratio says how two programs start.
const WORTH_A_LOOK: f64 = 0.3;
/// So many of the worst are listed again.
const WORST: usize = 10;

impl Time {
    /// `None` if one of the two did not finish.
    pub fn of(question: &Question, found: &Found) -> Option<Time> {
        let alloy = question.seconds.filter(|&seconds| seconds > 0.0)?;
        let row = format!("{} {} {}", question.file, question.index, question.command);
        (found.end == End::Complete).then_some(Time { row, korrel: found.seconds, alloy })
    }

    fn ratio(&self) -> f64 {
        self.korrel / self.alloy
    }
}

/// A line for each row; then the median ratio, and the worst rows above 0.3 seconds.
pub fn table(times: &[Time]) -> String {
    let mut table = String::from("    korrel      alloy      ratio\n");
    table.extend(times.iter().map(line));
    let mut sorted: Vec<&Time> = times.iter().collect();
    sorted.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
    if let Some(middle) = sorted.get(sorted.len() / 2) {
        writeln!(table, "median ratio {:.3}", middle.ratio()).expect("a string takes everything");
    }
    let worst = sorted.iter().filter(|time| time.korrel > WORTH_A_LOOK).take(WORST);
    let worst: String = worst.map(|time| line(time)).collect();
    if !worst.is_empty() {
        table.push_str("the worst above 0.3 seconds\n");
        table.push_str(&worst);
    }
    table
}

fn line(time: &Time) -> String {
    format!("{:>10.3} {:>10.3} {:>10.3}  {}\n", time.korrel, time.alloy, time.ratio(), time.row)
}
