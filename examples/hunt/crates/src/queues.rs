//! Priority queues of keys.

use std::collections::BTreeMap;

use heapz::{DecreaseKey, Heap};
use orx_priority_queue::PriorityQueueDecKey;
use rheaps::{AddressableHeap, DecreaseKeyHeap, DoubleEndedAddressableHeap, IncreaseKeyError};
use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

type Key = usize;
type Priority = i64;

trait Queue {
    fn push(&mut self, key: Key, priority: Priority);
    /// The priority is less than it was.
    fn decrease(&mut self, key: Key, priority: Priority);
    fn increase(&mut self, _: Key, _: Priority) {
        unimplemented!("it has no such method")
    }
    fn remove(&mut self, _: Key) -> Option<Key> {
        unimplemented!("it has no such method")
    }
    fn pop(&mut self) -> Option<(Key, Priority)>;
    fn pop_greatest(&mut self) -> Option<Key> {
        unimplemented!("it has no such method")
    }
    /// The priority by its own word, if it has one.
    fn priority(&self, _: Key) -> Option<Option<Priority>> {
        None
    }
}

/// Queues that have the greatest first: of `-priority`.
macro_rules! greatest_first {
    ($queue:ty, |$self:ident, $key:ident, $priority:ident| $set:expr) => {
        impl Queue for $queue {
            fn push(&mut self, key: Key, priority: Priority) {
                self.push(key, -priority);
            }
            fn decrease(&mut self, key: Key, priority: Priority) {
                self.increase(key, priority);
            }
            fn increase(&mut self, $key: Key, priority: Priority) {
                let ($self, $priority) = (self, -priority);
                $set;
            }
            fn remove(&mut self, key: Key) -> Option<Key> {
                self.remove(&key).map(|_| key)
            }
            fn pop(&mut self) -> Option<(Key, Priority)> {
                self.pop().map(|(key, priority)| (key, -priority))
            }
            fn priority(&self, key: Key) -> Option<Option<Priority>> {
                Some(self.get_priority(&key).map(|priority| -priority))
            }
        }
    };
}

greatest_first!(priority_queue::PriorityQueue<Key, Priority>, |queue, key, priority| {
    queue.change_priority(&key, priority)
});
greatest_first!(keyed_priority_queue::KeyedPriorityQueue<Key, Priority>, |queue, key, priority| {
    queue.set_priority(&key, priority).expect("the key is there")
});

impl Queue for priority_queue::DoublePriorityQueue<Key, Priority> {
    fn push(&mut self, key: Key, priority: Priority) {
        self.push(key, priority);
    }
    fn decrease(&mut self, key: Key, priority: Priority) {
        self.push_decrease(key, priority);
    }
    fn increase(&mut self, key: Key, priority: Priority) {
        self.push_increase(key, priority);
    }
    fn remove(&mut self, key: Key) -> Option<Key> {
        self.remove(&key).map(|(key, _)| key)
    }
    fn pop(&mut self) -> Option<(Key, Priority)> {
        self.pop_min()
    }
    fn pop_greatest(&mut self) -> Option<Key> {
        self.pop_max().map(|(key, _)| key)
    }
    fn priority(&self, key: Key) -> Option<Option<Priority>> {
        Some(self.get_priority(&key).copied())
    }
}

macro_rules! heapix {
    ($heap:ty) => {
        impl Queue for $heap {
            fn push(&mut self, key: Key, priority: Priority) {
                self.insert((key, priority));
            }
            fn decrease(&mut self, key: Key, priority: Priority) {
                self.decrease_key(key, priority);
            }
            fn pop(&mut self) -> Option<(Key, Priority)> {
                self.delete_min()
            }
        }
    };
}

heapix!(heapix::MinHeap<Priority>);
heapix!(heapix::FibHeap<Priority>);

/// A heap that does not tell priorities.
struct Untold<Heap> {
    heap: Heap,
    priorities: BTreeMap<Key, Priority>, // as they were set
}

impl Queue for Untold<heapz::RankPairingHeap<Key, Priority>> {
    fn push(&mut self, key: Key, priority: Priority) {
        self.heap.push(key, priority);
        self.priorities.insert(key, priority);
    }
    fn decrease(&mut self, key: Key, priority: Priority) {
        self.heap.update(&key, priority);
        self.priorities.insert(key, priority);
    }
    fn remove(&mut self, key: Key) -> Option<Key> {
        self.heap.delete(&key)
    }
    fn pop(&mut self) -> Option<(Key, Priority)> {
        self.heap.pop().map(|key| (key, self.priorities[&key]))
    }
}

