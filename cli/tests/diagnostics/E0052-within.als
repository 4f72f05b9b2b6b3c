sig Node { next: lone Node }
pred p { after (next' = next) }
run {}
