# a comment
sig A {}
run {}