impl Queue for Untold<pheap::PairingHeap<Key, Priority>> {
    fn push(&mut self, key: Key, priority: Priority) {
        self.heap.insert(key, priority);
        self.priorities.insert(key, priority);
    }
    fn decrease(&mut self, key: Key, priority: Priority) {
        let before = self.priorities.insert(key, priority).expect("it is there");
        self.heap.decrease_prio(&key, before - priority);
    }
    fn pop(&mut self) -> Option<(Key, Priority)> {
        self.heap.delete_min()
    }
}

/// A heap of orx-priority-queue.
struct Orx<Heap>(Heap);

impl<Heap: PriorityQueueDecKey<Key, Priority>> Queue for Orx<Heap> {
    fn push(&mut self, key: Key, priority: Priority) {
        self.0.push(key, priority);
    }
    fn decrease(&mut self, key: Key, priority: Priority) {
        self.0.decrease_key(&key, priority);
    }
    fn increase(&mut self, key: Key, priority: Priority) {
        self.0.update_key(&key, priority);
    }
    /// It panics if the key is not there, as it says.
    fn remove(&mut self, key: Key) -> Option<Key> {
        self.0.contains(&key).then(|| self.0.remove(&key)).map(|_| key)
    }
    fn pop(&mut self) -> Option<(Key, Priority)> {
        self.0.pop()
    }
    fn priority(&self, key: Key) -> Option<Option<Priority>> {
        Some(self.0.key_of(&key))
    }
}

/// A heap of rheaps, with the handles that it gave.
struct Handles<H: AddressableHeap<Priority, Key>> {
    heap: H,
    handles: BTreeMap<Key, H::Handle>,
    /// For heaps with two ends.
    greatest: Option<Greatest<H, H::Handle>>,
}

struct Greatest<H, Handle> {
    increase: fn(&mut H, Handle, Priority) -> Result<(), IncreaseKeyError>,
    pop: fn(&mut H) -> Option<(Priority, Key)>,
}

impl<H: DecreaseKeyHeap<Priority, Key>> Queue for Handles<H> {
    fn push(&mut self, key: Key, priority: Priority) {
        let handle = self.heap.insert(priority, key);
        self.handles.insert(key, handle);
    }
    fn decrease(&mut self, key: Key, priority: Priority) {
        assert!(self.heap.decrease_key(self.handles[&key], priority).is_ok(), "the key is there");
    }
    fn increase(&mut self, key: Key, priority: Priority) {
        let increase = self.greatest.as_ref().expect("it has two ends").increase;
        assert!(increase(&mut self.heap, self.handles[&key], priority).is_ok(), "the key is there");
    }
    fn remove(&mut self, key: Key) -> Option<Key> {
        self.heap.delete(*self.handles.get(&key)?).ok().map(|(_, key)| key)
    }
    fn pop(&mut self) -> Option<(Key, Priority)> {
        self.heap.pop().map(|(priority, key)| (key, priority))
    }
    fn pop_greatest(&mut self) -> Option<Key> {
        let pop = self.greatest.as_ref().expect("it has two ends").pop;
        pop(&mut self.heap).map(|(_, key)| key)
    }
    fn priority(&self, key: Key) -> Option<Option<Priority>> {
        Some(self.handles.get(&key).and_then(|handle| self.heap.key(*handle).ok().copied()))
    }
}

fn handles<H: DecreaseKeyHeap<Priority, Key> + 'static>(heap: H) -> Box<dyn Queue> {
    Box::new(Handles { heap, handles: BTreeMap::new(), greatest: None })
}

fn two_ends<H>(heap: H) -> Box<dyn Queue>
where
    H: DoubleEndedAddressableHeap<Priority, Key> + DecreaseKeyHeap<Priority, Key> + 'static,
{
    let greatest = Some(Greatest { increase: H::increase_key, pop: H::pop_max });
    Box::new(Handles { heap, handles: BTreeMap::new(), greatest })
}

fn untold<H>(heap: H) -> Untold<H> {
    Untold { heap, priorities: BTreeMap::new() }
}

