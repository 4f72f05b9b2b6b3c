//! Messages to the user about operations that can overflow.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, IntOp};
use korrel_lang::universe::Arithmetic;

use super::PossibleOverflow;
use super::interval::Interval;

/// More places at once are not read. The others are counted.
const MOST: usize = 3;
/// Bit widths beyond this make universes so large that they are no advice.
const WIDEST: u32 = 10;

/// The origin of a number: the operation that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberOrigin {
    Constant,
    Cardinality,
    Sum,
    /// The sum of a set that is written with `+` or `-`.
    SumOfUnion,
    Operation(IntOp),
}

/// The way in which an operation can overflow.
#[derive(Clone, Debug)]
pub(super) struct OverflowFault {
    /// `None` is a division by 0.
    what: Option<NumberOrigin>,
    /// The exact results.
    exact: Interval,
}

impl OverflowFault {
    pub fn out_of_range(what: NumberOrigin, exact: Interval) -> OverflowFault {
        OverflowFault { what: Some(what), exact }
    }

    pub fn division_by_zero(divisor: &Interval) -> OverflowFault {
        OverflowFault { what: None, exact: *divisor }
    }

    /// The same operation overflows under other arguments.
    pub fn widen(&mut self, other: &OverflowFault) {
        if self.what == other.what {
            self.exact = self.exact.union(&other.exact);
        }
    }

    fn title(&self) -> String {
        let name = match self.what {
            None => return "this can divide by 0".to_string(),
            Some(NumberOrigin::Constant) => {
                return format!("{} is not an integer of the scope", self.exact.low);
            }
            Some(NumberOrigin::Cardinality) => "cardinality",
            Some(
                NumberOrigin::Sum | NumberOrigin::SumOfUnion | NumberOrigin::Operation(IntOp::Plus),
            ) => "sum",
            Some(NumberOrigin::Operation(IntOp::Minus)) => "difference",
            Some(NumberOrigin::Operation(IntOp::Times)) => "product",
            Some(NumberOrigin::Operation(IntOp::Divide | IntOp::Remainder)) => "quotient",
            Some(NumberOrigin::Operation(_)) => "shift",
        };
        format!("this {name} can overflow")
    }

    fn label(&self, room: &Interval) -> String {
        let Interval { low, high, .. } = self.exact;
        let integers = format!("`Int` is {}..{}", room.low, room.high);
        match self.what {
            None if low == high => "the divisor is 0".to_string(),
            None => format!("the divisor is from {low} to {high}"),
            Some(NumberOrigin::Constant) => integers,
            Some(NumberOrigin::Operation(IntOp::ShiftLeft)) => {
                format!("it may not fit: {integers}")
            }
            Some(_) if low >= room.low => format!("up to {high}, but {integers}"),
            Some(_) if high <= room.high => format!("down to {low}, but {integers}"),
            Some(_) => format!("from {low} to {high}, but {integers}"),
        }
    }

    /// The remedy that makes room for it.
    fn remedy(&self, room: &Interval) -> String {
        if self.what.is_none() {
            return "this is safe if a formula around it excludes that, as in `d != 0 => …`".into();
        }
        match self.width() {
            Some(width) if !self.exact.of_atoms => {
                let half = 1i64 << (width - 1);
                format!("`for … but {width} Int` has room for it: {}..{}", -half, half - 1)
            }
            _ => format!(
                "with a range, as in `for … but 0..{} Int`, arithmetic is exact",
                room.high.max(1)
            ),
        }
    }

    /// The least bit width that holds all results.
    fn width(&self) -> Option<u32> {
        let half = |width: u32| 1i128 << (width - 1);
        (1..=WIDEST)
            .find(|&width| self.exact.is_within(&Interval::new(-half(width), half(width) - 1)))
    }
}

/// One warning for each place, but only for the first ones.
pub(super) fn warnings(
    findings: &[PossibleOverflow],
    command: &Command,
    arithmetic: Arithmetic,
) -> Vec<Diagnostic> {
    let shown = findings.iter().take(MOST);
    let mut warnings: Vec<Diagnostic> = shown.map(|finding| warning(finding, command)).collect();
    let hidden = findings.len() - warnings.len();
    if let (Some(first), Some(finding)) = (warnings.first_mut(), findings.first()) {
        first.help.insert(0, consequence(finding, arithmetic));
    }
    if let Some(last) = warnings.last_mut().filter(|_| hidden > 0) {
        let others = if hidden == 1 { "1 other operation" } else { &format!("{hidden} others") };
        last.help.push(format!("{others} of this command can overflow as well"));
    }
    warnings
}

fn warning(finding: &PossibleOverflow, command: &Command) -> Diagnostic {
    let PossibleOverflow { fault, span, calls, room } = finding;
    let (title, label) = (fault.title(), fault.label(room));
    let warning = Diagnostic::new(code::CAN_OVERFLOW, title);
    let own_file = command.span.file;
    // An overflow in a function of another file is reported at the call.
    let call = calls.iter().rev().find(|call| call.file == own_file);
    let warning = match call.filter(|_| span.file != own_file) {
        Some(call) => warning.at(*call, "in this call").related(*span, label),
        None => warning.at(*span, label),
    };
    let warning = warning.help(fault.remedy(room));
    match fault.what {
        Some(NumberOrigin::SumOfUnion) => warning.help(
            "`+` and `-` are the union and the difference of sets; numbers are added and subtracted \
             by `plus[a, b]` and `minus[a, b]`",
        ),
        _ => warning,
    }
}

/// The consequence of an overflow, for readers who have never met one.
fn consequence(finding: &PossibleOverflow, arithmetic: Arithmetic) -> String {
    let PossibleOverflow { fault, room, .. } = finding;
    if let Arithmetic::Wrap { .. } = arithmetic {
        let count = room.high - room.low + 1;
        let beyond = if fault.exact.high > room.high { room.high + 1 } else { room.low - 1 };
        let wrapped = (beyond - room.low).rem_euclid(count) + room.low;
        return format!("the result then wraps around: {beyond} becomes {wrapped}");
    }
    "the comparison around it then fails, and instances go missing without a word; under \
     `all i: Int` the binding is skipped"
        .to_string()
}
