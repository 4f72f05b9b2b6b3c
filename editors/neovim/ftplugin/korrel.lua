vim.bo.commentstring = '-- %s'
vim.bo.comments = 's1:/*,mb:*,ex:*/,:--,://'
require('korrel').attach(0)