fn made(library: &str) -> Option<Box<dyn Queue>> {
    use rheaps::{array, dag, tree};
    Some(match library {
        "PriorityQueue" => Box::new(priority_queue::PriorityQueue::new()),
        "DoublePriorityQueue" => Box::new(priority_queue::DoublePriorityQueue::new()),
        "keyed_priority_queue" => Box::new(keyed_priority_queue::KeyedPriorityQueue::new()),
        "MinHeap" => Box::new(heapix::MinHeap::new()),
        "FibHeap" => Box::new(heapix::FibHeap::new()),
        "heapz" => Box::new(untold(heapz::RankPairingHeap::single_pass_min())),
        "pheap" => Box::new(untold(pheap::PairingHeap::new())),
        "BinaryHeapWithMap" => Box::new(Orx(orx_priority_queue::BinaryHeapWithMap::default())),
        "BinaryHeapOfIndices" => {
            Box::new(Orx(orx_priority_queue::BinaryHeapOfIndices::with_index_bound(8)))
        }
        "PairingHeap" => handles(tree::PairingHeap::new()),
        "PurePairingHeap" => handles(tree::PurePairingHeap::new()),
        "CostlessMeldPairingHeap" => handles(tree::CostlessMeldPairingHeap::new()),
        "RankPairingHeap" => handles(tree::RankPairingHeap::new()),
        "FibonacciHeap" => handles(tree::FibonacciHeap::new()),
        "SimpleFibonacciHeap" => handles(tree::SimpleFibonacciHeap::new()),
        "StrictFibonacciHeap" => handles(tree::StrictFibonacciHeap::new()),
        "BinaryTreeAddressableHeap" => handles(tree::BinaryTreeAddressableHeap::new()),
        "DaryTreeAddressableHeap" => {
            handles(tree::DaryTreeAddressableHeap::new(4).expect("it is a degree"))
        }
        "LeftistHeap" => handles(tree::LeftistHeap::new()),
        "SkewHeap" => handles(tree::SkewHeap::new()),
        "HollowHeap" => handles(dag::HollowHeap::new()),
        "BinaryArrayAddressableHeap" => handles(array::BinaryArrayAddressableHeap::new()),
        "DaryArrayAddressableHeap" => {
            handles(array::DaryArrayAddressableHeap::new(3).expect("it is a degree"))
        }
        "ReflectedFibonacciHeap" => two_ends(tree::ReflectedFibonacciHeap::new()),
        "ReflectedPairingHeap" => two_ends(tree::ReflectedPairingHeap::new()),
        _ => return None,
    })
}

struct Calls {
    library: String,
    queue: Box<dyn Queue>,
    calls: Vec<(String, Key, Priority)>,
}

pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    let queue = made(library)?;
    let mut calls = Calls { library: library.to_owned(), queue, calls: Vec::new() };
    let start = &objects["Queue$0"];
    for key in start["first"].as_array().expect("it is a list") {
        let key = key.as_str().expect("it is a key");
        calls.make("push", number(key), start["at"][key].as_i64().expect("it has a priority"));
    }
    Some(Box::new(calls))
}

fn number(key: &str) -> Key {
    key[4..].parse().expect("a key has a number")
}

fn named(key: Key) -> String {
    format!("Key${key}")
}

fn make(queue: &mut dyn Queue, op: &str, key: Key, priority: Priority) -> Option<Key> {
    match op {
        "push" => queue.push(key, priority),
        "decrease" => queue.decrease(key, priority),
        "increase" => queue.increase(key, priority),
        "remove" => return queue.remove(key),
        "pop" => return queue.pop().map(|(key, _)| key),
        _ => return queue.pop_greatest(),
    }
    None
}

impl Calls {
    fn make(&mut self, op: &str, key: Key, priority: Priority) -> Option<Key> {
        self.calls.push((op.to_owned(), key, priority));
        make(&mut *self.queue, op, key, priority)
    }

    /// All that another queue gives, after the same calls.
    fn emptied(&self) -> Vec<(Key, Priority)> {
        let mut other = made(&self.library).expect("it was made before");
        for (op, key, priority) in &self.calls {
            make(&mut *other, op, *key, *priority);
        }
        std::iter::from_fn(|| other.pop()).take(8).collect()
    }
}

impl Program for Calls {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let key = if args.contains_key("k") { number(&name(args, "k")) } else { 0 };
        let priority = args.get("p").and_then(Value::as_i64).unwrap_or_default();
        json!(self.make(op, key, priority).map(named))
    }

    fn state(&self) -> Objects {
        let emptied = self.emptied();
        let given = |key: Key| {
            emptied.iter().find(|(other, _)| *other == key).map(|(_, priority)| *priority)
        };
        let at = (0..8).filter_map(|key| {
            Some((named(key), json!(self.queue.priority(key).unwrap_or_else(|| given(key))?)))
        });
        let at: Objects = at.collect();
        let order: Vec<Priority> = emptied.iter().map(|(_, priority)| *priority).collect();
        Map::from_iter([("Queue$0".to_owned(), json!({ "at": at, "order": order }))])
    }
}
