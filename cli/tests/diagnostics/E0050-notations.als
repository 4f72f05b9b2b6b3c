sig Node { next: lone Node, key: lone Node }
pred p { next' = next and key = key` }
run {}
