//! Ternary fields: multiplication tables, Latin squares.

use korrel_enumerate::Classes;
use korrel_tests::Spec;

use crate::{check, unlabelled};

const ASSOCIATIVE: &str = "sig V { times: V -> one V }
    fact { all a, b, c: V | a.times[b].times[c] = a.times[b.times[c]] }";

#[test]
fn magmas() {
    // A001329
    unlabelled("sig V { times: V -> one V }", &[1, 10, 3330]);
}

#[test]
fn semigroups() {
    // A027851
    unlabelled(ASSOCIATIVE, &[1, 5, 24]);
}

#[test]
fn groups() {
    let axioms = "fact { some e: V | all a: V | a.times[e] = a and e.times[a] = a
        and some b: V | a.times[b] = e }";
    // A000001
    unlabelled(&format!("{ASSOCIATIVE} {axioms}"), &[1, 1, 1, 2, 1]);
}

#[test]
fn ternary_relations() {
    // 2^8 labelled ones of 2 atoms; the swap fixes 2^4 of them: (256 + 16) / 2 (Burnside).
    unlabelled("sig V { r: V -> V }", &[2, 136]);
}

/// Rows, columns and symbols are values, so that nothing is interchangeable. A002860.
#[test]
fn latin_squares_of_distinguishable_rows() {
    let text = "enum Row { R1, R2, R3 } enum Column { C1, C2, C3 } enum Symbol { S1, S2, S3 }
        one sig Square { cell: Row -> Column -> one Symbol }
        fact {
          all r: Row, s: Symbol | one r.(Square.cell).s
          all c: Column, s: Symbol | one (Square.cell).s.c
        }
        run {}";
    let spec = Spec::new(text);
    assert_eq!(spec.count_command(&spec.first(), Classes::Isomorphism), 12);
}

/// The same with integers for all three.
#[test]
fn latin_squares_of_integers() {
    let text = "one sig Square { cell: Int -> Int -> one Int }
        fact {
          all r, s: Int | one r.(Square.cell).s
          all c, s: Int | one (Square.cell).s.c
        }
        run {}";
    check(&mut Spec::new(text), Classes::Isomorphism, "1..{n} Int", 1, &[1, 2, 12, 576]);
}

/// Rows, columns and symbols each of a sig of its own, permuted independently: isotopy classes.
/// A040082.
#[test]
fn latin_squares_up_to_isotopy() {
    let text = "sig Row { cell: Column -> one Symbol } sig Column {} sig Symbol {}
        fact {
          all r: Row, s: Symbol | one r.cell.s
          all c: Column, s: Symbol | one cell.s.c
        }
        run {}";
    let scope = "exactly {n} Row, exactly {n} Column, exactly {n} Symbol";
    check(&mut Spec::new(text), Classes::Isomorphism, scope, 1, &[1, 1, 1, 2]);
}
