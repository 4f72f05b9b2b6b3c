-- Names that languages have taken, that they take for one, or that are not of ASCII's letters.
sig 名 {
  字: lone 名, __proto__: lone 名, __dict__: lone 名, __slots__: lone 名, __annotations__: set 名,
  __module__: lone 名, __setattr__: lone 名, __getattribute__: lone 名, __class__: lone 名,
  __init__: lone 名, __hash__: lone 名, __private: lone 名, __bool__: lone 名, _private: lone 名,
  constructor, prototype, toString, hasOwnProperty, then, arguments, class, type: lone 名,
  getClass, notify, wait, hashCode, List, heap, fields, fn, match, self, field, dict, x², naïve: lone 名
}
sig ﬁ, fi {}
sig Node, node, Node_mut {}
sig __proto__ in 名 { toString_, heap_: lone 名, id: set 名, object: 名 -> lone 名 }
sig Ünïcode { µ, μ: lone ﬁ, é: lone fi }
enum 色 { 赤, mro, name, _sunder_, __dunder__, text, read, constructor_ }
sig カ { var_: lone 色 }
run names {
  some 名.字 and some 名.id and some 名.object and some μ and some é and some var_
} for exactly 1 名, exactly 1 ﬁ, exactly 1 fi, exactly 1 Node, exactly 1 node, exactly 1 Node_mut,
  exactly 1 Ünïcode, exactly 1 カ
