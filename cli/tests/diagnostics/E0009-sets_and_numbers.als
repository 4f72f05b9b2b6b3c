sig Node { next: lone Node, key: Int }
run {
  all n: Node | n.next implies n.key
  Node.next->Node
  #Node
  not some Node.next or Node
}
