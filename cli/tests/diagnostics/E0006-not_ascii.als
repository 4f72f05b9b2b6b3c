sig Knoten { nächster: lone Knoten }
fact { all k: Knoten | k.nachster != k }
run {}
