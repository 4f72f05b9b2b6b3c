//! The library as its users have it.

use std::ops::ControlFlow;

use korrel::{Conclusion, Error, HeapValue, Overflow, Scalar, Settings, Values, spec};

const GRAPHS: &str = "sig V { e: set V } run all_graphs { some e } for exactly 3 V";

/// So many relations over so many atoms would take years to list.
const ENDLESS: &str = "sig V { e: set V } run {} for exactly 9 V";

/// If it failed, threads would show in what a test is given, or the limit be another one.
#[test]
fn threads_and_limits_change_no_instance() {
    let command = spec(GRAPHS).expect("it is right").command("all_graphs").expect("it is there");
    let lines = |settings: Settings| -> Vec<String> {
        let found = command.clone().with(settings).instances();
        found.map(|heap| heap.expect("nothing stops it").json().to_owned()).collect()
    };
    let all = lines(Settings::new());
    assert_eq!(all.len(), 103, "104 relations, less the empty one");
    assert_eq!(lines(Settings::new().limit(7)), all[..7]);
    assert_eq!(lines(Settings::new().limit(0)), all[..0]);
    #[cfg(feature = "threads")]
    {
        assert_eq!(lines(Settings::new().threads(3)), all);
        assert_eq!(lines(Settings::new().threads(3).limit(7)), all[..7]);
    }
    let mut visited = Vec::new();
    let visit = |heap: korrel::Heap| {
        visited.push(heap.json().to_owned());
        if visited.len() < 7 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    command.each(visit).expect("nothing stops it");
    assert_eq!(visited, all[..7]);
    for (limit, listed) in [(0, 0), (7, 7), (200, 103)] {
        let limited = command.clone().with(Settings::new().limit(limit));
        assert_eq!(limited.instances().count(), listed);
        assert_eq!(limited.count().expect("it ends"), 103_u32.into());
    }
    assert_eq!(
        command.with(Settings::new().every_labelling()).count().expect("it ends"),
        511_u32.into()
    );
}

/// If it failed, the graph would not be the one that the line shows.
#[test]
fn a_graph_is_what_its_line_says() {
    let list = "one sig L { head: lone N } sig N { next: lone N, key: Int }
        run { N = L.head.*next and no next } for exactly 1 N, 7..7 Int";
    let spec = spec(list).expect("it is right");
    let mut found = spec.command("0").expect("there is one").instances();
    let heap = found.next().expect("there is a list").expect("nothing stops it");
    let graph = heap.graph();
    let node = graph.objects.iter().find(|object| object.type_name == "N").expect("it is there");
    assert_eq!(node.fields[0], ("next", HeapValue::Null));
    assert_eq!(node.fields[1], ("key", HeapValue::Scalar(Scalar::Integer(7))));
    assert_eq!(heap.record()["objects"]["N$0"]["key"], 7, "{}", heap.json());
    assert_eq!((heap.id(), found.count()), (0, 0));
}

/// If it failed, what needs no trial of all relations would be refused, or what needs more trials than can be made be
/// answered.
#[test]
fn what_has_no_instance_anyway_is_not_refused() {
    let sets = "sig A { r: set A } pred p { one f: A -> A | f.f = r }
        nothing: run { p  some r  no A } for 5 something: run { p  some r } for 5";
    let spec = spec(sets).expect("it is right");
    let [nothing, something] =
        ["nothing", "something"].map(|name| spec.command(name).expect("it is there"));
    assert!(nothing.instances().next().is_none());
    assert_eq!(nothing.count().expect("it is counted"), 0_u32.into());
    let refused = something.count().expect_err("each relation would have to be tried").to_string();
    assert!(refused.contains("E0018"), "{refused}");
}

/// If it failed, there would be a limit to what can be counted, or another way to count would be another number.
#[test]
fn more_are_counted_than_can_be_listed() {
    let relations = spec(ENDLESS).expect("it is right").command("0").expect("there is one");
    let classes = relations.count().expect("it is counted");
    assert_eq!(classes, 6_666_621_572_153_927_936_u64.into(), "OEIS A000595");
    let labelled = relations.with(Settings::new().every_labelling());
    assert_eq!(labelled.count().expect("it is counted"), korrel::BigUint::from(2_u32).pow(81));
}

/// If it failed, a test that was cut short would seem to have tried everything.
#[cfg(feature = "threads")]
#[test]
fn a_stop_is_an_error() {
    use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering};
    use std::time::Duration;

    let command = spec(ENDLESS).expect("it is right").command("0").expect("there is one");
    let flag = Arc::new(AtomicBool::new(false));
    let settings = Settings::new().until(Arc::clone(&flag));
    let mut found = command.clone().with(settings).instances();
    assert!(found.next().is_some_and(|first| first.is_ok()));
    flag.store(true, Ordering::Relaxed);
    let last = found.by_ref().last().expect("the stop is told");
    assert!(matches!(last, Err(Error::Stopped)), "{last:?}");
    assert!(found.next().is_none());
    let list = Settings::new().method(korrel::Method::List);
    let settings = list.clone().timeout(Duration::from_millis(50)).threads(2);
    assert!(matches!(command.clone().with(settings).count(), Err(Error::Stopped)));
    let settings = list.timeout(Duration::ZERO);
    assert!(matches!(command.with(settings).count(), Err(Error::Stopped)));
}

