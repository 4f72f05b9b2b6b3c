one lone sig Node {}
run {}
