sig Node { next: optional Node }
run {}
