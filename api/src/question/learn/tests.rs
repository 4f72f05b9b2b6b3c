//! What is learnt, held against the language: `diff` in the scope, and brute force over what was asked.

use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use super::*;

const LIST: &str = "one sig List { header: lone Node, size: Int }
    sig Node { next: lone Node, key: Int }
    pred weak { Node = List.header.*next }
    pred sorted { weak and all n: Node, m: n.next | n.key =< m.key }
    pred acyclic { weak and no n: Node | n in n.^next }
    pred counted { acyclic and List.size = #Node }
    run weak for 3 but 0..3 Int";

fn asked(spec: &str) -> SpecCommand {
    let spec =
        Spec::read("list.als", spec, false, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(Some("weak")).expect("there is one");
    SpecCommand { spec, command }
}

/// The first instances of a formula as examples.
fn examples(asked: &SpecCommand, text: &str, is_good: bool, most: usize) -> Vec<Example> {
    let (formulas, asked) = asked.formulas(&[text.to_owned()]).unwrap_or_else(|e| panic!("{e:?}"));
    let schema = Schema::of(&asked.spec, &asked.command).unwrap_or_else(|e| panic!("{e:?}"));
    let how = (Meaning::default(), &Effort::default());
    let found = first(&asked, formulas[0].clone(), &schema, how, most);
    let (found, _) = found.unwrap_or_else(|e| panic!("{e:?}"));
    let heap = |shown: &ShownInstance| {
        let text = shown.record(0);
        GivenHeap::new(serde_json::from_str(&text).expect("it is JSON"), &text, 0)
    };
    let named = |(at, shown)| Example { name: format!("{text} {at}"), is_good, heap: heap(shown) };
    found.iter().enumerate().map(named).collect()
}

fn learning(text: &str, target: &str) -> (SpecCommand, Learning) {
    let asked = asked(text);
    let good = examples(&asked, target, true, 100);
    let bad = examples(&asked, &format!("weak and not {target}"), false, 100);
    let all: Vec<Example> = good.into_iter().chain(bad).collect();
    let learning = Learning::new(&asked, "weak", &all).unwrap_or_else(|e| panic!("{e:?}"));
    (asked, learning)
}

/// If it failed, a structure that the grammar has a word for would not be recognised from a few heaps.
#[test]
fn what_people_write_is_found() {
    let cases = [
        ("acyclic", vec!["no n: Node | n in n.^next"]),
        ("sorted", vec!["all n: Node, m: n.next | n.key =< m.key"]),
        ("counted", vec!["no n: Node | n in n.^next", "List.size = #Node"]),
    ];
    for (target, expected) in cases {
        let (_, learning) = learning(LIST, target);
        assert_eq!(learning.texts(), expected, "{target}");
    }
}

/// If it failed, a heap would be told from another one by how many positions sequences have, or how many numbers there are.
#[test]
fn no_term_speaks_of_a_sig_of_the_language() {
    let asked = asked(&LIST.replace("sig Node", "sig Even in Int {} sig Node"));
    let model = &asked.spec.model;
    let words = Vocabulary::new(&asked.spec, &asked.command);
    let mut terms = super::distinctions::distinctions(model, &asked.command, &words, |_| false);
    terms.extend(super::terms::terms(model, &words));
    assert!(terms.iter().any(|term| term.text.contains("#Even")), "a part of a spec's own is one");
    let named = |text: &str| {
        let mut names = text.split(|c: char| !c.is_alphanumeric() && !"/_".contains(c));
        names.any(|name| ["univ", "none", "seq/Int", "String"].contains(&name))
            || text.contains("#Int")
            || text.contains("in Int")
    };
    let foreign: Vec<&str> = terms.iter().map(|term| &*term.text).filter(|t| named(t)).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// If it failed, a proposal would let a bad heap through, forbid a good one, or count other instances than it excludes.
#[test]
fn proposals_are_what_they_claim_in_the_scope() {
    let (asked, learning) = learning(LIST, "counted");
    let effort = Effort::default();
    let conjuncts =
        learning.conjuncts(Meaning::default(), &effort).unwrap_or_else(|e| panic!("{e:?}"));
    for conjunct in conjuncts {
        let broken = format!("weak and not ({})", conjunct.text);
        let all = examples(&asked, &broken, false, usize::MAX);
        assert_eq!(conjunct.excludes, Amount { number: all.len().into(), is_least: false });
        let texts = [conjunct.text.clone(), "counted".to_owned()];
        let (formulas, asked) = asked.formulas(&texts).unwrap_or_else(|e| panic!("{e:?}"));
        let shown = conjunct.example.expect("it excludes something");
        let mut evaluator = Evaluator::new(&asked.spec.model, &shown.instance);
        assert!(!evaluator.formula(&formulas[0]) && !evaluator.formula(&formulas[1]), "{texts:?}");
    }
}

/// If it failed, questions would not end, or end at something else than what the answers say.
#[test]
fn a_handful_of_answers_ends_it() {
    for target in ["acyclic", "sorted", "counted"] {
        let asked = asked(LIST);
        let good = examples(&asked, target, true, 2);
        let bad = examples(&asked, &format!("weak and not {target}"), false, 1);
        let all: Vec<Example> = good.into_iter().chain(bad).collect();
        let mut learning = Learning::new(&asked, "weak", &all).unwrap_or_else(|e| panic!("{e:?}"));
        let (formulas, judge) =
            asked.formulas(&[target.to_owned()]).unwrap_or_else(|e| panic!("{e:?}"));
        let (meaning, effort) = (Meaning::default(), Effort::default());
        let mut questions = 0;
        while let Some(question) =
            learning.question(meaning, &effort).unwrap_or_else(|e| panic!("{e:?}"))
        {
            questions += 1;
            let instance = &question.shown.instance;
            let is_good = Evaluator::new(&judge.spec.model, instance).formula(&formulas[0]);
            learning.answer(&question.shown, is_good);
        }
        assert!(questions <= 24, "{target}: {questions}");
        let texts = learning.texts().join(") and (");
        let differ = [
            format!("{target} and not (({texts}))"),
            format!("weak and ({texts}) and not {target}"),
        ];
        let [lost, rest] = differ.map(|text| examples(&asked, &text, false, 1).len());
        assert_eq!(lost, 0, "{target}: {texts}");
        assert!(rest == 0 || target == "counted", "{target}: {texts}");
    }
}

/// If it failed, heaps that nothing separates would be separated by something that is false of one.
#[test]
fn what_no_term_tells_apart_is_told() {
    let asked = asked(LIST);
    let all = examples(&asked, "acyclic and #Node = 2", true, 1);
    let mut both = all.clone();
    both.push(Example { is_good: false, name: "the same".to_owned(), ..all[0].clone() });
    let learning = Learning::new(&asked, "weak", &both).unwrap_or_else(|e| panic!("{e:?}"));
    let told = learning.inseparable().expect("they are one heap");
    assert_eq!((told.bad.as_str(), told.differing.len()), ("the same", 0));
}

/// If it failed, a spec that allows more than the code accepts would be said to allow the same.
#[test]
fn what_is_known_by_its_heaps_is_learnt_or_told_apart() {
    let (meaning, effort) = (Meaning::default(), Effort::default());
    for (target, missing) in [("sorted", None), ("counted", None), ("acyclic", Some(5))] {
        let asked = asked(LIST);
        let mut good = examples(&asked, target, true, 10_000);
        let left_out = missing.map(|at| good.remove(at));
        let learning = Learning::new(&asked, "weak", &good).unwrap_or_else(|e| panic!("{e:?}"));
        let (formulas, whole) =
            asked.formulas(&[target.to_owned()]).unwrap_or_else(|e| panic!("{e:?}"));
        let schema = Schema::of(&whole.spec, &whole.command).unwrap_or_else(|e| panic!("{e:?}"));
        let (listed, _) = first(&whole, formulas[0].clone(), &schema, (meaning, &effort), 10_000)
            .expect("it ends");
        let mut keys: HashSet<String> = listed.iter().map(|shown| shown.key.clone()).collect();
        let apart = missing.map(|at| listed[at].key.clone());
        keys.retain(|key| Some(key) != apart.as_ref());
        let mut learning = learning;
        let agreement = learning.agreement(&keys, meaning, &effort).expect("it ends");
        let smallest = agreement.smallest.map(|shown| shown.key);
        assert_eq!(smallest, apart, "{target}, without {left_out:?}");
        assert_eq!(agreement.number, usize::from(missing.is_some()), "{target}");
        // What is learnt, held against the language: the instances of the conjunction are those of the target.
        let mut all = vec!["weak".to_owned()];
        all.extend(learning.texts().into_iter().map(|text| format!("({text})")));
        let (formulas, whole) =
            asked.formulas(&[all.join(" and ")]).unwrap_or_else(|e| panic!("{e:?}"));
        let (found, _) = first(&whole, formulas[0].clone(), &schema, (meaning, &effort), 10_000)
            .expect("it ends");
        let found: HashSet<String> = found.into_iter().map(|shown| shown.key).collect();
        keys.extend(apart);
        assert!(found == keys, "{target}: {all:?}");
    }
}
