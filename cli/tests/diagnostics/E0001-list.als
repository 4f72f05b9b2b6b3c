sig Editor { past: seq Text }
sig Text {}
fact { all e: Editor | e.past = [] }
run {} for 2
