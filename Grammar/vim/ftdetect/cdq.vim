autocmd BufRead,BufNewFile *.cdq setfiletype cdq
