//! What no behaviour does: an action that none takes, a premise that never holds, a state that none leaves.
//!
//! *Problem.* An assertion may hold of all behaviours because these do less than its author thinks. *Choice.* The states
//! are looked at that the facts lead to, and what the assertion supposes. There are no more than so many, in the order in
//! which they are reached. In each the actions and premises are read that were met nowhere before, so what the system does
//! is soon no question any more. Of what is left a graph that is whole shows that it is never met. If the graph is not, or
//! a premise tells of more than a step, one of the engines is asked for a behaviour, as any command is, and has one turn.
//! What is not known then is not told. *Rejected.* A behaviour for each action, asked for by itself: a translation for
//! each, where nearly all are found within a few steps. To look at the states of the assertion's own question: those that
//! its denial leaves are others.

use korrel_lang::code;
use korrel_lang::conjuncts::conjuncts;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::model::{
    Command, CommandKind, Formula, FormulaKind, FunctionId, Model, Quantifier, SigKind, TemporalOp,
    Value,
};
use korrel_lang::source::Span;
use korrel_lang::trace::Trace;
use korrel_sat::Effort;

use super::reached::ReachedStates;
use super::{FEW_STATES, TURNS, UnboundedAnswer, UnboundedMethod, product};
use crate::induction::{Induction, InductionAnswer};
use crate::problem::Meaning;
use crate::questions::explanation::stuttering;
use crate::questions::formula::{in_all, truth};
use crate::questions::idle::premise;
use crate::states::system::{StateSystem, always};

/// The most conjuncts of an assertion that are looked at.
const CONJUNCTS: usize = 400;

/// What the behaviours that a `check` is about do not do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmet {
    /// The actions that none takes.
    pub actions: Vec<FunctionId>,
    /// The places of what the assertion supposes and what never holds.
    pub premises: Vec<Span>,
    /// The states that none leaves, of all that steps lead to, if these are few enough to be known.
    pub dead_ends: Option<[u64; 2]>,
}

/// What is asked about.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Action(FunctionId),
    /// What the whole assertion supposes.
    Supposed(Span),
    /// What a part of it supposes.
    Premise(Span),
}

/// A formula that may never hold.
struct Doubt {
    subject: Subject,
    formula: Formula,
    /// It is asked of first states only.
    is_of_first: bool,
    /// How many states after its own it reads, or `None` if it cannot be read in a step.
    ahead: Option<usize>,
}

/// What no behaviour does that satisfies the facts and what a `check` supposes, as far as that is soon known. Induction
/// looks at no states. `None` after a stop.
pub fn unmet(
    model: &Model,
    command: &Command,
    (meaning, method): (Meaning, UnboundedMethod),
    effort: &Effort,
) -> Option<Unmet> {
    let mut found = Unmet::default();
    let FormulaKind::Not(asserted) = &command.goal.kind else { return Some(found) };
    if command.kind != CommandKind::Check || !model.has_variables() {
        return Some(found);
    }
    let (supposed, claimed) = supposed(asserted);
    let behaviours = such_that(command, supposed.iter().map(|&formula| formula.clone()).collect());
    let mut open: Vec<Doubt> = Doubt::of_supposed(model, &supposed).into_iter().collect();
    open.extend(premises_of(model, claimed));
    let actions = model.chosen_actions(&behaviours).into_iter();
    open.extend(actions.filter_map(|action| Doubt::of_action(model, action)));
    let states = match method {
        UnboundedMethod::Induction => None,
        _ => look(model, &behaviours, meaning, &mut open, effort)?,
    };
    let is_whole = states.is_some();
    if matches!(states, Some([_, 0])) {
        // Nothing begins, so this is all that there is to say.
        open.retain(|doubt| matches!(doubt.subject, Subject::Supposed(_)));
    }
    for doubt in open {
        let is_unmet = (is_whole && doubt.ahead.is_some())
            || is_refuted(model, &doubt.asked(&behaviours), is_whole, meaning, effort);
        match doubt.subject {
            // There is no behaviour, so nothing else is of interest.
            Subject::Supposed(place) if is_unmet => {
                return Some(Unmet { premises: vec![place], ..found });
            }
            Subject::Action(action) if is_unmet => found.actions.push(action),
            Subject::Premise(place) if is_unmet => found.premises.push(place),
            _ => {}
        }
    }
    found.dead_ends = states.filter(|[ends, _]| *ends > 0);
    (!effort.is_stopped()).then_some(found)
}

