sig Key extends Int {}
run {}
