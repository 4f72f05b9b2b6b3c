sig Node { next: lone Nod }
run {}
