sig Text {}
one sig Editor { var text: Text }
pred type[t: Text] { Editor.text' = t }
run {} for 2
