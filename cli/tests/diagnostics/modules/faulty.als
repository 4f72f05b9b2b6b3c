sig Item { owner: lone Ownr }
