sig Node { next lone Node }
run {}
