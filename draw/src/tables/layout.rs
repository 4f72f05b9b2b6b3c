//! Places of tables, and of the links between their rows.
//!
//! The problem: a link leaves a cell in the midst of a table, and must not run over a text. The choice: below its row is a lane for
//! each link, in which it runs to a side of the table. Then it runs through gutters and alleys, in tracks of its own, to a
//! side of the other row. Links to one row on one side share their tracks, so that they join before they end.
//! Rejected: arrows that begin at the side of a row, of which nobody sees to which cell they belong; curves, which cross texts
//! and each other wherever they please.

use std::collections::BTreeMap;

use super::channel::{Channel, ChannelSide, TRACK};
use super::measure::{TableSize, sizes};
use super::order::hues;
use super::route::{Gutter, Shelves, TableSide, Way};
use super::{RowLink, RowPlace, TableSet};
use crate::graph::geometry::{GAP, Point};
use crate::theme::HUES;

/// Beside the tracks of a gutter: room for an arrow's head.
const BESIDE: f64 = 15.0;
/// Above and below those of an alley.
const AROUND: f64 = 13.0;
/// Farther than any table is high.
const FAR: f64 = 1e7;

#[derive(Clone, Debug, Default)]
pub struct TableLayout {
    pub tables: Vec<TablePlace>,
    pub links: Vec<LinkPlace>,
    pub width: f64,
    pub height: f64,
}

#[derive(Clone, Debug)]
pub struct TablePlace {
    pub corner: Point,
    /// The place of its colours among those of a theme.
    pub hue: usize,
    pub size: TableSize,
}

#[derive(Clone, Debug)]
pub struct LinkPlace {
    /// From a cell to a row: each line is level or upright.
    pub corners: Vec<Point>,
    /// Where it begins, below each of its cells.
    pub dots: Vec<Point>,
    /// The height to which those are led that are not its beginning.
    pub lane: f64,
}

/// The layouts of the tables of several states.
pub fn layouts(sets: &[&TableSet]) -> Vec<TableLayout> {
    let sizes = sizes(sets);
    let links = sets.iter().flat_map(|set| &set.links);
    let mut joined: Vec<(usize, usize)> =
        links.map(|link| (link.from.table, link.to.table)).collect();
    joined.sort_unstable();
    joined.dedup();
    // A table stands on one shelf in all of them, and the shelves have room for what they ever hold.
    let largest: Vec<TableSize> =
        (0..sizes.first().map_or(0, Vec::len)).map(|at| largest(&sizes, at)).collect();
    let shelves = Shelves::new(&largest, &joined);
    let each = sets.iter().zip(sizes);
    each.map(|(set, sizes)| layout(set, sizes, (&shelves, &largest), &joined)).collect()
}

/// The size of a table in the state in which it has most rows.
fn largest(sizes: &[Vec<TableSize>], table: usize) -> TableSize {
    let sizes = sizes.iter().map(|of| &of[table]);
    sizes.max_by(|a, b| a.height().total_cmp(&b.height())).cloned().unwrap_or_default()
}

fn layout(
    set: &TableSet,
    sizes: Vec<TableSize>,
    (shelves, largest): (&Shelves, &[TableSize]),
    joined: &[(usize, usize)],
) -> TableLayout {
    if set.tables.is_empty() {
        return TableLayout::default();
    }
    let ways: Vec<Way> = set.links.iter().map(|link| shelves.way(&sizes, link)).collect();
    let lanes = lanes(&set.links, &ways);
    let mut placer = Placer::new(shelves, (&sizes, largest), set, (&ways, &lanes), joined);
    placer.gutters();
    placer.alleys();
    placer.finish()
}

/// The lane of each link among those of its row. No link crosses one that leaves to the same side.
fn lanes(links: &[RowLink], ways: &[Way]) -> Vec<usize> {
    let mut rows: BTreeMap<RowPlace, Vec<usize>> = BTreeMap::new();
    for (at, link) in links.iter().enumerate() {
        rows.entry(link.from).or_default().push(at);
    }
    let mut lanes = vec![0; links.len()];
    for mut row in rows.into_values() {
        row.sort_by_key(|&at| {
            let columns = &links[at].columns;
            match ways[at].exit {
                TableSide::Left => (TableSide::Left, columns[columns.len() - 1]),
                TableSide::Right => (TableSide::Right, usize::MAX - columns[0]),
            }
        });
        row.iter().enumerate().for_each(|(lane, &at)| lanes[at] = lane);
    }
    lanes
}

