-- Widget trees: a window, its panels and controls, and which of these has the focus.
--
-- A panel's children are in order. The focus is on a control that can be seen and used: it is
-- visible and enabled, and so are the panels around it.
--
--   korrel find specs/widget_tree.als
--   korrel find specs/widget_tree.als three
--
-- Counts for n widgets, by a recurrence on sizes. Without a focus W(1) = 2*4 + 4 for two kinds of
-- controls and a panel, each in 4 states, and W(n) = 4 * (the sequences of trees with n-1 widgets
-- in all); with one F(1) = 2, and F(n) = the sequences of them of which one has it. The count is
-- W(n) + F(n). `expect N` and `0..n Int` are extensions of Korrel's.

open util/boolean

one sig Window { content: Widget, focus: lone Widget }
abstract sig Widget { visible, enabled: Bool }
sig Panel extends Widget { children: seq Widget }
sig Button, TextField extends Widget {}

fun inside: Widget -> Widget { { w: Panel, v: Widget | v in w.children.elems } }

pred repOk[] {
  Widget = Window.content.*inside
  no inside.(Window.content)
  all w: Widget | lone children.w
  no Window.focus & Panel
  all w: Window.focus.*~inside | w.visible = True and w.enabled = True
}

run repOk for exactly 2 Widget, 0..1 Int, 2 seq expect 50
one_widget: run repOk for exactly 1 Widget, 0..0 Int, 1 seq expect 14 // 3*4, and 2 that are focused
three:      run repOk for exactly 3 Widget, 0..2 Int, 3 seq expect 818
four:       run repOk for exactly 4 Widget, 0..3 Int, 4 seq expect 15746
