-- Writes the syntax group of each character of texts as JSON: `nvim -l vim_syntax.lua GRAMMAR_FOLDER IN OUT`, where IN has
-- a list of texts, each a list of lines.
local grammar, input, output = arg[1], arg[2], arg[3]
vim.opt.runtimepath:append(grammar .. '/vim')
local texts = vim.json.decode(assert(io.open(input)):read('a'))
local result = {}
vim.cmd('syntax on')
for _, lines in ipairs(texts) do
  vim.cmd('enew!')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.filetype = 'cdq'
  vim.cmd('runtime! ftplugin/cdq.vim')
  vim.bo.syntax = 'cdq'
  vim.bo.synmaxcol = 0
  local rows = {}
  for number, line in ipairs(lines) do
    local names = {}
    for _, position in ipairs(vim.str_utf_pos(line)) do
      names[#names + 1] = vim.fn.synIDattr(vim.fn.synID(number, position, 0), 'name')
    end
    rows[#rows + 1] = names
  end
  result[#result + 1] = rows
end
assert(io.open(output, 'w')):write(vim.json.encode(result))
