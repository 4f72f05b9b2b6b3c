sig Tree { keys: set Int }
pred remove_pre[t: Tree, k: Int] { k in t.keys }
pred remove_post[t: Tree, k: Int] { k not in t.keys }
run remove_pre for 3
