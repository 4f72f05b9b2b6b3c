-- Enums, truth values and texts.
open util/boolean
enum Color { red, Green, None, class }
one sig Light { color: Color, others: set Color, is_on: Bool, name: String, names: set String }
fact { Light.name in "off" + "é ✓ \"quoted\"" + "None" }
run {} for 2
