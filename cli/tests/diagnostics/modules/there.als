module modules/there
open modules/back
sig B {}
