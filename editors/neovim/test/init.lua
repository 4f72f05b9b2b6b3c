-- The configuration of the suite: that of a user who has this folder among the plugins.
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(vim.env.KORREL_SESSION, ':h') .. '/neovim')
vim.opt.swapfile = false
require('korrel').setup({ program = vim.env.KORREL })
