sig Node { next: lone Node }
run { |Node.next| = 3 }
