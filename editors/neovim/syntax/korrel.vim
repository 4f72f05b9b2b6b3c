" Specs of Korrel: Alloy 6 and additions.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,192-255,34

syntax keyword korrelDeclaration as assert but check enum exactly expect fact for fun let module open pred run sig
syntax keyword korrelModifier abstract extends private var
syntax keyword korrelQuantifier all disj int lone no one seq set some sum
syntax keyword korrelOperatorWord after always and before else eventually historically iff implies in not once or
syntax keyword korrelOperatorWord releases since triggered until
syntax keyword korrelConstant none univ iden Int String this

syntax match korrelOperator /<=>\|=>\|->\|++\|>>>\|>>\|<<\|=<\|<=\|>=\|<:\|:>\|&&\|||\|\.\.\|[!#&'*+.<=>@^`~-]/
syntax match korrelType /\<\u\k*/
syntax match korrelNumber /\<\%(0x[0-9A-Fa-f_]\+\|0b[01_]\+\|\d[0-9_]*\)\>/
syntax region korrelString start=/\k\@<!"/ skip=/\\./ end=/"/ oneline
syntax match korrelComment /--.*$/ contains=korrelTodo,@Spell
syntax match korrelComment +//.*$+ contains=korrelTodo,@Spell
syntax region korrelComment start=+/\*+ end=+\*/+ contains=korrelTodo,@Spell fold
syntax keyword korrelTodo contained TODO FIXME XXX

highlight default link korrelDeclaration Keyword
highlight default link korrelModifier StorageClass
highlight default link korrelQuantifier Repeat
highlight default link korrelOperatorWord Operator
highlight default link korrelOperator Operator
highlight default link korrelConstant Constant
highlight default link korrelType Type
highlight default link korrelNumber Number
highlight default link korrelString String
highlight default link korrelComment Comment
highlight default link korrelTodo Todo

let b:current_syntax = 'korrel'
