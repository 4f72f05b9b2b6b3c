sig Node { next: lone Node; prev: lone Node }
run {}
