-- Found beside the main file, by the first part of its name.
module library/inner/marks

sig Mark { private note: lone Mark }
pred marked { some Mark }
fact { lone Mark }
