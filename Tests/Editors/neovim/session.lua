-- A session of Neovim with `cdq lsp`: what a user does with keys, asserted step by step. The screens of the session are
-- written to the file $CDQ_SCREENS, and the documentation shows them.
local failures = {}
local screens = {}
local log = assert(io.open(vim.env.CDQ_LOG, 'w'))

local function check(condition, what)
  if not condition then table.insert(failures, what) end
  log:write((condition and 'ok   ' or 'FAIL ') .. what .. '\n')
end

local function wait(what, condition)
  local found = vim.wait(20000, condition, 20)
  check(found, what)
  return found
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
local function text() return table.concat(lines(), '\n') end

-- The screen as text, from the Neovim in whose terminal this one runs.
local outer = vim.fn.sockconnect('pipe', vim.env.NVIM_OUTER, { rpc = true })
local function visible()
  vim.cmd('redraw!')
  return vim.rpcrequest(outer, 'nvim_exec_lua', 'return Screen()', {})
end

local function screen(title)
  local rows = vim.split(visible(), '\n')
  local shown = {}
  for _, row in ipairs(rows) do
    row = row:gsub('%s+$', '')
    -- Lines behind the text.
    if row ~= '~' then table.insert(shown, row) end
  end
  while #shown > 0 and shown[#shown] == '' do table.remove(shown) end
  screens[#screens + 1] = '## ' .. title .. '\n\n```\n' .. table.concat(shown, '\n') .. '\n```\n'
end

local function place(pattern, offset)
  for number, line in ipairs(lines()) do
    local start = line:find(pattern, 1, true)
    if start then
      vim.api.nvim_win_set_cursor(0, { number, start - 1 + (offset or 0) })
      return
    end
  end
  check(false, 'the text has ' .. pattern)
end

local function replace(new)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(new, '\n'))
end

local function request(method, more)
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'cdq' })[1]
  local parameters = vim.lsp.util.make_position_params(0, client.offset_encoding)
  -- Behind the last character, where the cursor is in insert mode.
  if method == 'textDocument/completion' then
    parameters.position.character = #vim.api.nvim_get_current_line()
  end
  local answer = client:request_sync(method, vim.tbl_extend('force', parameters, more or {}), 20000, 0)
  return answer and answer.result, client
end

vim.o.swapfile = false
vim.o.ruler = false
vim.o.showmode = false
vim.o.laststatus = 0
vim.o.shortmess = vim.o.shortmess .. 'I'
vim.cmd.edit('Queries.cdq')
wait('the server starts', function()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'cdq' })[1]
  return client ~= nil and client.initialized == true
end)

-- Squiggles.
wait('a misspelt property is underlined', function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].code == 'unknown-property' and found[1].lnum == 2
    and found[1].col == 31 and found[1].end_col == 40
end)
wait('semantic tokens are shown', function()
  local found = vim.lsp.semantic_tokens.get_at_pos(0, 0, 22)
  return found and found[1] and found[1].type == 'class'
end)
wait('inlay hints are shown', function()
  local found = vim.lsp.inlay_hint.get({ bufnr = 0 })
  return #found == 1 and found[1].inlay_hint.label == ': String'
    and visible():find('$name: String', 1, true) ~= nil
end)
screen('A misspelt property, and the type of a parameter')

