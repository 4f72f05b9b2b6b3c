sig A {
	n: lone B
}
run {}
