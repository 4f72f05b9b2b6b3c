//! Tracks in a channel between tables, side by side, for what runs along it.
//!
//! This is the left-edge algorithm (Hashimoto, Stevens: Wire routing by optimizing channel assignment, 1971). Wires that leave a
//! channel at one place on both its sides would need a certain order, which there may not be. Here there are none: what leaves
//! to one side does so at places that are a multiple of [`TRACK`] apart, and what leaves to the other side between these.
//! So tracks may stand in any order. They stand in one in which few lines cross, as a track that moves elsewhere
//! makes no fewer.

use std::collections::BTreeMap;

/// Between tracks, and between the places at which lines leave to one side.
pub const TRACK: f64 = 7.0;
/// More tracks stay as they are.
const MANY: usize = 24;

/// A side of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelSide {
    /// To the left, or above: before the first track.
    Before,
    After,
    /// It runs on into another channel.
    End,
}

/// What runs along a channel.
#[derive(Clone, Debug)]
struct Run {
    from: f64,
    to: f64,
    /// Where it leaves, and to which side.
    ends: Vec<(f64, ChannelSide)>,
}

/// A channel, and what runs along it, by a number. What has one number is one line.
#[derive(Clone, Debug, Default)]
pub struct Channel {
    runs: BTreeMap<usize, Run>,
    /// The lines of each track.
    tracks: Vec<Vec<usize>>,
}

impl Channel {
    /// A line runs along the channel from one place to another.
    pub fn add(&mut self, line: usize, ends: [(f64, ChannelSide); 2]) {
        let (from, to) = (f64::INFINITY, f64::NEG_INFINITY);
        let run = self.runs.entry(line).or_insert(Run { from, to, ends: Vec::new() });
        for (place, side) in ends {
            (run.from, run.to) = (run.from.min(place), run.to.max(place));
            run.ends.push((place, side));
        }
    }

    /// Gives each line a track.
    pub fn assign(&mut self) {
        let mut lines: Vec<(&usize, &Run)> = self.runs.iter().collect();
        lines.sort_by(|(_, a), (_, b)| a.from.total_cmp(&b.from).then(a.to.total_cmp(&b.to)));
        // Where each track is free again.
        let mut free: Vec<f64> = Vec::new();
        for (line, run) in lines {
            let track = free.iter().position(|end| end + TRACK < run.from).unwrap_or(free.len());
            free.resize(free.len().max(track + 1), run.to);
            free[track] = run.to;
            self.tracks.resize(free.len(), Vec::new());
            self.tracks[track].push(*line);
        }
        self.untangle();
    }

    /// Moves tracks as long as fewer lines cross.
    fn untangle(&mut self) {
        let count = self.tracks.len();
        if count > MANY {
            return;
        }
        let mut least = self.crossings(&self.tracks);
        loop {
            let moves = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
            let moved = moves.map(|(from, to)| {
                let mut tracks = self.tracks.clone();
                let track = tracks.remove(from);
                tracks.insert(to, track);
                (self.crossings(&tracks), tracks)
            });
            match moved.min_by_key(|(crossings, _)| *crossings) {
                Some((crossings, tracks)) if crossings < least => {
                    (self.tracks, least) = (tracks, crossings);
                }
                _ => return,
            }
        }
    }

    /// How often what leaves a track crosses a line in a track between it and the side.
    fn crossings(&self, tracks: &[Vec<usize>]) -> usize {
        let passes = |(place, side): &(f64, ChannelSide), at: usize| {
            let between = match side {
                ChannelSide::Before => &tracks[..at],
                ChannelSide::After => &tracks[at + 1..],
                ChannelSide::End => &[],
            };
            let is_met = |line: &&usize| {
                let run = &self.runs[*line];
                run.from < *place && *place < run.to
            };
            between.iter().flatten().filter(is_met).count()
        };
        let of = |(at, lines): (usize, &Vec<usize>)| -> usize {
            let ends = lines.iter().flat_map(|line| &self.runs[line].ends);
            ends.map(|end| passes(end, at)).sum()
        };
        tracks.iter().enumerate().map(of).sum()
    }

    /// The place of a line beside the first track.
    pub fn at(&self, line: usize) -> f64 {
        let track = self.tracks.iter().position(|lines| lines.contains(&line));
        track.expect("the line has been added") as f64 * TRACK
    }

    /// The width that the tracks need, without what is beside them. `None` if nothing runs here.
    pub fn width(&self) -> Option<f64> {
        self.tracks.len().checked_sub(1).map(|most| most as f64 * TRACK)
    }
}

#[cfg(test)]
mod tests {
    use super::ChannelSide::{After, Before};
    use super::*;

    /// If this failed, two lines would lie over each other, the channel would be wider than it need be, or lines would cross
    /// that need not.
    #[test]
    fn lines_share_a_track_where_they_do_not_meet() {
        let mut channel = Channel::default();
        channel.add(0, [(50.0, After), (0.0, After)]);
        channel.add(1, [(40.0, Before), (90.0, After)]);
        channel.add(2, [(100.0, Before), (120.0, After)]);
        channel.add(0, [(10.0, After), (60.0, After)]);
        channel.assign();
        assert_eq!(channel.at(0), channel.at(2));
        assert_eq!(channel.at(0) - channel.at(1), TRACK, "line 1 would cross line 0 twice");
        assert_eq!(channel.width(), Some(TRACK));
        assert_eq!(Channel::default().width(), None);
    }
}
