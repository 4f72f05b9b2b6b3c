//! The lessons of the questions.
//!
//! The general search learns from the same clauses, so what it learns holds here. Its good clauses are taken
//! over when the next turn of questions begins: at the top of the region, where most of them are open.

use crate::Lit;
use crate::enumerator::Enumerator;

impl Enumerator {
    /// Takes over what the general search has learned since it was asked for it last.
    pub(super) fn learn_from_questions(&mut self) {
        let Some(search) = &mut self.guide.search else { return };
        let mut lessons = Vec::new();
        search.take_lessons(&mut |clause| lessons.push(clause.to_vec()));
        lessons.into_iter().for_each(|clause| self.take_over(clause));
    }

    /// Learns a clause, unless it asserts something here: it would have to be asserted again wherever the search
    /// goes back below.
    fn take_over(&mut self, mut clause: Vec<Lit>) {
        clause.retain(|&lit| self.value_of(lit) >= 0 || self.level_of(lit) > 0);
        let open = |lit: &Lit| self.value_of(*lit) >= 0;
        if clause.iter().filter(|&lit| open(lit)).count() < 2 {
            return;
        }
        clause.sort_by_key(|lit| !open(lit));
        let stored = self.attach(&clause, LBD);
        self.clauses.push_learned(stored);
    }
}

/// The LBD of a clause that is taken over. Its true one here is not known; those that are taken
/// over are few, and good.
const LBD: u32 = 2;
