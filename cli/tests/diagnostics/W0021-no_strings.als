sig P { name: String }
run {} for 2
