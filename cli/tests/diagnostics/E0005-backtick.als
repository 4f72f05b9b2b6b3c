sig Tree { left: lone Tree }
pred remove [t: Tree] { left = left` - t -> Tree }
run remove
