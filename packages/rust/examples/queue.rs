//! A test of a queue and its driver in one, as with `harness = false`: the behaviours of examples/queue. With `QUEUE=wrong`
//! in the environment the second job overtakes the first; with the argument `replayed` it keeps no states.

use korrel_test::Behaviours;
use korrel_test::driver::{Driver, Machine};
use serde_json::json;

fn main() -> std::process::ExitCode {
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queue/queue.als");
    Behaviours::of(spec, "behaviours").steps("6").main(|| {
        let is_wrong = std::env::var("QUEUE").is_ok_and(|how| how == "wrong");
        let queue = Machine::new(|_| Ok(Vec::new()))
            .action("put", move |jobs: &mut Vec<String>, args| {
                jobs.insert(if is_wrong { 0 } else { jobs.len() }, args.get("j")?);
                Ok(())
            })
            .action("take", |jobs, _| Ok(jobs.remove(0)))
            .state(|jobs| json!({ "Queue": { "first": jobs.first(), "second": jobs.get(1) } }));
        let is_replayed = std::env::args().any(|word| word == "replayed");
        let queue = if is_replayed { queue } else { queue.snapshots(Clone::clone) };
        Driver::new().machine(queue)
    })
}
