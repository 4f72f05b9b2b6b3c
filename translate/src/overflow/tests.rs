use korrel_lang::integer::{compute, range};
use korrel_lang::load::{load, no_files};
use korrel_lang::model::IntOp;
use korrel_lang::resolve::resolve;
use korrel_lang::source::Sources;
use korrel_sat::Effort;

use super::*;
use crate::scope::Overflow;

const SIGS: &str =
    "sig Node { next: lone Node, key: one Int, kids: set Node, at: Node -> lone Int }
     one sig Root { top: lone Node } sig Leaf extends Node {} ";

/// The warnings about the first command of a spec: each place with its label.
fn told_under(overflow: Overflow, text: &str) -> Vec<String> {
    warnings(overflow, text).1
}

fn warnings(overflow: Overflow, text: &str) -> (Vec<Diagnostic>, Vec<String>) {
    let mut sources = Sources::default();
    let file = sources.add("test.als", format!("{SIGS}{text}"));
    let program = load(&mut sources, file, &mut no_files).expect("the spec follows the grammar");
    let model = resolve(&program).expect("the spec is right").model;
    let command = &model.commands[0];
    let scopes = Scopes::new(&model, command, overflow).expect("the scope is possible");
    let bounds =
        Bounds::new(&model, command, &scopes, &Effort::default()).expect("the bounds are small");
    let warnings = overflow_warnings(&model, command, &scopes, &bounds);
    let place = |warning: &Diagnostic| {
        let (span, label) = warning.place.as_ref().expect("it says where");
        format!("{}: {label}", sources.text(*span))
    };
    let places = warnings.iter().map(place).collect();
    (warnings, places)
}

fn reported(text: &str) -> Vec<String> {
    told_under(Overflow::Forbid, text)
}

/// The warnings about a formula, for 3 of each sig and `Int` −8..7.
fn of_formula(formula: &str) -> Vec<String> {
    reported(&format!("run {{ {formula} }} for 3"))
}

/// If it failed, some operands would give a number outside the interval that is taken to hold all
/// results, or overflow unseen.
#[test]
fn intervals_hold_all_results() {
    const WIDTH: u32 = 3;
    let (least, greatest) = range(WIDTH);
    let room = Interval::new(least.into(), greatest.into());
    let ends =
        || (least..=greatest).flat_map(move |low| (low..=greatest).map(move |high| (low, high)));
    let arithmetic = Arithmetic::Forbid { bit_width: WIDTH };
    use IntOp::*;
    for op in [Plus, Minus, Times, Divide, Remainder, ShiftLeft, ShiftRight, UnsignedShiftRight] {
        for (a, b) in ends().flat_map(|a| ends().map(move |b| (a, b))) {
            let interval = |ends: (i64, i64)| Interval::new(ends.0.into(), ends.1.into());
            let result = Interval::apply(op, &interval(a), &interval(b), WIDTH);
            for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                let number = compute(arithmetic, op, x, y);
                let divides = matches!(op, Divide | Remainder);
                if number.overflowed && !(divides && y == 0) {
                    assert!(!result.is_within(&room), "{x} {op:?} {y} overflows");
                } else {
                    assert!(result.contains(number.value.into()), "{x} {op:?} {y}: {result:?}");
                }
            }
        }
    }
}

/// Ends that were too wide would warn of what cannot be.
#[test]
fn intervals_of_single_numbers_are_exact() {
    let single = |number: i128| Interval::new(number, number);
    for (op, expected) in
        [(IntOp::Plus, 9), (IntOp::Minus, 5), (IntOp::Times, 14), (IntOp::Divide, 3)]
    {
        assert_eq!(Interval::apply(op, &single(7), &single(2), 4), single(expected), "{op:?}");
    }
    assert_eq!(Interval::new(-2, 3).repeated(0, 4), Interval::new(-8, 12));
    assert_eq!(Interval::new(2, 3).repeated(2, 4), Interval::new(4, 12));
}

