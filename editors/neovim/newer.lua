vim.filetype.add({ extension = { als = 'korrel' } })
vim.lsp.config('korrel', { cmd = { 'korrel', 'lsp' }, filetypes = { 'korrel' }, root_markers = { '.git' } })
vim.lsp.enable('korrel')