/// Looks at the first states and at what follows them. Only what was not met stays open. Returns how many states no step
/// leaves, of how many, if these are all.
fn look(
    model: &Model,
    behaviours: &Command,
    meaning: Meaning,
    open: &mut Vec<Doubt>,
    effort: &Effort,
) -> Option<Option<[u64; 2]>> {
    let (system, _) = StateSystem::of_traces(model, behaviours);
    // What cannot be translated is told elsewhere.
    let states = ReachedStates::new(&system, meaning, FEW_STATES, effort);
    let states = states.and_then(|mut states| states.begin(true).map(|()| states));
    let Ok(mut states) = states else { return (!effort.is_stopped()).then_some(None) };
    let (first, mut at, mut ends) = (states.len(), 0, 0);
    while at < states.len() {
        if states.len() > FEW_STATES {
            return Some(None);
        }
        let number = u32::try_from(at).expect("they are few");
        let Ok(next) = states.next(number) else { return (!effort.is_stopped()).then_some(None) };
        let state = states.instance(number);
        ends += u64::from(next.is_empty() && !is_without(model, &state));
        let is_over = |doubt: &Doubt| doubt.is_of_first && at >= first;
        if !next.is_empty() {
            let here = vec![state.clone()];
            open.retain(|doubt| {
                doubt.ahead != Some(0) || is_over(doubt) || !doubt.is_met(model, &here)
            });
        }
        for (_, named) in &next {
            let is_open = |doubt: &Doubt| doubt.ahead == Some(1) && !is_over(doubt);
            if !open.iter().any(is_open) {
                break;
            }
            let step = vec![state.clone(), states.named(named)];
            open.retain(|doubt| !is_open(doubt) || !doubt.is_met(model, &step));
        }
        at += 1;
    }
    Some(Some([ends, states.len() as u64]))
}

/// True if a state has no object of some sig. Where there are no clients, nobody expects anything to happen.
fn is_without(model: &Model, state: &Instance) -> bool {
    let fixed = model.top_level().filter(|&sig| !model.sigs[sig].is_variable);
    let mut own = fixed.filter(|&sig| model.sigs[sig].kind != SigKind::Builtin);
    own.any(|sig| state.sig(sig).is_empty())
}

/// True if it is soon shown that a command has no behaviour.
fn is_refuted(
    model: &Model,
    asked: &Command,
    is_whole: bool,
    meaning: Meaning,
    effort: &Effort,
) -> bool {
    if is_whole {
        let answer = product::decide(model, asked, meaning, effort, FEW_STATES);
        return matches!(answer, Ok(UnboundedAnswer::Nothing(_)));
    }
    let Ok(mut induction) = Induction::new(model, asked, meaning, effort) else { return false };
    let answer = (0..TURNS).find_map(|_| induction.turn());
    matches!(answer, Some(InductionAnswer::Nothing(_)))
}

/// What an assertion supposes as a whole, and what it claims then.
fn supposed(asserted: &Formula) -> (Vec<&Formula>, &Formula) {
    let (mut supposed, mut claimed) = (Vec::new(), asserted);
    loop {
        match &claimed.kind {
            FormulaKind::And(parts) if parts.len() == 1 => claimed = &parts[0],
            FormulaKind::Implies(premise, claim) => {
                supposed.push(&**premise);
                claimed = claim;
            }
            _ => return (supposed, claimed),
        }
    }
}

/// What the parts of an assertion suppose.
fn premises_of(model: &Model, claimed: &Formula) -> Vec<Doubt> {
    let mut found = Vec::new();
    for conjunct in conjuncts(model, claimed, CONJUNCTS) {
        let Some(body) = always(model, &conjunct.formula, &mut Vec::new()) else {
            found.extend(Doubt::of_implication(model, &conjunct.formula, true));
            continue;
        };
        for inner in conjuncts(model, &body, CONJUNCTS) {
            found.extend(Doubt::of_implication(model, &inner.formula, false));
        }
    }
    found
}

/// The behaviours of a command's scope that satisfy all of these.
fn such_that(command: &Command, formulas: Vec<Formula>) -> Command {
    let (parameters, declared) = (Vec::new(), truth(command.span));
    Command { parameters, declared, ..command.clone() }.asking(in_all(formulas, command.span))
}

impl Doubt {
    fn new(model: &Model, subject: Subject, formula: Formula, is_of_first: bool) -> Doubt {
        let ahead = model.lookahead(&formula).filter(|&ahead| ahead <= 1);
        Doubt { subject, formula, is_of_first, ahead }
    }

    /// The doubt whether all of these can hold at once.
    fn of_supposed(model: &Model, supposed: &[&Formula]) -> Option<Doubt> {
        let place = supposed.first()?.span.to(supposed.last()?.span);
        let all = in_all(supposed.iter().map(|&formula| formula.clone()).collect(), place);
        Some(Doubt::new(model, Subject::Supposed(place), all, true))
    }

