//! Without Korrel: a replica lacks a character after it got all that another one knows.

use y_octo_0_1_1::Doc;

fn main() {
    let mut documents = [1, 2, 3].map(Doc::with_client);
    let mut texts = documents.each_ref().map(|one| one.get_or_create_text("text").unwrap());
    let mut sync = |to: usize, from: usize| {
        let state = documents[to].get_state_vector();
        let update = documents[from].encode_state_as_update_v1(&state).unwrap();
        documents[to].apply_update_from_binary_v1(&update).unwrap();
    };
    texts[0].insert(0, "a").unwrap();
    sync(1, 0);
    texts[0].insert(1, "b").unwrap();
    sync(2, 0);
    sync(1, 2);
    println!("lost: {} {}", texts[1], texts[2]);
}
