//! How many instances there are.

use std::fmt;

use korrel_enumerate::Estimate;
use korrel_heapgraph::counted;
use serde::Serialize;

use super::Number;

/// About how many instances there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateAnswer {
    pub estimate: f64,
    /// In `confidence` of all cases the number lies between `low` and `high`.
    pub low: f64,
    pub high: f64,
    pub confidence: f64,
    /// The parts of the list that were drawn; 1: all instances were found, and the number is exact.
    pub runs: u64,
}

/// The number of standard errors to each side that hold the number in 95 of 100 cases: Student's t of eight runs.
const ERRORS: f64 = 2.365;

impl From<&Estimate> for EstimateAnswer {
    fn from(Estimate { number, error, runs, least }: &Estimate) -> EstimateAnswer {
        EstimateAnswer {
            estimate: *number,
            low: (number - ERRORS * error).max(*least as f64),
            high: number + ERRORS * error,
            confidence: 0.95,
            runs: *runs,
        }
    }
}

/// A value of an expression, and the number of instances in which the expression has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountRow {
    /// null: the expression overflows there, or has several values.
    pub value: Option<String>,
    pub count: Number,
}

/// `about 104 (95 %: 90 to 118), an estimate of 8 runs`.
impl fmt::Display for EstimateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EstimateAnswer { estimate, low, high, runs, .. } = self;
        if *runs == 1 {
            return write!(f, "{estimate:.0}: all were found, none is estimated");
        }
        let [estimate, low, high] = [estimate, low, high].map(|number| rounded(*number));
        let runs = counted(runs, "run");
        write!(f, "about {estimate} (95 %: {low} to {high}), an estimate of {runs}")
    }
}

/// Three digits: there is no more to be known.
fn rounded(number: f64) -> String {
    if number < 1000.0 {
        return format!("{number:.0}");
    }
    if number >= 1e15 {
        return format!("{number:.2e}");
    }
    let unit = 10f64.powi(number.log10().floor() as i32 - 2);
    format!("{:.0}", (number / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    /// If it failed, an estimate would look as if it were exact, or be off by a power of ten.
    #[test]
    fn three_digits_are_told() {
        let told = [0.4, 999.4, 1000.0, 123_456.0, 99_950.0, 8.82e25].map(rounded);
        assert_eq!(told, ["0", "999", "1000", "123000", "100000", "8.82e25"]);
    }
}
