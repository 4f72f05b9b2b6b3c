//! Tables on shelves, and the way of a link between them: through gutters, which are beside tables, and alleys, which are
//! between shelves.
//!
//! Where exactly a link runs is decided later. Here distances are those of gutters and alleys of a usual width.

use super::measure::TableSize;
use super::order::{self, USUAL};
use super::{RowLink, RowPlace};

/// A bend costs as much as this way.
const BEND: f64 = 16.0;

#[derive(Clone, Debug)]
pub struct Shelves {
    /// The tables of each, from left to right.
    pub shelves: Vec<Vec<usize>>,
    /// By table, its shelf and its place there.
    pub places: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableSide {
    Left,
    Right,
}

/// The gutter to the left of the table at a place on a shelf, or behind the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gutter {
    pub shelf: usize,
    pub place: usize,
}

/// Invariant: there is one gutter more than alleys. The alley `n` is above the shelf `n`.
#[derive(Clone, Debug)]
pub struct Way {
    pub exit: TableSide,
    pub entry: TableSide,
    pub gutters: Vec<Gutter>,
    pub alleys: Vec<usize>,
}

impl Shelves {
    pub fn new(sizes: &[TableSize], joined: &[(usize, usize)]) -> Shelves {
        let shelves = order::shelves(sizes, joined);
        let mut places = vec![(0, 0); sizes.len()];
        for (shelf, tables) in shelves.iter().enumerate() {
            tables.iter().enumerate().for_each(|(at, &table)| places[table] = (shelf, at));
        }
        Shelves { shelves, places }
    }

    /// A table has an odd place on its shelf.
    pub fn is_odd(&self, table: usize) -> bool {
        self.places[table].1 % 2 == 1
    }

    pub fn gutter(&self, table: usize, side: TableSide) -> Gutter {
        let (shelf, place) = self.places[table];
        Gutter { shelf, place: place + usize::from(side == TableSide::Right) }
    }

    /// The shortest way.
    pub fn way(&self, sizes: &[TableSize], link: &RowLink) -> Way {
        let sides = [TableSide::Left, TableSide::Right];
        let ways = sides.into_iter().flat_map(|exit| {
            let ways = sides.into_iter().flat_map(move |entry| {
                self.between(sizes, link, exit, entry)
                    .into_iter()
                    .map(move |way| (exit, entry, way))
            });
            ways.map(|(exit, entry, (gutters, alleys))| Way { exit, entry, gutters, alleys })
        });
        let ways = ways.map(|way| (self.length(sizes, link, &way), way));
        ways.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there are four at least").1
    }

    /// The gutters and the alleys of ways from a side to a side. On one shelf a link goes above it or below it.
    fn between(
        &self,
        sizes: &[TableSize],
        link: &RowLink,
        exit: TableSide,
        entry: TableSide,
    ) -> Vec<(Vec<Gutter>, Vec<usize>)> {
        let (from, to) = (self.gutter(link.from.table, exit), self.gutter(link.to.table, entry));
        if from == to {
            return vec![(vec![from], Vec::new())];
        }
        if from.shelf == to.shelf {
            return [from.shelf, from.shelf + 1]
                .map(|alley| (vec![from, to], vec![alley]))
                .to_vec();
        }
        let (upper, lower) = (from.shelf.min(to.shelf), from.shelf.max(to.shelf));
        let mut alleys: Vec<usize> = (upper + 1..=lower).collect();
        let mut passed: Vec<usize> = (upper + 1..lower).collect();
        if from.shelf > to.shelf {
            alleys.reverse();
            passed.reverse();
        }
        let mut gutters = vec![from];
        let end = self.x(sizes, to);
        for shelf in passed {
            let x = self.x(sizes, *gutters.last().expect("the first is there"));
            let places = 0..=self.shelves[shelf].len();
            let far = |gutter: &Gutter| {
                let at = self.x(sizes, *gutter);
                (at - x).abs() + (end - at).abs()
            };
            let nearest = places
                .map(|place| Gutter { shelf, place })
                .min_by(|a, b| far(a).total_cmp(&far(b)));
            gutters.extend(nearest);
        }
        gutters.push(to);
        vec![(gutters, alleys)]
    }

    fn length(&self, sizes: &[TableSize], link: &RowLink, way: &Way) -> f64 {
        let RowPlace { table, row } = link.from;
        let column = match way.exit {
            TableSide::Left => link.columns.last(),
            TableSide::Right => link.columns.first(),
        };
        let left = |table: usize| {
            let (shelf, place) = self.places[table];
            self.x(sizes, Gutter { shelf, place }) + USUAL / 2.0
        };
        let cell = left(table) + sizes[table].columns[*column.expect("a link has a column")];
        let xs = way.gutters.iter().map(|gutter| self.x(sizes, *gutter));
        let side = match way.entry {
            TableSide::Left => left(link.to.table),
            TableSide::Right => left(link.to.table) + sizes[link.to.table].width(),
        };
        let xs: Vec<f64> = [cell].into_iter().chain(xs).chain([side]).collect();
        let exit = self.y(sizes, self.places[table].0) + sizes[table].lane(row, 0, false);
        let entry = self.y(sizes, self.places[link.to.table].0);
        let entry = entry + sizes[link.to.table].entry(link.to.row, false);
        let ys = way.alleys.iter().map(|&alley| self.y(sizes, alley) - USUAL / 2.0);
        let ys: Vec<f64> = [exit].into_iter().chain(ys).chain([entry]).collect();
        let along = |all: &[f64]| all.windows(2).map(|two| (two[1] - two[0]).abs()).sum::<f64>();
        along(&xs) + along(&ys) + BEND * 2.0 * way.alleys.len() as f64
    }

    /// About where a gutter is.
    fn x(&self, sizes: &[TableSize], gutter: Gutter) -> f64 {
        let before = &self.shelves[gutter.shelf][..gutter.place];
        before.iter().map(|&table| sizes[table].width() + USUAL).sum::<f64>() + USUAL / 2.0
    }

    /// About where a shelf begins, or ends, if it is one behind the last.
    fn y(&self, sizes: &[TableSize], shelf: usize) -> f64 {
        let high = |tables: &Vec<usize>| {
            tables.iter().map(|&table| sizes[table].height()).fold(0.0, f64::max) + USUAL
        };
        self.shelves[..shelf].iter().map(high).sum()
    }
}
