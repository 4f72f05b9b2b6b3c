//! A binary heap; `--fault NAME` seeds a fault.

use korrel_test::driver::{Driver, State, Stop};
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
        .operation("push", |state| {
            let value = state.argument("v")?;
            changed(state, |elements| {
                elements.push(value);
                Value::Null
            })
        })
        .constructor("empty", |state| {
            let heap = state.create("Heap");
            state.set(&heap, "elements", json!([]));
            Ok(heap)
        })
        .operation("pop", |state| changed(state, |elements| json!(elements.pop())))
        .serve()
}

/// Reads the heap from the input, and writes it back.
fn changed(
    state: &mut State,
    change: impl FnOnce(&mut BinaryHeap) -> Value,
) -> Result<Value, Stop> {
    let h = state.root("h");
    let fault = std::env::args().skip_while(|word| word != "--fault").nth(1).unwrap_or_default();
    let mut under_test = BinaryHeap { elements: state.field(&h, "elements")?, fault };
    let result = change(&mut under_test);
    state.set_field(&h, "elements", &under_test.elements)?;
    Ok(result)
}
