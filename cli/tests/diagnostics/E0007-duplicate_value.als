enum Color { Red, Green, Red }
run {}