/// If it failed, a mistake would be a panic, or nobody would see where it is.
#[test]
fn mistakes_are_values() {
    let text = |error: Error| error.to_string();
    let wrong = spec("sig A { r: B }").expect_err("there is no B");
    assert!(text(wrong).contains("spec.als:1:12"));
    let graphs = spec(GRAPHS).expect("it is right");
    assert!(text(graphs.command("all").expect_err("it is none")).contains("all_graphs"));
    let command = graphs.command("all_graphs").expect("it is there");
    assert!(text(command.scope("3 W").expect_err("there is no W")).contains("scope:1:3"));
    let large = graphs.command("0").expect("it is there").scope("exactly 200 V");
    let large = large.expect("it is a scope").with(Settings::new().memory(1 << 16));
    assert!(matches!(large.count(), Err(Error::Spec(_))));
}

/// If it failed, a module of the caller's would not be found, or a setting be lost.
#[test]
fn modules_and_settings() {
    let find = |name: &str| (name == "nodes").then(|| "module nodes sig Node {}".to_owned());
    let text = "open nodes run { some Node } for exactly 1 Node";
    let command = korrel::spec_with_modules("main.als", text, find).expect("it is right");
    assert_eq!(command.command("0").expect("it is there").count().expect("it ends"), 1_u32.into());
    let sums = "one sig A { n: Int } run { A.n = plus[3, 3] } for 3 Int";
    let sums = spec(sums).expect("it is right").command("0").expect("it is there");
    assert_eq!(sums.count().expect("it ends"), 0_u32.into());
    let wrapped = sums.with(Settings::new().overflow(Overflow::Wrap));
    assert_eq!(wrapped.count().expect("it ends"), 1_u32.into());
}