/// A warning on a spec that cannot overflow is noise, and soon no warning is read.
#[test]
fn what_has_room_is_not_told() {
    for formula in [
        "#Node < 5",
        "#Node = 7",
        "all n: Node | n.key < 7 && n.key > -8",
        "all n: Node | #n.^next < 3 && #n.*next = 2 && #(n.kids + n) > 1",
        "all n: Node | minus[#n.kids, #n.next] > 0",
        "plus[#Node, #Leaf] < 7",
        "#next < 4 && #Root.top.next = 1 && #(Root -> Node) = 2",
        "all n: Node | some n.at => #(n.at) < 4",
        "some i: Int | i > 3 && Int[2] = i",
        "(sum n: Node | 2) = 6",
        "(sum n: Node | #n.next) = 2",
        "let x = #Node | plus[x, x] > 0",
        "#{n: Node | some n.next} = 3",
        "all n: Node | (some n.next => 3 else #n.kids) > 2",
        "div[#Node, 2] = rem[7, 2] && 3 << 1 = 6 && (7 >> #Node) = 0",
        "fun/max > 0",
        "div[6, #Root] > #(Root.top)",
    ] {
        assert_eq!(of_formula(formula), Vec::<String>::new(), "{formula}");
    }
}

/// If it failed, instances would be missing and no message would say so.
#[test]
fn what_has_no_room_is_told() {
    for (formula, expected) in [
        ("#kids > 2", "#kids: up to 9, but `Int` is -8..7"),
        ("all n: Node | plus[n.key, 1] > 0", "plus[n.key, 1]: up to 8, but `Int` is -8..7"),
        ("all n: Node | negate[n.key] > 0", "negate[n.key]: up to 8, but `Int` is -8..7"),
        ("#Node = 8", "8: `Int` is -8..7"),
        ("Node.key > 0", "Node.key: from -21 to 18, but `Int` is -8..7"),
        ("(sum n: Node | 3) > 0", "(sum n: Node | 3): up to 9, but `Int` is -8..7"),
        ("mul[#Node, #Node] > 0", "mul[#Node, #Node]: up to 9, but `Int` is -8..7"),
        ("div[1, #Node] = 0", "div[1, #Node]: the divisor is from 0 to 3"),
        ("#Node << 2 = 0", "#Node << 2: it may not fit: `Int` is -8..7"),
        ("let x = mul[#Node, 2] | plus[x, 2] > 0", "plus[x, 2]: up to 8, but `Int` is -8..7"),
        ("#univ > 0", "#univ: up to 20, but `Int` is -8..7"),
    ] {
        assert_eq!(of_formula(formula), [expected], "{formula}");
    }
}

/// An operation that an overflow is passed on to is not to blame, unless it can overflow by itself.
#[test]
fn the_innermost_operation_is_told() {
    let inner = "plus[n.key, 1]: up to 8, but `Int` is -8..7";
    let told = of_formula("all n: Node | minus[plus[n.key, 1], 1] > 0");
    assert_eq!(told, [inner]);
    let told = of_formula("all n: Node | minus[plus[n.key, 1], 2] > 0");
    assert_eq!(told, [inner, "minus[plus[n.key, 1], 2]: down to -9, but `Int` is -8..7"]);
}

/// A range makes arithmetic exact: there is nothing to warn of.
#[test]
fn ranges_do_not_overflow() {
    let body = "run { #kids > 5 && all n: Node | plus[n.key, 1] > mul[n.key, 100] } for 3";
    assert_eq!(reported(&format!("{body} but 0..4 Int")), Vec::<String>::new());
    assert!(!reported(body).is_empty());
}

