//! A binary heap; `--fault NAME` seeds a fault.

#[path = "../../drivers/korrel_driver.rs"]
mod korrel_driver;

use korrel_driver::{Driver, Heap};
use serde_json::{Value, json};

/// The code under test.
struct BinaryHeap {
    elements: Vec<i64>,
    fault: String,
}

impl BinaryHeap {
    fn push(&mut self, value: i64) {
        self.elements.push(value);
        let mut at = self.elements.len() - 1;
        while at > 0 {
            let parent = if self.fault == "parent" { at / 2 } else { (at - 1) / 2 };
            if self.elements[parent] <= self.elements[at] {
                break;
            }
            self.elements.swap(parent, at);
            at = parent;
        }
    }

    fn pop(&mut self) -> Option<i64> {
        let last = self.elements.pop()?;
        let Some(least) = self.elements.first().copied() else { return Some(last) };
        self.elements[0] = last;
        self.sink(0);
        Some(least)
    }

    fn sink(&mut self, mut at: usize) {
        while let Some(child) = self.lesser_child(at) {
            if self.elements[at] <= self.elements[child] {
                break;
            }
            self.elements.swap(at, child);
            at = child;
        }
    }

    fn lesser_child(&self, at: usize) -> Option<usize> {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let value = |at: usize| self.elements.get(at);
        let right_is_less = value(right).is_some() && value(right) < value(left);
        let child = if right_is_less && self.fault != "left" { right } else { left };
        (child < self.elements.len()).then_some(child)
    }
}

fn main() -> std::io::Result<()> {
    Driver::new()
        .operation("push", |heap| {
            let value = heap.root("v").as_i64().expect("an int parameter is a number");
            Ok(changed(heap, |elements| {
                elements.push(value);
                Value::Null
            }))
        })
        .operation("pop", |heap| Ok(changed(heap, |elements| json!(elements.pop()))))
        .serve()
}

/// Reads the heap from the input, and writes it back.
fn changed(heap: &mut Heap, change: impl FnOnce(&mut BinaryHeap) -> Value) -> Value {
    let h = heap.root("h");
    let elements = heap.get(&h, "elements").as_array().expect("a seq field is an array");
    let elements = elements.iter().filter_map(Value::as_i64).collect();
    let fault = std::env::args().skip_while(|word| word != "--fault").nth(1).unwrap_or_default();
    let mut under_test = BinaryHeap { elements, fault };
    let result = change(&mut under_test);
    heap.set(&h, "elements", json!(under_test.elements));
    result
}
