//! Reachability by frames of clauses: a way to a bad step, or an invariant.
//!
//! *Problem.* No number of steps, written out, says that a bad step is never reached. *Choice.* Frames, each with the
//! states that so many steps may reach, as clauses, and those of the next one (Bradley, "SAT-based model checking
//! without unrolling", 2011; Eén, Mishchenko, Brayton, "Efficient implementation of property directed reachability",
//! 2011). A state of the last frame with a bad step is an obligation: either an earlier frame has a state that leads to
//! it, which is one then, too, or a clause excludes it from here on. The clause is made as short as holds. Where two
//! frames are the same, they are an invariant: they hold first, each step keeps them, and they exclude the bad step.
//!
//! Steps are relations, not functions. To keep no more of a state than matters (*lifting*), a second solver is asked
//! whether the state's literals alone leave a way for the step *not* to be one, the next state being fixed. Those that
//! it blames are kept. All states that agree on them have the step.
//!
//! *Rejected.* To unroll and to prove by induction over k steps with different states: it is stronger than frames only
//! where k is small, and frames find those proofs, too. A solver for each frame: one with a switch for each learns for
//! all.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::StepClauses;
use crate::{Answer, Cdcl, Effort, Lit, Solver, Var};

/// Literals over the numbers of the system's variables, sorted: states that agree on them.
type Cube = Vec<Lit>;

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FramesAnswer {
    /// A bad step is reached after so many steps.
    Reached(usize),
    /// No bad step is ever reached.
    Never(InductiveInvariant),
    /// The budget is spent. More may be tried.
    Open,
    Stopped,
}

/// Clauses over the numbers of the system's variables: they hold in a first state, a step keeps them, and no bad step
/// begins where they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InductiveInvariant {
    pub clauses: Vec<Vec<Lit>>,
    /// The number of steps that were looked at.
    pub depth: usize,
}

/// A search by frames.
pub struct Frames {
    clauses: Rc<StepClauses>,
    effort: Effort,
    solver: Cdcl<'static>,
    /// Asked whether something is no step.
    opposite: Cdcl<'static>,
    /// Assumed if the opposite is that of a step, or of a bad step.
    opposite_of: [Var; 2],
    /// The switch of each frame. The first frame is that of first states.
    switches: Vec<Var>,
    /// The cubes that each frame excludes and the next one does not.
    blocked: Vec<Vec<Cube>>,
    next: u32,
    /// The number of clauses that were made for one question.
    used: usize,
    /// The ticks of solvers that are gone.
    spent: u64,
    /// The ticks at which to pause.
    limit: u64,
    obligations: BinaryHeap<Reverse<Obligation>>,
    /// The number of obligations so far.
    made: usize,
}

/// A cube to be excluded from a frame.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    level: usize,
    /// The number of steps from it to a bad one.
    steps: usize,
    number: usize,
    cube: Cube,
}

/// The search has to end or to pause.
struct Pause;

/// So many clauses for one question each are too many for one solver.
const MOST_USED: usize = 2000;

impl Frames {
    pub fn new(clauses: StepClauses, effort: Effort) -> Frames {
        let mut opposite = Cdcl::with_clauses(&clauses.cnf, effort.clone());
        let variables = clauses.cnf.variables() as u32;
        let opposite_of = [Var::new(variables), Var::new(variables + 1)];
        for (at, of) in opposite_of.iter().enumerate() {
            let mut some = vec![of.negative()];
            some.extend(clauses.step.iter().map(|&lit| !lit));
            some.extend((at == 1).then_some(!clauses.bad));
            opposite.add_clause(&some);
        }
        let mut frames = Frames {
            clauses: Rc::new(clauses),
            solver: Cdcl::new(effort.clone()),
            effort,
            opposite,
            opposite_of,
            switches: Vec::new(),
            blocked: vec![Vec::new()],
            next: 0,
            used: 0,
            spent: 0,
            limit: u64::MAX,
            obligations: BinaryHeap::new(),
            made: 0,
        };
        frames.rebuild();
        frames
    }

    /// The number of steps that are known to reach nothing bad.
    pub fn depth(&self) -> usize {
        self.blocked.len() - 1
    }

    /// What the solvers have cost.
    pub fn ticks(&self) -> u64 {
        self.spent + self.solver.ticks()
    }

    /// Goes on for so many ticks.
    pub fn advance(&mut self, ticks: u64) -> FramesAnswer {
        self.limit = self.ticks().saturating_add(ticks);
        self.solver.limit_ticks(ticks);
        self.obligations.clear();
        match self.search() {
            Ok(answer) => answer,
            Err(Pause) if self.effort.is_stopped() => FramesAnswer::Stopped,
            Err(Pause) => FramesAnswer::Open,
        }
    }