struct Placer<'a> {
    shelves: &'a Shelves,
    sizes: &'a [TableSize],
    /// Of each table, in any state.
    largest: &'a [TableSize],
    set: &'a TableSet,
    ways: &'a [Way],
    lanes: &'a [usize],
    /// Which table refers to which.
    joined: &'a [(usize, usize)],
    /// Of each link, the line that it shares with all that end where it ends.
    lines: Vec<usize>,
    /// By shelf and place.
    gutters: Vec<Vec<Channel>>,
    alleys: Vec<Channel>,
    /// By shelf and place, where the first track of a gutter is.
    tracks: Vec<Vec<f64>>,
    /// By table, its left side.
    lefts: Vec<f64>,
    width: f64,
}

impl<'a> Placer<'a> {
    fn new(
        shelves: &'a Shelves,
        (sizes, largest): (&'a [TableSize], &'a [TableSize]),
        set: &'a TableSet,
        (ways, lanes): (&'a [Way], &'a [usize]),
        joined: &'a [(usize, usize)],
    ) -> Placer<'a> {
        let mut ends: BTreeMap<(RowPlace, TableSide), usize> = BTreeMap::new();
        let lines = set.links.iter().zip(ways).map(|(link, way)| {
            let next = ends.len();
            *ends.entry((link.to, way.entry)).or_insert(next)
        });
        let lines = lines.collect();
        let gutters = shelves.shelves.iter().map(|shelf| vec![Channel::default(); shelf.len() + 1]);
        Placer {
            shelves,
            sizes,
            largest,
            set,
            ways,
            lanes,
            joined,
            lines,
            gutters: gutters.collect(),
            alleys: vec![Channel::default(); shelves.shelves.len() + 1],
            tracks: Vec::new(),
            lefts: vec![0.0; sizes.len()],
            width: 0.0,
        }
    }

    /// The height at which a link leaves its table, and that at which it comes to the other one, from the tops of their shelves.
    fn heights(&self, at: usize) -> [f64; 2] {
        let RowLink { from, to, .. } = &self.set.links[at];
        let is_odd = |table: usize| self.shelves.is_odd(table);
        let exit = self.sizes[from.table].lane(from.row, self.lanes[at], is_odd(from.table));
        [exit, self.sizes[to.table].entry(to.row, is_odd(to.table))]
    }

    /// Tracks in gutters, and the places of gutters.
    fn gutters(&mut self) {
        for (at, way) in self.ways.iter().enumerate() {
            let [exit, entry] = self.heights(at);
            // A gutter is on the other side of what is beside it.
            let beside = |side: TableSide| match side {
                TableSide::Left => ChannelSide::After,
                TableSide::Right => ChannelSide::Before,
            };
            for (place, gutter) in way.gutters.iter().enumerate() {
                // To an alley below or above.
                let far = |alley: usize| {
                    (if way.alleys[alley] > gutter.shelf { FAR } else { -FAR }, ChannelSide::End)
                };
                let start = place.checked_sub(1).map_or((exit, beside(way.exit)), far);
                let is_last = place == way.alleys.len();
                let end = if is_last { (entry, beside(way.entry)) } else { far(place) };
                self.gutters[gutter.shelf][gutter.place].add(self.lines[at], [start, end]);
            }
        }
        self.gutters.iter_mut().flatten().for_each(Channel::assign);
        let first = |gutters: &Vec<Channel>| outer(&gutters[0], BESIDE + TRACK);
        let most = self.gutters.iter().map(first).fold(0.0, f64::max);
        for (shelf, gutters) in self.gutters.iter().enumerate() {
            let mut x = most - first(gutters);
            let mut tracks = Vec::new();
            for (place, gutter) in gutters.iter().enumerate() {
                let before = if place == 0 { TRACKS_BEFORE } else { BESIDE };
                // Tracks of shelves that are neighbours have no place in common, so that no line runs on in another one.
                let wanted = if shelf % 2 == 0 { 0.0 } else { TRACK / 2.0 };
                let rest = (wanted - x - before).rem_euclid(TRACK);
                tracks.push(x + before + rest);
                let is_outer = place == 0 || place == gutters.len() - 1;
                x += match gutter.width() {
                    Some(_) if place == 0 => outer(gutter, BESIDE + TRACK),
                    Some(_) if is_outer => outer(gutter, BESIDE) + rest,
                    Some(width) => before + rest + width + BESIDE,
                    None => {
                        if is_outer {
                            0.0
                        } else {
                            GAP
                        }
                    }
                };
                if let Some(&table) = self.shelves.shelves[shelf].get(place) {
                    self.lefts[table] = x;
                    x += self.sizes[table].width();
                }
            }
            self.tracks.push(tracks);
            self.width = self.width.max(x);
        }
    }

    /// The place of a line in a gutter.
    fn x(&self, gutter: Gutter, line: usize) -> f64 {
        let channel = &self.gutters[gutter.shelf][gutter.place];
        self.tracks[gutter.shelf][gutter.place] + channel.at(line)
    }

    /// Tracks in alleys.
    fn alleys(&mut self) {
        for (at, way) in self.ways.iter().enumerate() {
            let line = self.lines[at];
            for (place, &alley) in way.alleys.iter().enumerate() {
                let ends = [place, place + 1].map(|place| {
                    let gutter = way.gutters[place];
                    let is_above = gutter.shelf < alley;
                    let side = if is_above { ChannelSide::Before } else { ChannelSide::After };
                    (self.x(gutter, line), side)
                });
                self.alleys[alley].add(line, ends);
            }
        }
        self.alleys.iter_mut().for_each(Channel::assign);
    }

    fn finish(self) -> TableLayout {
        let mut y = 0.0;
        let (mut tops, mut alleys) = (Vec::new(), Vec::new());
        for (at, alley) in self.alleys.iter().enumerate() {
            let is_outer = at == 0 || at + 1 == self.alleys.len();
            alleys.push(y + if at == 0 { TRACKS_BEFORE } else { AROUND });
            y += if is_outer { outer(alley, AROUND) } else { inner(alley, AROUND) };
            tops.push(y);
            let tables = self.shelves.shelves.get(at).into_iter().flatten();
            y += tables.map(|&table| self.largest[table].height()).fold(0.0, f64::max);
        }
        let hues = hues(self.sizes.len(), self.joined, HUES);
        let place = |(table, size): (usize, &TableSize)| {
            let corner = Point { x: self.lefts[table], y: tops[self.shelves.places[table].0] };
            TablePlace { corner, hue: hues[table], size: size.clone() }
        };
        let tables: Vec<TablePlace> = self.sizes.iter().enumerate().map(place).collect();
        let links = (0..self.set.links.len()).map(|at| self.link(at, &tables, &alleys)).collect();
        TableLayout { links, width: self.width, height: y, tables }
    }

    fn link(&self, at: usize, tables: &[TablePlace], alleys: &[f64]) -> LinkPlace {
        let (link, way, line) = (&self.set.links[at], &self.ways[at], self.lines[at]);
        let (from, to) = (&tables[link.from.table], &tables[link.to.table]);
        let [exit, entry] = self.heights(at);
        let (exit, entry) = (from.corner.y + exit, to.corner.y + entry);
        let top = from.corner.y + from.size.rows[link.from.row];
        let table = &self.set.tables[link.from.table];
        let dot = |&column: &usize| {
            let text = &table.rows[link.from.row].cells[column].text;
            let x = from.size.middle(column, text, table.columns[column].is_number);
            Point { x: from.corner.x + x, y: top + DOT }
        };
        let mut dots: Vec<Point> = link.columns.iter().map(dot).collect();
        if way.exit == TableSide::Left {
            // The one that is farthest from the side comes first.
            dots.reverse();
        }
        let mut corners = vec![dots[0], Point { x: dots[0].x, y: exit }];
        let mut y = exit;
        for (place, gutter) in way.gutters.iter().enumerate() {
            let x = self.x(*gutter, line);
            corners.push(Point { x, y });
            y = match way.alleys.get(place) {
                Some(&alley) => alleys[alley] + self.alleys[alley].at(line),
                None => entry,
            };
            corners.push(Point { x, y });
        }
        let side = if way.entry == TableSide::Right { to.size.width() } else { 0.0 };
        corners.push(Point { x: to.corner.x + side, y });
        LinkPlace { corners, dots, lane: exit }
    }
}

/// Where a link begins, below the top of its row.
const DOT: f64 = 18.5;
/// Before the first track of what has nothing on the other side.
const TRACKS_BEFORE: f64 = 3.0;

/// The width of a channel that has tables on one side only.
fn outer(channel: &Channel, beside: f64) -> f64 {
    channel.width().map_or(0.0, |width| width + beside + TRACKS_BEFORE)
}

fn inner(channel: &Channel, beside: f64) -> f64 {
    channel.width().map_or(GAP, |width| width + 2.0 * beside)
}
