-- Runs `session.lua` in a Neovim with a real screen: the terminal of this one, which has none. The session asks this
-- Neovim for the text of its screen.
local session = vim.env.CDQ_EDITORS .. '/neovim/session.lua'
local init = vim.env.CDQ_EDITORS .. '/neovim/init.lua'
local code, buffer

vim.o.columns = 90
vim.o.lines = 17

-- The lines of the terminal, when the session has drawn them.
function Screen()
  local before
  for _ = 1, 50 do
    vim.wait(60, function() return false end)
    local now = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    if now == before then break end
    before = now
  end
  return before
end

buffer = vim.api.nvim_get_current_buf()
vim.fn.jobstart({ vim.v.progpath, '--clean', '-u', init, '-S', session }, {
  term = true,
  env = { NVIM_OUTER = vim.v.servername },
  on_exit = function(_, status) code = status end,
})
vim.wait(110000, function() return code ~= nil end, 50)
local log = io.open(vim.env.CDQ_LOG)
if log then io.stdout:write(log:read('a')) end
os.exit(code or 3)
