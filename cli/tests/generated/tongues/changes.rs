/// The values are those of a heap that is read: ids are the places of objects, and new objects come last.
fn main() {
    let values = Values::default();
    for line in std::io::stdin().lines() {
        let vector: Json = serde_json::from_str(&line.unwrap()).unwrap();
        let mut heap: Heap = Heap::read(&vector["record"], &values).unwrap();
        let changed: Heap = Heap::read(&vector["changed"], &values).unwrap();
        for (at, object) in changed.objects.iter().enumerate() {
            if at < heap.objects.len() {
                heap.objects[at] = object.clone();
            } else {
                heap.add(object.clone());
            }
        }
        (heap.roots, heap.sets, heap.relations) = (changed.roots, changed.sets, changed.relations);
        println!("{}", heap.encode(&values).unwrap());
    }
}
