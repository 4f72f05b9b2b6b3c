//! The turns in which the search in the one order, or questions, look for the next model.
//!
//! *Problem.* Where models are rare, questions find the next one with a fraction of the conflicts that the one order
//! takes. Where there are many, each of them hard to find, a descent to each costs more than the one order learns on
//! the way from model to model. Nobody knows beforehand which is the case.
//!
//! *Choice.* Turns. After some conflicts since the last model, questions have theirs, for as many. If they reach
//! a model, or the end of the region, their next turn comes after half as many. If not, the one order goes on,
//! and their next turn comes after twice as many. So questions never cost more than the one order has cost, and
//! where they are in vain much less. Until a first model is kept a turn has no end: a search that shows nothing
//! is no listing, and questions are made for a single verdict.
//!
//! *Rejected.* One number of conflicts for every turn: of 166 counterexamples of a hotel each cost 250 conflicts until
//! it was asked, and then 30, while of necklaces each cost 270 in the one order, and by questions 17,000. A share of
//! all propagations: it bars questions where they pay as it does where they do not. Turns of twice the length, or
//! turns that become rarer by four times: they are better or worse by luck, and they may cost more.

/// The turn at hand. Conflicts of either are counted from the beginning.
pub(super) struct Turns {
    /// The number of conflicts of the one order since `since` after which questions have their
    /// turn. With none they never have it, with 0 always.
    wait: Option<u64>,
    /// `wait` does not become less than this.
    least: u64,
    /// Conflicts of the one order when its turn began.
    since: u64,
    /// Conflicts of questions when their turn ends, or none while it is not theirs.
    end: Option<u64>,
    /// True if a model was kept.
    is_listing: bool,
}

/// The number of conflicts after which the turn of questions comes, as long as they succeed.
const LEAST: u64 = 20;
/// The factor by which the wait grows after a turn in vain.
const LONGER: u64 = 2;

impl Turns {
    /// The first turn of questions comes after so many conflicts. With none it never comes, and
    /// with 0 they lead always.
    pub fn after(conflicts: Option<u64>) -> Self {
        let least = conflicts.map_or(LEAST, |conflicts| conflicts.min(LEAST));
        Self { wait: conflicts, least, since: 0, end: None, is_listing: false }
    }

    /// The search for the next model begins, in this region or another one.
    pub fn begin(&mut self, conflicts: u64) {
        if self.end.take().is_some() {
            self.wait = self.wait.map(|wait| (wait / 2).max(self.least));
        }
        self.since = conflicts;
    }

    /// A model was kept.
    pub fn found(&mut self) {
        self.is_listing = true;
    }

    /// True if questions should have their turn now.
    #[inline]
    pub fn are_due(&self, conflicts: u64) -> bool {
        self.end.is_none() && self.wait.is_some_and(|wait| conflicts - self.since >= wait)
    }

    /// Questions have their turn, which have had so many conflicts.
    pub fn ask(&mut self, spent: u64) {
        let wait = self.wait.unwrap_or(0);
        let is_bounded = self.is_listing && wait > 0;
        self.end = Some(if is_bounded { spent + wait } else { u64::MAX });
    }

    /// True if questions have their turn.
    #[inline]
    pub fn are_questions(&self) -> bool {
        self.end.is_some()
    }

    /// The number of conflicts that are left to them.
    pub fn left(&self, spent: u64) -> u64 {
        self.end.map_or(0, |end| end.saturating_sub(spent))
    }

    /// The turn of questions has ended without success.
    pub fn give_up(&mut self, conflicts: u64) {
        self.end = None;
        self.since = conflicts;
        self.wait = self.wait.map(|wait| wait.saturating_mul(LONGER));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a listing in which each model costs so many conflicts in the one order, and so many by questions. Returns
    /// the cost of both.
    fn play(models: u64, ordered: u64, asked: u64) -> (u64, u64) {
        let mut turns = Turns::after(Some(500));
        let (mut own, mut spent) = (0, 0);
        turns.found();
        for _ in 0..models {
            turns.begin(own);
            let mut open = ordered;
            while open > 0 {
                if turns.are_due(own) {
                    turns.ask(spent);
                    let left = turns.left(spent);
                    spent += left.min(asked);
                    if asked <= left {
                        break;
                    }
                    turns.give_up(own);
                } else {
                    own += 1;
                    open -= 1;
                }
            }
        }
        (own, spent)
    }

    /// If this failed, a listing would pay for questions that gain nothing, or do without questions that gain much.
    #[test]
    fn a_listing_asks_where_that_pays() {
        let (own, spent) = play(350, 300, 20_000);
        assert_eq!((own, spent), (350 * 300, 0));
        let (own, spent) = play(350, 3_000, 20_000);
        assert!(own == 350 * 3_000 && spent * 100 < own, "{spent} beside {own}");
        let (own, spent) = play(166, 1_000, 30);
        assert!(own < 12_000 && spent < own, "{spent} beside {own}");
    }

    /// If this failed, a hard verdict would be given back to an order that may never find it.
    #[test]
    fn before_the_first_model_a_turn_has_no_end() {
        let mut turns = Turns::after(Some(500));
        turns.begin(0);
        assert!(!turns.are_due(499) && turns.are_due(500));
        turns.ask(0);
        assert!(turns.are_questions() && turns.left(1 << 40) > 1 << 40);
        assert!(!Turns::after(None).are_due(u64::MAX));
    }
}
