//! Moments that PostgreSQL reads in a text: `2022-04-01`, `2022-04-01 01:00:00`, `2022-04-01 01:00:00+01`.
//!
//! A text without an offset is a moment of the session's time zone, so it cannot be compared with one that has an offset.

/// A moment. Those with an offset and those without have no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub has_offset: bool,
    /// Since the beginning of 1970: of UTC, or of the session's time zone.
    seconds: i64,
    /// The digits behind the point of the seconds, as a number of microseconds.
    fraction: u32,
}

impl Moment {
    /// The moment of a text, with its offset if it has one.
    pub fn read(text: &str) -> Option<Moment> {
        let (local, offset) = Moment::parts(text)?;
        let (has_offset, seconds) = (offset.is_some(), local.seconds - offset.unwrap_or(0));
        Some(Moment { has_offset, seconds, ..local })
    }

    /// As a column without a time zone has it: the offset is not looked at.
    pub fn local(text: &str) -> Option<Moment> {
        Some(Moment::parts(text)?.0)
    }

    /// The midnight with which the day of a text begins.
    pub fn day(text: &str) -> Option<Moment> {
        let local = Moment::local(text)?;
        let seconds = local.seconds - local.seconds.rem_euclid(86_400);
        Some(Moment { seconds, fraction: 0, ..local })
    }

    /// A moment without its offset, and this one in seconds.
    fn parts(text: &str) -> Option<(Moment, Option<i64>)> {
        let (date, rest) = text.split_at_checked(10)?;
        let [year, month, day] = numbers(date, '-')?;
        let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
        if !is_day || date.len() != 10 || year == 0 {
            return None;
        }
        let midnight = days(year, month, day) * 86_400;
        let rest = rest.strip_prefix([' ', 'T']).unwrap_or(rest);
        let end = rest.find(['+', '-', 'Z', 'z']).unwrap_or(rest.len());
        let (time, offset) = rest.split_at(end);
        let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
        let [hours, minutes, seconds] = match time.len() {
            0 if fraction.is_empty() && offset.is_empty() => [0; 3],
            5 => numbers(&format!("{time}:00"), ':')?,
            8 => numbers(time, ':')?,
            _ => return None,
        };
        let is_time = hours < 24 && minutes < 60 && seconds < 60 && fraction.len() <= 6;
        let fraction = format!("{fraction:0<6}").parse().ok().filter(|_| is_time)?;
        let seconds = midnight + hours * 3600 + minutes * 60 + seconds;
        let shift = of_offset(offset)?;
        let local = Moment { has_offset: false, seconds, fraction };
        Some((local, (!offset.is_empty()).then_some(shift)))
    }

    /// The order of two moments, if it depends on no time zone.
    pub fn order(self, other: Moment) -> Option<std::cmp::Ordering> {
        let time = |of: Moment| (of.seconds, of.fraction);
        (self.has_offset == other.has_offset).then(|| time(self).cmp(&time(other)))
    }

    /// As PostgreSQL writes it, in UTC if it has an offset.
    pub fn written(self) -> String {
        let (day, second) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        let (year, month, day) = civil(day);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let mut text = format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}");
        if self.fraction > 0 {
            text += format!(".{:06}", self.fraction).trim_end_matches('0');
        }
        text + if self.has_offset { "+00" } else { "" }
    }
}

/// Three numbers of digits alone.
fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let number = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
    };
    let numbers = text.split(between).map(number).collect::<Option<Vec<i64>>>()?;
    numbers.try_into().ok()
}

/// The seconds of an offset: `+01`, `-03:30`, `Z`.
fn of_offset(offset: &str) -> Option<i64> {
    let (sign, digits) = match offset.split_at_checked(1) {
        None | Some(("Z" | "z", "")) => return Some(0),
        Some(("+", digits)) => (1, digits),
        Some(("-", digits)) => (-1, digits),
        Some(_) => return None,
    };
    let minutes = match digits.len() {
        2 => "00",
        4 => &digits[2..],
        5 => digits[2..].strip_prefix(':')?,
        _ => return None,
    };
    let [hours, minutes, _] = numbers(&format!("{}:{minutes}:0", digits.get(..2)?), ':')?;
    Some(sign * (hours * 3600 + minutes * 60))
}

/// Days from 1970-01-01 to a date (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a day, by the same.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a row would be said to fit a partition that another time zone's midnight bounds.
    #[test]
    fn moments_with_offsets_are_those_of_utc() {
        let written = |text| Moment::read(text).map(Moment::written);
        for (text, utc) in [
            ("2022-04-01 01:00:00+01", "2022-04-01 00:00:00+00"),
            ("2022-01-01T00:30Z", "2022-01-01 00:30:00+00"),
            ("2024-02-29 23:59:59.5-03:30", "2024-03-01 03:29:59.5+00"),
            ("1969-12-31 23:00:00", "1969-12-31 23:00:00"),
            ("2000-03-01", "2000-03-01 00:00:00"),
        ] {
            assert_eq!(written(text).as_deref(), Some(utc), "{text}");
        }
        for other in ["", "2022-13-01", "2022-04-01x", "2022-04-01 1:00", "2022-04-01 01:00+1", "ä"]
        {
            assert_eq!(written(other), None, "{other}");
        }
        let order = |a, b| Moment::read(a)?.order(Moment::read(b)?);
        assert!(
            order("2022-04-01 01:00:00+01", "2022-04-01 00:30:00+00").is_some_and(|o| o.is_lt())
        );
        assert_eq!(order("2022-04-01", "2022-04-01 00:30:00+00"), None);
    }
}