    /// The doubt whether there is a case of `P implies Q`, below `all`s and `let`s.
    fn of_implication(model: &Model, formula: &Formula, is_of_first: bool) -> Option<Doubt> {
        let subject = Subject::Premise(place_of_premise(formula)?);
        Some(Doubt::new(model, subject, premise(formula)?, is_of_first))
    }

    /// `None` if an argument stands for a set.
    fn of_action(model: &Model, action: FunctionId) -> Option<Doubt> {
        let function = &model.functions[action];
        let Value::Formula(body) = &function.body else { return None };
        let declarations = function.parameters.clone();
        if !declarations.iter().all(|group| group.range.is_one()) {
            return None;
        }
        let formula = match declarations.is_empty() {
            true => body.clone(),
            false => {
                let (quantifier, body) = (Quantifier::Some, Box::new(body.clone()));
                let kind = FormulaKind::Quantified { quantifier, declarations, body };
                Formula { kind, span: function.span }
            }
        };
        Some(Doubt::new(model, Subject::Action(action), formula, false))
    }

    fn is_met(&self, model: &Model, states: &[Instance]) -> bool {
        let trace = Trace { states: states.to_vec(), back: None };
        Evaluator::of_trace(model, &trace).formula(&self.formula)
    }

    /// The command for the behaviours that meet it.
    fn asked(&self, behaviours: &Command) -> Command {
        let span = self.formula.span;
        let met = match self.is_of_first {
            true => self.formula.clone(),
            false => {
                let sides = Box::new([truth(span), self.formula.clone()]);
                Formula { kind: FormulaKind::Temporal(TemporalOp::Until, sides), span }
            }
        };
        such_that(behaviours, vec![behaviours.goal.clone(), met])
    }
}

fn place_of_premise(formula: &Formula) -> Option<Span> {
    match &formula.kind {
        FormulaKind::Quantified { quantifier: Quantifier::All, body, .. }
        | FormulaKind::Let(_, _, body) => place_of_premise(body),
        FormulaKind::Implies(premise, _) => Some(premise.span),
        _ => None,
    }
}

