open modules/there
sig A {}
run {}
