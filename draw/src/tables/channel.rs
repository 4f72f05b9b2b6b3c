//! Tracks in a channel between tables, side by side, for what runs along it.
//!
//! This is the left-edge algorithm (Hashimoto, Stevens: Wire routing by optimizing channel assignment, 1971). Wires that leave a
//! channel at one place on both its sides would need a certain order, which there may not be. Here there are none: what leaves
//! to one side does so at places that are a multiple of [`TRACK`] apart, and what leaves to the other side between these.

use std::collections::BTreeMap;

/// Between tracks, and between the places at which lines leave to one side.
pub const TRACK: f64 = 7.0;

/// A channel, and what runs along it, by a number. What has one number is one line.
#[derive(Clone, Debug, Default)]
pub struct Channel {
    /// From where, to where.
    lines: BTreeMap<usize, (f64, f64)>,
    tracks: BTreeMap<usize, usize>,
}

impl Channel {
    /// A line runs along the channel from one place to another.
    pub fn add(&mut self, line: usize, ends: [f64; 2]) {
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let run = self.lines.entry(line).or_insert((from, to));
        *run = (run.0.min(from), run.1.max(to));
    }

    /// Gives each line a track.
    pub fn assign(&mut self) {
        let mut lines: Vec<(usize, (f64, f64))> =
            self.lines.iter().map(|(line, run)| (*line, *run)).collect();
        lines.sort_by(|(_, a), (_, b)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        // Where each track is free again.
        let mut free: Vec<f64> = Vec::new();
        for (line, (from, to)) in lines {
            let track = free.iter().position(|end| end + TRACK < from).unwrap_or(free.len());
            free.resize(free.len().max(track + 1), to);
            free[track] = to;
            self.tracks.insert(line, track);
        }
    }

    /// The place of a line beside the first track.
    pub fn at(&self, line: usize) -> f64 {
        self.tracks[&line] as f64 * TRACK
    }

    /// The width that the tracks need, without what is beside them. `None` if nothing runs here.
    pub fn width(&self) -> Option<f64> {
        self.tracks.values().max().map(|most| *most as f64 * TRACK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, two lines would lie over each other, or the channel would be wider than it need be.
    #[test]
    fn lines_share_a_track_where_they_do_not_meet() {
        let mut channel = Channel::default();
        channel.add(0, [50.0, 0.0]);
        channel.add(1, [40.0, 90.0]);
        channel.add(2, [100.0, 120.0]);
        channel.add(0, [10.0, 60.0]);
        channel.assign();
        assert_eq!([0, 1, 2].map(|line| channel.at(line)), [0.0, TRACK, 0.0]);
        assert_eq!(channel.width(), Some(TRACK));
        assert_eq!(Channel::default().width(), None);
    }
}
