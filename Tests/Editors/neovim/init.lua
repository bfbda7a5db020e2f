-- The configuration of Neovim 0.11 that the documentation shows, with nothing of the user's.
vim.opt.runtimepath:append(vim.env.CDQ_GRAMMAR .. '/vim')
vim.filetype.add({ extension = { cdq = 'cdq' } })
vim.lsp.config('cdq', {
  cmd = { vim.env.CDQ, 'lsp' },
  filetypes = { 'cdq' },
  root_markers = { 'Package.swift', 'cdq.json', '.git', 'World.cdq' },
})
vim.lsp.enable('cdq')
vim.lsp.inlay_hint.enable(true)
vim.diagnostic.config({ virtual_text = true })
