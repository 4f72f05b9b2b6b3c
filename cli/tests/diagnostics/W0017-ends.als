one sig Lamp {}
var sig Burnt in Lamp {}

pred burns { no Burnt and Burnt' = Lamp }

fact { no Burnt and always burns }

check { always no Burnt }
