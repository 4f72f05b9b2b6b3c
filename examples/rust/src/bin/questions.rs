// Asks about the invariant of sorted lists: how many, some at random, what each conjunct excludes, what another
// invariant would let through, and why there is nothing.

use std::ops::ControlFlow::Continue;

use korrel::{Conclusion, PartLabel, Settings};

const SPEC: &str = "
    sig Node { key: Int, next: lone Node }
    pred list[head: Node] { Node = head.*next and no n: Node | n in n.^next }
    pred sorted[head: Node] { list[head] and all n: Node | n.next.key >= n.key or no n.next }
    pred strict[head: Node] { list[head] and all n: Node | n.next.key > n.key or no n.next }
    run sorted for 3 Node, 0..3 Int";

fn main() -> Result<(), korrel::Error> {
    let spec = korrel::spec(SPEC)?;
    let command = spec.command("sorted")?;
    println!("{} sorted lists", command.count()?);
    for (length, count) in command.count_by("#Node")? {
        println!("  {count} of length {}", length.unwrap_or_default());
    }
    println!("{} in a larger scope", command.clone().scope("6 Node, 0..5 Int")?.count()?);
    command.clone().with(Settings::new().limit(2)).sample(1, |heap| {
        print!("at random: {}", heap.drawing(80));
        Continue(())
    })?;
    command.near_misses("sorted", Some(1), |label, heap| {
        if let PartLabel::Violates(conjunct) = label {
            println!("breaks `{}`:\n{}", conjunct.text, heap.drawing(80).trim_end());
        }
        Continue(())
    })?;
    let difference = command.diff("sorted", "strict", |_, _| Continue(()))?;
    if let Conclusion::Difference(sides) = difference {
        println!("{} lists are sorted and not strictly", sides[0].outcome.count);
    }
    let coverage = command.cover("strict, one Node", |_, _| Continue(()))?;
    if let Conclusion::Cover { impossible, .. } = coverage {
        println!("no list has {impossible:?}");
    }
    let longer = spec.command("strict")?.scope("exactly 5 Node, 0..3 Int")?;
    let why = longer.why_empty()?.expect("four numbers make no five");
    println!("{}", spec.render(&why));
    Ok(())
}
