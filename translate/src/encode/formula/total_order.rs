//! `pred/totalOrder[elem, first, next]`.
//!
//! `next` is the successor relation of a total order on `elem`, and `first` its least atom; all
//! there is one: nothing has no order, unless it is a union's. Said as: every atom has at most one
//! successor; every atom but the first has exactly one predecessor, and the first none; there is no
//! cycle. Then the atoms are one path, for a finite graph of such degrees is a path and cycles. The
//! bounds usually make `next` a constant, and all of this disappears.

use korrel_lang::model::Expr;

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

use crate::encode::{Encoded, Encoder};

impl<'a> Encoder<'a> {
    pub(crate) fn total_order(&mut self, parts: &'a [Expr; 3]) -> Encoded<Bit> {
        let [elem, first, next] = parts;
        let is_union = self.model.is_union(elem);
        let elem = self.encode_relation(elem)?.matrix;
        let first = self.encode_relation(first)?.matrix;
        let next = self.encode_relation(next)?.matrix;
        let pairs = elem.product(&elem, self.circuit);
        let mut one_first = first.one(self.circuit);
        if is_union {
            // Then `first` and `next`, which are within it, are empty, too.
            let nothing = elem.no(self.circuit);
            one_first = self.circuit.or([one_first, nothing]);
        }
        let closure = next.closure(self.circuit);
        let cycles = closure.intersection(&elem.identity(), self.circuit);
        let mut bits = vec![
            next.subset(&pairs, self.circuit),
            first.subset(&elem, self.circuit),
            one_first,
            cycles.no(self.circuit),
        ];
        for (atom, bit) in elem.entries() {
            let holds = self.is_linked(atom, &first, &next);
            bits.push(self.circuit.implies(bit, holds));
        }
        Ok(self.circuit.and(bits))
    }

    /// At most one successor; exactly one predecessor, or none and it is the first.
    fn is_linked(&mut self, atom: usize, first: &Matrix, next: &Matrix) -> Bit {
        let n = self.atoms();
        let column = |column: usize| (0..n).map(move |row| row * n + column);
        let successors: Vec<Bit> = (0..n).map(|to| next.get(atom * n + to)).collect();
        let mut predecessors: Vec<Bit> = column(atom).map(|index| next.get(index)).collect();
        predecessors.push(first.get(atom));
        let lone = self.circuit.at_most_one(&successors);
        let one = self.circuit.exactly_one(&predecessors);
        self.circuit.and([lone, one])
    }
}