-- Code action.
place('popuation', 1)
vim.lsp.buf.code_action({ filter = function(action) return action.kind == 'quickfix' and action.isPreferred ~= nil end, apply = true })
wait('the code action corrects the name', function() return text():find('where population > $least', 1, true) ~= nil end)
wait('the squiggle goes away', function() return #vim.diagnostic.get(0) == 0 end)
wait('the corrected query has a hint', function() return visible():find('population > $least: Int64', 1, true) ~= nil end)

-- Hover.
place('population', 2)
vim.lsp.buf.hover()
local float
wait('hover shows the type and the comment', function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      float = window
      return shown:find('City.population: Int64', 1, true) ~= nil and shown:find('in the last census', 1, true) ~= nil
    end
  end
  return false
end)
screen('Hover')
if float then vim.api.nvim_win_close(float, true) end
local signature = (function()
  place('largeCities', 2)
  local result = request('textDocument/hover')
  return result and result.contents.value or ''
end)()
check(signature:find('func largeCities(', 1, true) ~= nil, 'hover on a query shows its Swift function')

-- Completion by the expected type.
local before = text()
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'query small = City where kind == ' })
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0), 33 })
vim.o.completeopt = 'menuone,noinsert'
local labels = {}
local result = request('textDocument/completion')
table.sort(result.items, function(a, b) return a.sortText < b.sortText end)
for _, item in ipairs(result.items) do table.insert(labels, item.label) end
check(labels[1] == '.village' and labels[2] == '.town' and labels[3] == '.metropolis', 'the cases of the enum come first')
wait('the unfinished query is an error', function()
  return #vim.diagnostic.get(0) == 1 and visible():find('expected a value', 1, true) ~= nil
end)
vim.o.pumheight = 6
vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
-- The menu is there only while keys are read, so the screen is taken from a key's mapping.
local menu
vim.keymap.set('i', '<F5>', function()
  vim.wait(5000, function() return vim.fn.pumvisible() == 1 end, 20)
  menu = vim.fn.complete_info({ 'items' }).items
  screen('Completion by the expected type')
  return ''
end, { expr = false })
vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A<C-x><C-o><F5><C-e><Esc>', true, false, true), 'xt', false)
check(menu ~= nil and #menu > 3 and menu[1].word == '.village', 'the menu offers the cases')
replace(before)

-- Rename across files.
place('population', 2)
vim.lsp.buf.rename('inhabitants')
wait('rename changes the query', function() return text():find('where inhabitants > $least', 1, true) ~= nil end)
local schema = vim.fn.bufnr('World.cdq')
check(schema > 0 and table.concat(vim.api.nvim_buf_get_lines(schema, 0, -1, false), '\n')
  :find('inhabitants: Int64', 1, true) ~= nil, 'rename changes the schema in its file')
wait('the renamed query has its hints', function()
  return visible():find('inhabitants > $least: Int64', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
end)
screen('After renaming population to inhabitants')

-- Definition.
place('Country', 1)
vim.lsp.buf.definition()
wait('definition opens the schema', function()
  return vim.api.nvim_buf_get_name(0):match('World.cdq$') ~= nil
    and vim.api.nvim_get_current_line():match('^entity Country') ~= nil
end)
vim.cmd('silent write')
vim.cmd('silent buffer Queries.cdq')

-- References.
place('inhabitants', 2)
local references = request('textDocument/references', { context = { includeDeclaration = true } })
check(references ~= nil and #references == 2, 'references are found in both files')

-- Format.
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'query   ugly=City  where   name==$name   sort  name   desc' })
vim.lsp.buf.format({ async = false, timeout_ms = 20000 })
check(text():find('query ugly = City where name == $name sort name desc', 1, true) ~= nil, 'format lays the text out')
wait('the formatted query has its hint', function()
  return visible():find('== $name: String', 1, true) ~= nil and #vim.diagnostic.get(0) == 0
end)
screen('After formatting')

-- Code lens.
vim.lsp.codelens.refresh({ bufnr = 0 })
wait('a lens runs the query', function()
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    if lens.command and lens.command.title == 'run on Data' then return true end
  end
  return false
end)

-- Symbols, folding, signature help.
local symbols = request('textDocument/documentSymbol')
check(symbols ~= nil and #symbols == 4, 'the outline lists the queries')
vim.wo.foldmethod = 'expr'
vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
vim.cmd('silent edit World.cdq')
vim.wo.foldmethod = 'expr'
vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
wait('an entity folds', function()
  for number, line in ipairs(lines()) do
    if line:match('^entity City') then return vim.fn.foldlevel(number) > 0 end
  end
  return false
end)

-- The server ends.
vim.lsp.stop_client(vim.lsp.get_clients({ name = 'cdq' }))
wait('the server ends', function() return #vim.lsp.get_clients({ name = 'cdq' }) == 0 end)

if vim.env.CDQ_SCREENS then
  local file = assert(io.open(vim.env.CDQ_SCREENS, 'w'))
  file:write(table.concat(screens, '\n'))
  file:close()
end
if #failures > 0 then
  log:write(#failures .. ' failures\n')
  log:close()
  vim.cmd('cquit 1')
end
log:close()
vim.cmd('qall!')
