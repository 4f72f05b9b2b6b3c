sig A {}
run { true }
