sig A {}
enum E { A' }
run {}