impl Unmet {
    /// What is told of it.
    pub fn warnings(&self, model: &Model, command: &Command) -> Vec<Diagnostic> {
        let premises = self.premises.iter().map(|&place| {
            Diagnostic::new(code::UNMET, "this check holds for want of a case")
                .at(place, "in no behaviour does this ever hold")
                .help("a larger scope may have a case, or this is not what was meant")
        });
        let actions = self.actions.iter().map(|&action| {
            let function = &model.functions[action];
            Diagnostic::new(code::UNTAKEN, format!("no behaviour takes `{}`", function.name))
                .at(function.span, "no step that can be reached is one by this action")
                .help("it may need a larger scope, or contradict itself or the facts")
        });
        let ends = self.dead_ends.map(|[ends, all]| {
            let is = if ends == 1 { "is a dead end" } else { "are dead ends" };
            let message = format!("{ends} of {all} states {is}");
            let note = Diagnostic::new(code::DEAD_END, message).at(
                command.span,
                "behaviours go on for ever, so none that leads there is looked at",
            );
            match stuttering(model) {
                Some(step) => note.help(format!(
                    "say what happens when nothing happens: `or ({step})` beside the other steps"
                )),
                None => note,
            }
        });
        premises.chain(actions).chain(ends).collect()
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::load::no_files;
    use korrel_lang::spec::Spec;

    use super::*;

    /// Clients take a lock and give it back, with `more` said.
    fn lock(give: &str, step: &str, more: &str) -> String {
        format!(
            "sig Client {{}} one sig Lock {{ var holder: lone Client }}
             pred take[c: Client] {{ no Lock.holder and Lock.holder' = c }}
             pred give[c: Client] {{ {give} }}
             pred wait {{ holder' = holder }}
             pred crowd[some_of: set Client] {{ Lock.holder' = some_of and #some_of > 1 }}
             pred step {{ {step} }}
             {more} for 2 but 1.. steps"
        )
    }

    /// The actions, the premises and the dead ends.
    fn told(text: &str) -> (Vec<String>, Vec<String>, Option<[u64; 2]>) {
        told_by(UnboundedMethod::Graph, text)
    }

    fn told_by(
        method: UnboundedMethod,
        text: &str,
    ) -> (Vec<String>, Vec<String>, Option<[u64; 2]>) {
        let spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
        let command = spec.command(None).expect("there is one");
        let way = (Meaning::default(), method);
        let found = unmet(&spec.model, &command, way, &Effort::default());
        let Unmet { actions, premises, dead_ends } = found.expect("nothing stops it");
        let name = |action: &FunctionId| spec.model.functions[*action].name.clone();
        let actions = actions.iter().map(name).collect();
        let premises = premises.iter().map(|&place| spec.sources.text(place).to_owned());
        (actions, premises.collect(), dead_ends)
    }

    /// What was told, without owners.
    fn is_told(text: &str, actions: &[&str], premises: &[&str], ends: Option<[u64; 2]>) {
        let (of_actions, of_premises, of_ends) = told(text);
        assert_eq!(
            (&of_actions[..], &of_premises[..]),
            (&owned(actions)[..], &owned(premises)[..]),
            "{text}"
        );
        assert_eq!(of_ends, ends, "{text}");
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    const GIVE: &str = "c = Lock.holder and no Lock.holder'";
    const NEVER: &str = "c = Lock.holder' and no Lock.holder'";
    const MOVE: &str = "some c: Client | take[c] or give[c]";
    const BEGIN: &str = "fact { no holder and always step }";

    /// If it failed, nobody would learn that what is proven is proven of a system that does less than it is meant to.
    #[test]
    fn what_no_behaviour_does_is_told() {
        let holds = format!("{BEGIN} check {{ always (some holder implies lone holder) }}");
        is_told(&lock(GIVE, MOVE, &holds), &[], &[], None);
        is_told(&lock(NEVER, &format!("wait or {MOVE}"), &holds), &["give"], &[], None);
        // None, or a client that holds it: there are one and two clients, and no client is no case.
        is_told(&lock(NEVER, MOVE, &holds), &["give"], &["some holder"], Some([2, 5]));
        let crowd = format!("wait or {MOVE} or some s: set Client | crowd[s]");
        is_told(&lock(GIVE, &crowd, &holds), &[], &[], None);
    }

    /// If it failed, an assertion would be said to hold for want of a case that has one, or the other way round.
    #[test]
    fn premises_without_a_case_are_told() {
        let of = |claim: &str| lock(GIVE, MOVE, &format!("{BEGIN} check {{ {claim} }}"));
        for (claim, premises) in [
            (
                "always all c: Client | c in Lock.holder and c not in Lock.holder implies some c",
                &["c in Lock.holder and c not in Lock.holder"][..],
            ),
            (
                "always (#holder > 1 implies some univ) and (some holder implies no Client)",
                &["#holder > 1", "some holder"],
            ),
            ("always ((once some holder) and some holder implies some Client)", &[]),
            (
                "always ((historically some holder) and some holder implies some Client)",
                &["(historically some holder) and some holder"],
            ),
            ("always (some holder implies always lone holder)", &[]),
            (
                "all c: Client | always (c in Lock.holder and after c in Lock.holder implies no c)",
                &["c in Lock.holder and after c in Lock.holder"],
            ),
        ] {
            is_told(&of(claim), &[], premises, None);
        }
    }

    /// If it failed, the system that an assertion supposes would be no system.
    #[test]
    fn what_an_assertion_supposes_is_a_part_of_the_behaviours() {
        let of = |give: &str, supposed: &str| {
            let check = format!("check {{ {supposed} implies always lone Lock.holder }}");
            lock(give, MOVE, &check)
        };
        is_told(&of(GIVE, "(no holder and always step)"), &[], &[], None);
        is_told(&of(GIVE, "(no holder and always (wait or step))"), &[], &[], None);
        let (actions, ..) = told(&of(NEVER, "(no holder and always (wait or step))"));
        assert_eq!(actions, ["give"]);
        let never = "(no holder and some holder and always step)";
        is_told(&of(GIVE, never), &[], &[never], None);
        // It is fair that nothing happens and that something does.
        let never = "(no holder and always wait and eventually some holder)";
        is_told(&of(GIVE, never), &[], &[never], None);
    }

    /// If it failed, a system with too many states would keep its mistakes to itself, or be said to have some that it has
    /// not.
    #[test]
    fn where_there_are_many_states_induction_is_asked() {
        let many = "sig A {} var sig P, Q, R, S in A {}
            pred add[x: A] { P' = P + x and Q' = Q and R' = R and S' = S }
            pred drop[x: A] { x in P and P' = P - x and Q' = Q and R' = R and S' = S + x }
            pred move[x: A] { x in S and P' = P and Q' = Q and R' = R + x and S' = S - x }
            pred leave[x: A] { x in Q and P' = P and Q' = Q - x and R' = R and S' = S }
            fact { no P + Q + R + S and always (some x: A | add[x] or drop[x] or move[x] or leave[x]) }
            check { always (some Q implies some P) } for exactly 10 A, 1.. steps";
        for method in [UnboundedMethod::Graph, UnboundedMethod::Induction] {
            let (actions, premises, ends) = told_by(method, many);
            assert_eq!((actions, premises), (owned(&["leave"]), owned(&["some Q"])), "{method:?}");
            assert_eq!(ends, None, "they are too many to know: {method:?}");
        }
    }
}
