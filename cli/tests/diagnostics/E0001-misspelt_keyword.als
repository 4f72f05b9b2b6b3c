sgi Node {}
run {}
