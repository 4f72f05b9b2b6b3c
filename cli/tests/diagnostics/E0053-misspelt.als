sig Tree { keys: set Int }
pred remove_pre[t: Tree, k: Int] { k in t.keys }
pred remove_post[t: Tree, k: Int] { t.keys' = t.keys - k }
run remove_pre for 3
