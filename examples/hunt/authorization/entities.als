-- Cedar's entities are in others; a policy is for all that are in its principal and its resource. Any `forbid` wins.

sig Subject { groups: set Subject, permit, forbid: set Object }
sig Object { folders: set Object }

pred entities_pre[subjects: set Subject, objects: set Object, allowed: Subject -> Object] {
  subjects = Subject and objects = Object
  no iden & ^groups and no iden & ^folders
  allowed = *groups.permit.*~folders - *groups.forbid.*~folders
}
run entities_pre for 1..2 Subject, 1..2 Object expect 660
