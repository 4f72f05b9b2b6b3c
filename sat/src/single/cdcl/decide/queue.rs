//! Variables in the order in which they were bumped last (VMTF), as a list in both directions.

const NONE: u32 = u32::MAX;

#[derive(Default)]
pub(in crate::single::cdcl) struct BumpQueue {
    links: Vec<Links>,
    first: Option<u32>,
    last: Option<u32>,
    /// All variables after this one are assigned.
    searched: u32,
    /// The number of times that any variable was added or bumped.
    bumps: u64,
    scratch: Vec<(u64, u32)>,
}

#[derive(Clone, Copy)]
struct Links {
    before: u32,
    after: u32,
    /// The time when it was added, or bumped last: grows along the list.
    bumped: u64,
}

impl BumpQueue {
    /// Another variable, which is the next one if it is open: the last of the list.
    pub fn push(&mut self) {
        let var = self.links.len() as u32;
        self.links.push(Links { before: NONE, after: NONE, bumped: 0 });
        self.put_last(var);
    }

    /// The variable bumped last of those that are open.
    pub fn next(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
        if self.links.is_empty() {
            return None;
        }
        let mut var = self.searched;
        while var != NONE && !is_open(var) {
            var = self.links[var as usize].before;
        }
        if var == NONE {
            return None;
        }
        self.searched = var;
        Some(var)
    }

    /// A variable is unassigned.
    #[inline]
    pub fn reconsider(&mut self, var: usize) {
        if self.links[var].bumped > self.links[self.searched as usize].bumped {
            self.searched = var as u32;
        }
    }

    /// Moves variables, all of which are assigned, to the end, in the order that they have now.
    pub fn bump(&mut self, vars: &[u32]) {
        let mut vars_in_order = std::mem::take(&mut self.scratch);
        vars_in_order.clear();
        vars_in_order.extend(vars.iter().map(|&var| (self.links[var as usize].bumped, var)));
        vars_in_order.sort_unstable();
        for &(_, var) in &vars_in_order {
            if self.links[var as usize].after != NONE {
                let is_searched = self.searched == var;
                if is_searched {
                    // It is assigned, as all after it are.
                    let Links { before, after, .. } = self.links[var as usize];
                    self.searched = if before == NONE { after } else { before };
                }
                self.remove(var);
                self.put_last_assigned(var);
            }
        }
        self.scratch = vars_in_order;
    }

    fn remove(&mut self, var: u32) {
        let Links { before, after, .. } = self.links[var as usize];
        match before {
            NONE => self.first = Some(after),
            _ => self.links[before as usize].after = after,
        }
        match after {
            NONE => self.last = Some(before),
            _ => self.links[after as usize].before = before,
        }
    }

    fn put_last(&mut self, var: u32) {
        self.put_last_assigned(var);
        self.searched = var;
    }

    fn put_last_assigned(&mut self, var: u32) {
        self.bumps += 1;
        let before = self.last.unwrap_or(NONE);
        self.links[var as usize] = Links { before, after: NONE, bumped: self.bumps };
        match before {
            NONE => self.first = Some(var),
            _ => self.links[before as usize].after = var,
        }
        self.last = Some(var);
    }
}
