sig Book { at: Name -> lone Int }
sig Name {}
pred add_pre[b: Book, page: Int] { some page and #b.at < 2 }
pred add_post[b: Book, page: Int] { #b.at' = plus[#b.at, 1] and page in Name'.(b.at') }
run add_pre for 1 Book, 2 Name, 0..2 Int
