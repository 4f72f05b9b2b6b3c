sig List { head: lone Node }
sig Node { next, back: lone Node }
pred push_pre[l: List] { Node = l.head.*next }
pred push_post[l: List] { one l.head'.*(next') - l.head.*next and l.head'.*next' in l.head'.^(next') + Node' }
pred pull_post[l: List] { l.head`.*(next` + ~(back`)) in Node` and (l.head.*next)` in Node` }
run push_pre for 2
