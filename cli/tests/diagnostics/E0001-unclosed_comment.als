sig Node {}
/* the rest is missing
run {}
