module lists[exactly Item]
-- <- keyword
--     ^ module
--           ^ keyword
--                   ^ type

abstract sig List extends Store {
-- <- keyword
--       ^ keyword
--           ^ type
--                ^ keyword
--                        ^ type
  head: lone Node
  -- <- property
  --    ^ keyword.modifier
  --         ^ type
}

fact ends { all n: Node | n not in n.^next and #n = 1 }
--   ^ label
--          ^ keyword.modifier
--              ^ variable.parameter
--                          ^ keyword.operator
--                                         ^ keyword.operator
--                                             ^ operator
--                                                  ^ number

fun size[l: List]: Int { plus[l.head, 1] }
-- <- keyword
--  ^ function
--                 ^ constant.builtin
--                       ^ function.call

few: run ends for 3 but 4 Node -- all
-- <- label
--       ^ function
--                         ^ type
--                             ^ comment
