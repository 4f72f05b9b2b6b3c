enum Color { Red Black }
run {}
