sig Worker { skills: Skill[] }
sig Skill {}
run {} for 2
