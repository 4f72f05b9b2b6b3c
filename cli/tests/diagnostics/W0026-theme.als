sig Document { next: lone Document }
run { some Document } for 2
