sig Node {}
run nothing { no Node and some Node }
