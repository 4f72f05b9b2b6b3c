module modules/back
open modules/there
sig C {}