    fn search(&mut self) -> Result<FramesAnswer, Pause> {
        loop {
            while let Some(cube) = self.bad_state()? {
                let top = self.depth();
                self.demand(top, 0, cube);
                if let Some(steps) = self.block()? {
                    return Ok(FramesAnswer::Reached(steps));
                }
            }
            self.blocked.push(Vec::new());
            let switch = self.fresh();
            self.switches.push(switch);
            if let Some(invariant) = self.push()? {
                return Ok(FramesAnswer::Never(invariant));
            }
        }
    }

    fn demand(&mut self, level: usize, steps: usize, cube: Cube) {
        self.made += 1;
        let number = self.made;
        self.obligations.push(Reverse(Obligation { level, steps, number, cube }));
    }

    /// Deals with all obligations. `Some`: a first state leads to a bad step.
    fn block(&mut self) -> Result<Option<usize>, Pause> {
        while let Some(Reverse(obligation)) = self.obligations.pop() {
            let Obligation { level, steps, cube, .. } = &obligation;
            let (level, steps) = (*level, *steps);
            if self.is_blocked(level, cube) {
                continue;
            }
            let Some(apart) = self.apart_from_first(cube)? else { return Ok(Some(steps)) };
            if level == 0 {
                continue;
            }
            match self.before(level, cube)? {
                Err(earlier) => {
                    self.demand(level - 1, steps + 1, earlier);
                    self.obligations.push(Reverse(obligation));
                }
                Ok(core) => {
                    let short = self.shortened(level, core, apart)?;
                    let mut at = level;
                    while at < self.depth() && self.before(at + 1, &short)?.is_ok() {
                        at += 1;
                    }
                    self.exclude(at, short);
                    if at < self.depth() {
                        let cube = obligation.cube;
                        self.demand(at + 1, steps, cube);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Takes literals away as long as what is left can be excluded.
    fn shortened(&mut self, level: usize, core: Cube, apart: Cube) -> Result<Cube, Pause> {
        let mut cube = core;
        if self.apart_from_first(&cube)?.is_none() {
            cube.extend(apart);
            cube.sort_unstable();
            cube.dedup();
        }
        let mut failures = 0;
        for lit in cube.clone() {
            if cube.len() == 1 || failures > MOST_FAILURES {
                break;
            }
            if !cube.contains(&lit) {
                continue;
            }
            let less: Cube = cube.iter().copied().filter(|&other| other != lit).collect();
            let Some(apart) = self.apart_from_first(&less)? else {
                failures += 1;
                continue;
            };
            match self.before(level, &less)? {
                Err(_) => failures += 1,
                Ok(core) => {
                    cube = core;
                    if self.apart_from_first(&cube)?.is_none() {
                        cube.extend(apart);
                        cube.sort_unstable();
                        cube.dedup();
                    }
                }
            }
        }
        Ok(cube)
    }

    /// Clauses of a frame that hold in the next one move there. If none is left, the frame is an invariant.
    fn push(&mut self) -> Result<Option<InductiveInvariant>, Pause> {
        for level in 1..self.depth() {
            for cube in self.blocked[level].clone() {
                // One that moves takes with it those that say less.
                if self.blocked[level].contains(&cube) && self.before(level + 1, &cube)?.is_ok() {
                    self.exclude(level + 1, cube);
                }
            }
            if self.blocked[level].is_empty() {
                return Ok(Some(self.invariant(level)));
            }
        }
        Ok(None)
    }

    fn invariant(&self, level: usize) -> InductiveInvariant {
        let cubes = self.blocked[level + 1..].iter().flatten();
        let clause = |cube: &Cube| cube.iter().map(|&lit| !lit).collect();
        InductiveInvariant { clauses: cubes.map(clause).collect(), depth: level }
    }

    fn is_blocked(&self, level: usize, cube: &Cube) -> bool {
        let holds = |known: &Cube| known.iter().all(|lit| cube.binary_search(lit).is_ok());
        self.blocked[level..].iter().flatten().any(holds)
    }

    /// No state of this frame is in the cube. What says less goes.
    fn exclude(&mut self, level: usize, cube: Cube) {
        let is_less = |known: &Cube| cube.iter().all(|lit| known.binary_search(lit).is_ok());
        for frame in &mut self.blocked[1..=level] {
            frame.retain(|known| !is_less(known));
        }
        self.assert_blocked(level, &cube);
        self.blocked[level].push(cube);
    }

    fn assert_blocked(&mut self, level: usize, cube: &Cube) {
        let mut clause = vec![self.switches[level].negative()];
        clause.extend(cube.iter().map(|&lit| !self.now(lit)));
        self.solver.add_clause(&clause);
    }
}

/// So many literals that cannot be taken away are enough.
const MOST_FAILURES: usize = 12;

// Questions.

impl Frames {
    fn now(&self, lit: Lit) -> Lit {
        self.clauses.state[lit.var().index()][0].lit(lit.is_positive())
    }

    fn next(&self, lit: Lit) -> Lit {
        self.clauses.state[lit.var().index()][1].lit(lit.is_positive())
    }

    fn fresh(&mut self) -> Var {
        self.next += 1;
        Var::new(self.next - 1)
    }

    /// The assumptions that a state is one of a frame.
    fn in_frame(&self, level: usize) -> Vec<Lit> {
        match level {
            0 => vec![self.switches[0].positive()],
            _ => self.switches[level..].iter().rev().map(|switch| switch.positive()).collect(),
        }
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<bool, Pause> {
        match self.solver.solve(assumptions) {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Stopped => Err(Pause),
        }
    }

    /// A state of the last frame with a bad step.
    fn bad_state(&mut self) -> Result<Option<Cube>, Pause> {
        let mut assumptions = self.in_frame(self.depth());
        assumptions.push(self.clauses.bad);
        Ok(self.ask(&assumptions)?.then(|| self.lifted(1, &[])))
    }

    /// Literals of a cube that no first state has, or `None` if a first state is in it.
    fn apart_from_first(&mut self, cube: &Cube) -> Result<Option<Cube>, Pause> {
        let mut assumptions = self.in_frame(0);
        assumptions.extend(cube.iter().map(|&lit| self.now(lit)));
        if self.ask(&assumptions)? {
            return Ok(None);
        }
        let failed = self.solver.failed();
        let is_blamed = |lit: &&Lit| failed.contains(&self.now(**lit));
        Ok(Some(cube.iter().filter(is_blamed).copied().collect()))
    }

    /// `Err`: states of the frame before that lead to the cube and are not in it. `Ok`: literals of the cube to which
    /// none leads.
    fn before(&mut self, level: usize, cube: &Cube) -> Result<Result<Cube, Cube>, Pause> {
        if self.used >= MOST_USED {
            self.rebuild();
        }
        self.used += 1;
        let apart = self.fresh();
        let mut clause = vec![apart.negative()];
        clause.extend(cube.iter().map(|&lit| !self.now(lit)));
        self.solver.add_clause(&clause);
        let mut assumptions = self.in_frame(level - 1);
        assumptions.push(apart.positive());
        assumptions.extend(cube.iter().map(|&lit| self.next(lit)));
        let answer = self.ask(&assumptions);
        let found = match answer {
            Ok(true) => Ok(Err(self.lifted(0, cube))),
            Ok(false) => {
                let failed = self.solver.failed();
                let is_blamed = |lit: &&Lit| failed.contains(&self.next(**lit));
                let core: Cube = cube.iter().filter(is_blamed).copied().collect();
                Ok(Ok(if core.is_empty() { cube.clone() } else { core }))
            }
            Err(Pause) => Err(Pause),
        };
        self.solver.add_clause(&[apart.negative()]);
        found
    }

    /// The literals of the state in the solver's answer that are enough for its step to be one, into the same next
    /// state. `target`: the literals of the next state that matter, of which those that never change are kept.
    fn lifted(&mut self, opposite: usize, target: &[Lit]) -> Cube {
        let value = |var: Var| var.lit(self.solver.value(var) == Some(true));
        let clauses = Rc::clone(&self.clauses);
        let mut assumptions = vec![self.opposite_of[opposite].positive()];
        assumptions.extend(clauses.free.iter().map(|&var| value(var)));
        let changing = clauses.state.iter().filter(|[now, next]| now != next);
        assumptions.extend(changing.map(|[_, next]| value(*next)));
        let state: Vec<Lit> = clauses.state.iter().map(|[now, _]| value(*now)).collect();
        assumptions.extend(&state);
        let numbered = |at: usize| Var::new(at as u32).lit(state[at].is_positive());
        let whole = (0..state.len()).map(numbered);
        if self.opposite.solve(&assumptions) != Answer::Unsatisfiable {
            return whole.collect();
        }
        let failed = self.opposite.failed();
        let lasts = |lit: &Lit| {
            let [now, next] = clauses.state[lit.var().index()];
            now == next && target.iter().any(|wanted| wanted.var() == lit.var())
        };
        let is_kept = |lit: &Lit| failed.contains(&state[lit.var().index()]) || lasts(lit);
        whole.filter(is_kept).collect()
    }

    /// A new solver with all that is known, without what was made for one question each.
    fn rebuild(&mut self) {
        self.spent += self.solver.ticks();
        self.solver = Cdcl::with_clauses(&self.clauses.cnf, self.effort.clone());
        self.solver.limit_ticks(self.limit.saturating_sub(self.spent));
        self.used = 0;
        self.next = self.clauses.cnf.variables() as u32;
        let clauses = Rc::clone(&self.clauses);
        clauses.step.iter().for_each(|&lit| self.solver.add_clause(&[lit]));
        let frames = self.blocked.len();
        self.switches = (0..frames).map(|_| self.fresh()).collect();
        for &lit in &clauses.initial {
            self.solver.add_clause(&[self.switches[0].negative(), lit]);
        }
        for pair in &clauses.state {
            pair.iter().for_each(|&var| self.solver.freeze(var));
        }
        for level in 1..frames {
            for cube in self.blocked[level].clone() {
                self.assert_blocked(level, &cube);
            }
        }
    }
}
