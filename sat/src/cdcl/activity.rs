//! Variables by activity: how much each took part in recent conflicts (VSIDS, Moskewicz and others
//! 2001, with MiniSat's binary heap and growing step instead of decay).

pub(super) struct Activity {
    activity: Vec<f64>,
    /// The amount that one conflict adds to an activity.
    step: f64,
    /// A binary heap of variables, most active first, and ties by number.
    heap: Vec<u32>,
    /// The place of each variable in the heap, or `ABSENT`.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 0.95;
const LARGEST: f64 = 1e100;

impl Activity {
    /// The activities of no variable yet.
    pub fn new() -> Self {
        Self { activity: Vec::new(), step: 1.0, heap: Vec::new(), place: Vec::new() }
    }

    /// Another variable, which is on the heap.
    pub fn push(&mut self) {
        self.activity.push(0.0);
        self.place.push(ABSENT);
        self.insert(self.place.len() as u32 - 1);
    }

    /// Counts a part in the present conflict.
    pub fn bump(&mut self, var: usize) {
        self.activity[var] += self.step;
        if self.activity[var] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.step /= LARGEST;
        }
        if self.place[var] != ABSENT {
            self.rise(self.place[var] as usize);
        }
    }

    /// Makes the conflicts so far count less.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Puts a variable on the heap, if it is not there.
    pub fn insert(&mut self, var: u32) {
        if self.place[var as usize] == ABSENT {
            self.heap.push(var);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable off the heap.
    pub fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            self.place[last as usize] = ABSENT;
            return Some(last);
        };
        self.place[first as usize] = ABSENT;
        self.put(0, last);
        self.sink(0);
        Some(first)
    }

    fn precedes(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn put(&mut self, place: usize, var: u32) {
        self.heap[place] = var;
        self.place[var as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 && self.precedes(var, self.heap[(place - 1) / 2]) {
            self.put(place, self.heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        self.put(place, var);
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.heap[place];
        while let Some(child) = self.larger_child(place) {
            if !self.precedes(self.heap[child], var) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, var);
    }

    fn larger_child(&self, place: usize) -> Option<usize> {
        let (left, right) = (2 * place + 1, 2 * place + 2);
        let precedes = |&right: &u32| self.precedes(right, self.heap[left]);
        let right_first = self.heap.get(right).is_some_and(precedes);
        (left < self.heap.len()).then_some(if right_first { right } else { left })
    }
}

#[cfg(test)]
mod tests {
    use super::Activity;

    /// A heap out of order would still find all models, only slowly: no other test would see it.
    #[test]
    fn most_active_first() {
        let mut activity = Activity::new();
        (0..8).for_each(|_| activity.push());
        for (var, times) in [(3, 5), (6, 9), (0, 1), (7, 2)] {
            (0..times).for_each(|_| activity.bump(var));
        }
        assert_eq!(activity.pop(), Some(6));
        activity.insert(6);
        activity.insert(6);
        activity.decay();
        (0..9).for_each(|_| activity.bump(1));
        let order: Vec<u32> = std::iter::from_fn(|| activity.pop()).collect();
        assert_eq!(order, [1, 6, 3, 7, 0, 2, 4, 5]);
    }

    /// Activities must keep their order when they are scaled down before they overflow.
    #[test]
    fn long_runs_do_not_overflow() {
        let mut activity = Activity::new();
        (0..3).for_each(|_| activity.push());
        (0..20_000).for_each(|_| {
            activity.bump(1);
            activity.decay();
        });
        activity.bump(2);
        activity.bump(2);
        assert_eq!(activity.pop(), Some(1));
        assert_eq!(activity.pop(), Some(2));
    }
}
