sig Node { next: lone Node }
pred kept { next' = next }
pred p { after kept }
run {}
