//! A driver for the behaviours of heapgraph/vectors/traces.als. Its arguments say how it behaves: `keeps`, `misnamed`,
//! `snapshots`.

use korrel_test::driver::{Driver, Machine, Stop};
use serde_json::{Map, Value, json};

#[derive(Clone, Default)]
struct Chain {
    nodes: Vec<Node>,
    log: Vec<String>,
    is_on: bool,
    made: usize,
}

#[derive(Clone)]
struct Node {
    id: String,
    key: String,
    link: Option<String>,
}

impl Chain {
    fn add(&mut self, key: String) {
        let link = self.nodes.first().map(|node| node.id.clone());
        self.nodes.push(Node { id: format!("node {}", self.made), key: key.clone(), link });
        self.log.push(key);
        (self.is_on, self.made) = (true, self.made + 1);
    }

    fn remove(&mut self, id: &str, keeps: bool) {
        self.nodes.retain(|node| node.id != id);
        self.nodes.iter_mut().filter(|_| !keeps).for_each(|node| node.link = None);
        self.log.clear();
        self.is_on = false;
    }

    fn state(&self) -> Value {
        let linked = || self.nodes.iter().filter(|node| node.link.is_some());
        let fields = |node: &Node| {
            let mut fields = json!({ "key": node.key, "link": node.link });
            if node.link.is_some() {
                fields["by"] = json!(node.key);
            }
            fields
        };
        let owner = self.nodes.iter().map(|node| (node.key.clone(), json!(node.id)));
        let nodes = self.nodes.iter().map(|node| (node.id.clone(), fields(node)));
        json!({
            "Node": nodes.collect::<Map<_, _>>(),
            "Marked": linked().map(|node| &node.id).collect::<Vec<_>>(),
            "Ring": {
                "mode": if self.is_on { "ON" } else { "OFF" },
                "log": self.log,
                "owner": owner.collect::<Map<_, _>>(),
                "pairs": self.nodes.iter().map(|node| (&node.id, &node.key)).collect::<Vec<_>>(),
            },
        })
    }
}

fn main() -> std::io::Result<()> {
    let is = |how: &str| std::env::args().any(|word| word == how);
    let (keeps, misnamed) = (is("keeps"), is("misnamed"));
    let mut machine = Machine::new(|beginning| {
        let ring: Ring = beginning.get("Ring")?;
        assert_eq!(ring.capacity, 2);
        Ok(Chain::default())
    })
    .action("add", |chain: &mut Chain, args| {
        chain.add(args.get("k")?);
        Ok(())
    })
    .action("drop", move |chain, args| {
        let key: NodeKey = args.get("n")?;
        if args.get::<Vec<String>>("keys")?.iter().any(|other| *other != key.key) {
            return Err(Stop::Throw { ty: "Others".to_owned(), message: String::new() });
        }
        chain.remove(&args.get::<String>("n")?, keeps);
        Ok(())
    })
    .action("stay", |_, _| Ok(()))
    .state(move |chain| {
        let mut state = chain.state();
        if misnamed {
            state["Nood"] = json!({});
        }
        state
    });
    if is("snapshots") {
        machine = machine.snapshots(Clone::clone);
    }
    Driver::new().machine(machine).serve()
}

#[derive(serde::Deserialize)]
struct Ring {
    capacity: i64,
}

#[derive(serde::Deserialize)]
struct NodeKey {
    key: String,
}
