//! Generators written by hand: the physical limit.
//!
//! Each writes what `korrel find --bare` writes for a spec, the order of the lines and their numbers
//! aside, as fast as plain Rust gets: no choice that fails, each piece of text rendered before the
//! search begins, one buffer, no allocation for an instance. What a user would write instead of a
//! spec would hardly be faster, and would have to be written anew for each structure.

mod binary_tree;
mod heap_array;
mod list;
mod red_black_tree;
mod search_tree;
mod sorted_list;

pub mod output;
mod pieces;
mod shapes;

#[cfg(test)]
mod tests;

use std::io;

use clap::ValueEnum;
use output::Output;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Structure {
    /// SIZE is the capacity and the greatest value
    HeapArray,
    /// SIZE nodes over the integers from 0 to VALUES - 1
    List,
    /// SIZE elements over the integers from 1 to VALUES
    SortedList,
    /// SIZE nodes
    BinaryTree,
    /// SIZE nodes on the keys from 1 to VALUES
    SearchTree,
    /// SIZE nodes on as many keys
    RedBlackTree,
}

impl Structure {
    /// True if it has values beside a size.
    pub fn has_values(self) -> bool {
        matches!(self, Structure::List | Structure::SortedList | Structure::SearchTree)
    }

    /// All instances of a size; `values` matters only where it [has some](Structure::has_values).
    ///
    /// # Errors
    /// The error of the output.
    pub fn generate(self, size: usize, values: usize, out: &mut impl Output) -> io::Result<()> {
        match self {
            Structure::HeapArray => heap_array::generate(size, out),
            Structure::List => list::generate(size, values, out),
            Structure::SortedList => sorted_list::generate(size, values, out),
            Structure::BinaryTree => binary_tree::generate(size, out),
            Structure::SearchTree => search_tree::generate(size, values, out),
            Structure::RedBlackTree => red_black_tree::generate(size, out),
        }
    }
}