/// If it failed, a limit, a visitor or another number of threads would change what a part gives, or what is not a limit on
/// the answer would cut it.
#[test]
fn questions_in_parts_keep_to_their_limits() {
    let lists = spec(
        "sig N { next: lone N }
         pred list[h: N] { N = h.*next
                           no n: N | n in n.^next }
         pred left[h: N] { some next and not one N }
         run list for 4
         run left for 4",
    );
    let lists = lists.expect("it is right");
    let [command, left] = ["list", "left"].map(|name| lists.command(name).expect("it is there"));
    let left = u64::try_from(left.count().expect("it is counted")).expect("it is small");
    let misses = |settings: Settings, most: Option<u64>, enough: usize| {
        let mut lines = Vec::new();
        let asked = command.clone().with(settings).near_misses("list", most, |_, heap| {
            lines.push(heap.json().to_owned());
            match lines.len() < enough {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        (lines, asked.expect("nothing stops it"))
    };
    let counts = |conclusion: &Conclusion| -> Vec<(u64, bool)> {
        let Conclusion::NearMisses(all) = conclusion else { panic!("{conclusion:?}") };
        all.iter().map(|one| (one.count, one.is_complete)).collect()
    };
    let (all, conclusion) = misses(Settings::new(), None, usize::MAX);
    let [(first, true), (second, true)] = counts(&conclusion)[..] else { panic!("{conclusion:?}") };
    assert!(first > 2 && second > 2 && all.len() as u64 == first + second);

    let (two_each, conclusion) = misses(Settings::new(), Some(2), usize::MAX);
    assert_eq!(counts(&conclusion), [(2, false), (2, false)]);
    let body =
        |line: &String| line.split_once("\"roots\"").expect("an id comes first").1.to_owned();
    let of_both = all[..2].iter().chain(&all[first as usize..][..2]);
    assert_eq!(
        two_each.iter().map(body).collect::<Vec<_>>(),
        of_both.map(body).collect::<Vec<_>>()
    );
    let (none, conclusion) = misses(Settings::new(), Some(0), usize::MAX);
    assert_eq!((none.len(), counts(&conclusion)), (0, vec![(0, false), (0, false)]));
    for (limit, begun) in [(0, 0), (1, 1), (3, 2)] {
        let (lines, conclusion) = misses(Settings::new().limit(limit), Some(2), usize::MAX);
        assert_eq!(lines, two_each[..limit as usize]);
        assert_eq!(counts(&conclusion).len(), begun, "parts that were begun");
    }
    let broken_off = misses(Settings::new(), Some(2), 1);
    assert_eq!(broken_off, (two_each[..1].to_vec(), Conclusion::Nothing), "no other part begins");
    #[cfg(feature = "threads")]
    {
        let threads = Settings::new().threads(3);
        assert_eq!(misses(threads.clone(), None, usize::MAX).0, all);
        assert_eq!(misses(threads.clone(), Some(2), usize::MAX).0, two_each);
        assert_eq!(misses(threads.clone().limit(3), None, usize::MAX).0, all[..3]);
        assert_eq!(misses(threads, Some(2), 1), broken_off);
    }

    for (limit, handed_on) in [(0, 0), (2, 3), (u64::MAX, left + 1)] {
        let mut found = 0;
        let settings = Settings::new().limit(limit);
        let difference = command.clone().with(settings).diff("some next", "one N", |_, _| {
            found += 1;
            ControlFlow::Continue(())
        });
        let Ok(Conclusion::Difference(sides)) = difference else { panic!("{difference:?}") };
        let counts: Vec<u64> = sides.iter().map(|side| side.outcome.count).collect();
        assert_eq!((found, counts), (handed_on, vec![left, 1]), "all are counted");
    }
    let mut found = 0;
    let difference = command.diff("some next", "one N", |_, _| {
        found += 1;
        ControlFlow::Break(())
    });
    let difference = difference.expect("a visitor may have had enough");
    assert_eq!((found, difference), (1, Conclusion::Nothing), "the other side does not begin");

    let states = serde_json::json!({ "objects": {}, "post": { "objects": {} } });
    let completed = command.complete(&states, |_| ControlFlow::Continue(()));
    let refused = completed.expect_err("it speaks of two states").to_string();
    assert!(refused.contains("leave `post` out"), "{refused}");
}

/// If it failed, an instance of one command would be written as one of another, with roots that this one does not have.
#[test]
fn alloy_has_the_roots_of_the_command() {
    let spec = spec("sig A {} pred one_[x: A] {} pred two[y, z: A] {} run one_ run two");
    let spec = spec.expect("it is right");
    let [one, two] = ["one_", "two"].map(|name| spec.command(name).expect("it is there"));
    let heap = one.instances().next().expect("there is one").expect("nothing stops it");
    assert!(one.alloy_predicate(&heap).expect("it is one of its own").contains("x: one (A)"));
    let refused = two.alloy_predicate(&heap).expect_err("it has no `y`").to_string();
    assert!(refused.contains("roots"), "{refused}");
}

/// If it failed, `{:#?}` would show JSON alone, from which nobody sees what a heap is.
#[test]
fn a_heap_is_drawn_with_its_values() {
    let spec = spec(
        "sig N { next: lone N, key: Int } pred p[n: N] { some n.next and n.key = 1 } run p for 1 but 0..1 Int",
    );
    let values = Values::new().of("Int", ["", "B"]);
    let command = spec.expect("it is right").command("p").expect("it is there");
    let command = command.values(values).expect("they fit");
    let heap = command.instances().next().expect("there is one").expect("nothing stops it");
    let drawn = format!("\nn: N$0  key 1\n└─ next: ^N$0\n\n1 is \"B\"\n\n{}\n", heap.json());
    assert_eq!(format!("{heap:#?}"), drawn);
}
