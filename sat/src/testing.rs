//! Questions that the tests of several files ask.

use crate::{Cnf, Var};

/// The formula of so many pigeons and one hole less: exponentially hard for resolution (Haken
/// 1985).
pub fn pigeons(pigeons: u32) -> Cnf {
    let holes = pigeons - 1;
    let mut cnf = Cnf::with_primary(pigeons * holes);
    let sits = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole).positive();
    for pigeon in 0..pigeons {
        cnf.add_clause((0..holes).map(|hole| sits(pigeon, hole)));
    }
    for hole in 0..holes {
        for a in 0..pigeons {
            (0..a).for_each(|b| cnf.add_clause([!sits(a, hole), !sits(b, hole)]));
        }
    }
    cnf
}
