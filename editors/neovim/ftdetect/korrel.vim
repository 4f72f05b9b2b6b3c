autocmd BufRead,BufNewFile *.als setfiletype korrel
