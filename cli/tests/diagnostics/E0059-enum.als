var enum Color { Red, Green }
run {}
