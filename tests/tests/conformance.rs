//! Alloy's answers, as far as a few seconds go: `conformance` asks for the rest.

use korrel_enumerate::{Instances, Meaning, Next, Strategy};
use korrel_sat::Effort;
use korrel_tests::Spec;
use korrel_tests::corpora::{Corpora, RandomAnswer, RandomSpec};
use korrel_tests::resolution::Resolutions;
use korrel_tests::temporal::TemporalRows;
use korrel_translate::Overflow;

/// If it failed, a name would stand for something else than in Alloy.
#[test]
fn names_stand_for_what_they_do_in_alloy() {
    let found = Resolutions::of(&Corpora::own(), "").expect("the rows can be read");
    assert_eq!(found.differ, []);
    assert_eq!((found.agree, found.refused, found.read), (45, 24, 1));
}

/// Each so-many-th random spec is asked.
const STEP: usize = 17;
/// Commands with more classes are only asked if there is one.
const MOST_CLASSES: u64 = 400;

/// If it failed, a spec would have other instances than in Alloy.
#[test]
fn random_specs_have_alloys_answers() {
    let specs = Corpora::own().random_specs().expect("the rows can be read");
    let asked = specs.iter().step_by(STEP);
    let (mut answers, mut differing) = (0, Vec::new());
    for spec in asked {
        // Under overflow that is forbidden, Korrel differs by choice.
        for answer in spec.answers.iter().filter(|answer| answer.overflow == "wrap") {
            answers += 1;
            differing.extend(difference(spec, answer));
        }
    }
    assert_eq!(differing, [] as [String; 0], "of {answers} answers");
    assert!(answers > 200, "{answers} answers are not many");
}

/// Forms that few specs have: of each, how many specs one is asked of, and the least number of answers.
const FORMS: [(&str, usize, usize); 4] =
    [("higher", 4, 50), ("growing", 4, 15), ("univ", 4, 50), ("recursion", 1, 200)];

/// If it failed, a form that few specs have would mean something else than in Alloy.
#[test]
fn rare_forms_have_alloys_answers() {
    let specs = Corpora::own().random_specs().expect("the rows can be read");
    for (theme, step, least) in FORMS {
        let of_theme = specs.iter().filter(|spec| spec.theme == theme);
        let (mut answers, mut differing) = (0, Vec::new());
        for spec in of_theme.step_by(step) {
            for answer in spec.answers.iter().filter(|answer| answer.overflow == "wrap") {
                answers += 1;
                differing.extend(difference(spec, answer));
            }
        }
        assert_eq!(differing, [] as [String; 0], "{theme}: of {answers} answers");
        assert!(answers >= least, "{theme}: {answers} answers are not many");
    }
}

/// If it failed, an atom that stands for a sig or a field would lead elsewhere than in Alloy, be missing, or be
/// counted as a part of instances; or a name would be taken that Alloy calls ambiguous.
#[test]
fn specs_that_speak_of_themselves_have_alloys_answers() {
    let specs = Corpora::own().random_specs().expect("the rows can be read");
    let (mut answers, mut refused, mut differing) = (0, 0, Vec::new());
    for spec in specs.iter().filter(|spec| spec.text.contains('$')) {
        let asked = spec.answers.iter().filter(|answer| answer.overflow == "wrap");
        if spec.answers.is_empty() {
            refused += 1;
            differing.extend(Spec::read(&spec.text).is_ok().then(|| spec.file.clone()));
        }
        for answer in asked {
            answers += 1;
            differing.extend(difference(spec, answer));
        }
    }
    assert_eq!(differing, [] as [String; 0], "of {answers} answers");
    assert_eq!((answers, refused), (371, 50));
}

/// What holds of each instance, by the meaning of the names.
const LAWS: [&str; 18] = [
    "static$ + var$ = sig$ + field$ and no static$ & var$",
    "var$ = D$ + C$h",
    "#sig$ = #field$ and some s, t: sig$ | s != t",
    "A$.value = A and B$.value = B and D$.value = D",
    "A$f.value = f and A$g.value = g and C$h.value = h",
    "C$.parent = A$ and (all s: sig$ - C$ | no s.parent)",
    "A$.fields = A$f + A$g and C$.fields = C$h and no D$.fields",
    "A$.subfields = A$f + A$g + C$h and C$.subfields = C$h",
    "all s: sig$ | s.fields in s.subfields and s.value in univ",
    "{ s: sig$ | some s.parent } = C$",
    "{ x: A$.subfields | some x.value } = { x: field$ - B$u | some x.value }",
    "(some x: B$.fields | some x.value) iff some u",
    "all s: sig$ | all t: sig$ - s | some s.value & t.value implies s + t in A$ + C$ + D$",
    "no (sig$ + field$) & (A + B + Int)",
    "(A + B + Int + sig$ + field$) = univ",
    "always D$.value = D and always C$h.value = h",
    "(D$.value)' = D'",
    "one A$ and one A$f",
];

