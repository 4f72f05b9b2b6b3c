sig Node { size: Int }
run { Node.size > 99999999999 }
