vim.bo.commentstring = '-- %s'
vim.bo.comments = 's1:/*,mb:*,ex:*/,:--,://'
require('korrel').attach(0)
vim.api.nvim_buf_create_user_command(0, 'KorrelShow', require('korrel').show, { desc = 'Show instances' })
