enum Colour { Red, Green, Blue }
sig Node { colour: Colour, key: Int }
run {
  all n: Node | n.colour = Red or Blue
  all n: Node | n.key != 1 and 2
}