/// Scopes decide: a warning that stays when there is room would not be believed.
#[test]
fn scopes_make_room() {
    let body = "run { #kids > 5 && #Leaf < 3 } for 3";
    assert_eq!(reported(&format!("{body} but 5 Int")), Vec::<String>::new());
    assert_eq!(reported(&format!("{body} but 2 Node")), Vec::<String>::new());
    assert_eq!(reported("run { #Leaf < 3 } for 9 but 2 Leaf"), Vec::<String>::new());
    assert_eq!(reported("run { #Leaf < 3 } for 9"), ["#Leaf: up to 9, but `Int` is -8..7"]);
}

/// A function is told of by what it is called with, facts as well as the goal, and once a place.
#[test]
fn calls_and_facts_are_followed() {
    let text = "fun double[n: Node]: Int { plus[n.key, n.key] }
        fun twice[s: set Node]: Int { mul[#s, 3] }
        pred small[n: Node] { double[n] < 5 && double[n] > 0 && twice[n] > 2 }
        fact { all n: Node | small[n] }
        fun unused[]: Int { 100 }
        run { some n: Node | small[n] && twice[Node] > 3 } for 3";
    let expected = [
        "plus[n.key, n.key]: from -16 to 14, but `Int` is -8..7",
        "mul[#s, 3]: up to 9, but `Int` is -8..7",
    ];
    assert_eq!(reported(text), expected);
    let small = text.replace("&& twice[Node] > 3", "");
    assert_eq!(reported(&small), expected[..1], "one node has room");
}

/// A field's range is evaluated twice, for the field's size and in its fact. It is one place.
#[test]
fn fields_are_told_of() {
    let text = "sig User { keys: set { i: Int | i << 1 > 0 } } run {} for 3";
    assert_eq!(reported(text), ["i << 1: it may not fit: `Int` is -8..7"]);
}

/// Parameters are bound as the command declares them.
#[test]
fn parameters_of_the_command_are_known() {
    let expected = ["plus[k, 1]: up to 8, but `Int` is -8..7"];
    assert_eq!(reported("pred p[n: Node, k: Int] { plus[k, 1] > #n } run p for 3"), expected);
}

/// A long list is not read. That there is more must be said.
#[test]
fn many_are_counted() {
    let text = "run { some i: Int { plus[i, 1] > 0 plus[i, 2] > 0 plus[i, 3] > 0 plus[i, 4] > 0 \
         plus[i, 5] > 0 } } for 3";
    let (warnings, places) = warnings(Overflow::Forbid, text);
    assert_eq!(places.len(), 3);
    assert!(warnings[2].help.last().is_some_and(|help| help.contains("2 others")));
    assert!(warnings[0].help[0].contains("instances go missing"));
}

/// The advice must mend it: more bits where they do, a range where they only move the limit.
#[test]
fn help_says_what_makes_room() {
    let help = |formula: &str| {
        let (warnings, _) = warnings(Overflow::Forbid, &format!("run {{ {formula} }} for 3"));
        warnings[0].help.last().expect("there is help").clone()
    };
    assert!(help("#kids > 2").contains("but 5 Int"), "{}", help("#kids > 2"));
    assert!(help("#Node < 100").contains("but 8 Int"));
    // More bits make more integers, so no width has room for their number.
    assert!(help("#Int > 0").contains("with a range"), "{}", help("#Int > 0"));
    assert!(help("#(Node -> Int) > 0").contains("with a range"));
    assert!(help("some n: Node | plus[n.key, 1] > 0").contains("0..7 Int"));
}

/// Wrap-around has another consequence. And no division overflows.
#[test]
fn wrapping_is_told_as_such() {
    let text = "run { some n: Node | plus[n.key, 1] > 0 && div[1, n.key] = 1 } for 3";
    let (warnings, places) = warnings(Overflow::Wrap, text);
    assert_eq!(places, ["plus[n.key, 1]: up to 8, but `Int` is -8..7"]);
    assert!(warnings[0].help[0].contains("8 becomes -8"), "{:?}", warnings[0].help);
}