/// If it failed, a name would mean something else than the page on the language says, in some state.
#[test]
fn what_atoms_of_sigs_and_fields_lead_to() {
    const DECLARED: &str = "abstract sig A { f: set A, private g: A -> B } sig B { u: set A }
        one sig C extends A { var h: lone B } var sig D in A {}";
    const SCOPE: &str = "for 2 but 2 Int, 2 steps";
    for law in LAWS {
        let text = format!("{DECLARED} check {{ {law} }} {SCOPE} run {{ {law} }} {SCOPE}");
        let spec = Spec::read(&text).expect("it can be read");
        let finds = |at: usize| {
            let meaning = Meaning { overflow: Overflow::Wrap, ignore_parameters: true };
            let problem = spec.problem(&spec.model.commands[at], meaning);
            let instances = Instances::any(&problem, Strategy::default(), Effort::default());
            matches!(instances.expect("it can be asked").next(), Next::Instance(_))
        };
        assert!(!finds(0), "{law} has a counterexample");
        assert!(finds(1), "{law} has no instance");
    }
}

fn difference(row: &RandomSpec, answer: &RandomAnswer) -> Option<String> {
    let named = |what: String| format!("{} [{}]: {what}", row.file, answer.index);
    let spec = match Spec::unrolled(&row.text, row.recursion) {
        Ok(spec) => spec,
        Err(mistakes) => return Some(named(mistakes)),
    };
    let command = &spec.model.commands[answer.index as usize];
    let meaning = Meaning { overflow: Overflow::Wrap, ignore_parameters: true };
    let problem = match spec.try_problem(command, meaning) {
        Ok(problem) => problem,
        Err(mistake) => return Some(named(mistake)),
    };
    let classes = answer.classes.filter(|&classes| classes <= MOST_CLASSES);
    let (strategy, effort) = (Strategy::default(), Effort::default());
    let instances = match classes {
        Some(_) => Instances::new(&problem, strategy, effort),
        None => Instances::any(&problem, strategy, effort),
    };
    let mut instances = match instances {
        Ok(instances) => instances,
        Err(mistake) => return Some(named(mistake.message.to_string())),
    };
    let enough = classes.unwrap_or(0) + 1;
    let mut found = 0;
    while found < enough && matches!(instances.next(), Next::Instance(_)) {
        found += 1;
    }
    let is_right = match classes {
        Some(classes) => found == classes,
        None => answer.sat.is_none_or(|sat| sat == (found > 0)),
    };
    let wanted = (answer.sat, answer.classes);
    (!is_right).then(|| named(format!("expected {wanted:?}, found {found}")))
}

/// Commands with more states are asked by `conformance`.
const MOST_STATES: u64 = 6;

/// If it failed, a behaviour would be found that Alloy has not, or lost, or a mistake accepted.
#[test]
fn commands_about_traces_have_alloys_answers() {
    let rows = TemporalRows::of(&Corpora::own()).expect("the rows can be read").rows;
    let (mut answers, mut differing) = (0, Vec::new());
    for row in rows.iter().filter(|row| row.is_refused || row.steps[1] <= MOST_STATES) {
        answers += 1;
        let found = row.ask().expect("the spec can be read");
        if let Some(difference) = row.difference(&found) {
            differing.push(format!("{} [{}]: {difference}", row.file, row.index));
        }
    }
    assert_eq!(differing, [] as [String; 0], "of {answers} answers");
    assert!(answers > 120, "{answers} answers are not many");
}

/// If it failed, any trace would not be one of the shortest, or its length be another one than Alloy's.
#[test]
fn any_trace_is_as_short_as_alloys_first() {
    let rows = TemporalRows::of(&Corpora::own()).expect("the rows can be read").rows;
    let (mut longer, mut differing) = (0, Vec::new());
    for row in rows.iter().filter(|row| row.shortest.is_some() && row.steps[1] <= MOST_STATES) {
        let found = row.ask_any().expect("the spec can be asked");
        longer += usize::from(row.shortest > Some(1));
        if found != row.shortest {
            differing.push(format!("{} [{}]: {found:?}", row.file, row.index));
        }
    }
    assert_eq!(differing, [] as [String; 0]);
    assert!(longer > 30, "{longer} rows have traces that are longer than one state");
}
