--- Starts `korrel lsp` for specs: one server for each folder, from Neovim 0.7 on.
---
---     require('korrel').setup({ program = '/path/to/korrel', arguments = { '-I', 'specs' } })
---
--- before the first spec is opened says otherwise.

local korrel = {}

local options = {
  program = 'korrel',
  arguments = {},
  --- Called with the client and the buffer, for mappings of keys.
  on_attach = function() end,
}

--- The servers that run, by their folders.
local clients = {}

function korrel.setup(changes)
  options = vim.tbl_extend('force', options, changes or {})
end

--- The folder of the repository, or that of the file.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local git = vim.fn.finddir('.git', vim.fn.escape(folder, ' \\,;') .. ';')
  return git ~= '' and vim.fn.fnamemodify(git, ':p:h:h') or folder
end

local function start(root)
  local command = { options.program, 'lsp' }
  vim.list_extend(command, options.arguments)
  return vim.lsp.start_client({
    name = 'korrel',
    cmd = command,
    root_dir = root,
    on_attach = function(client, buffer) options.on_attach(client, buffer) end,
    on_exit = function() clients[root] = nil end,
  })
end

function korrel.attach(buffer)
  buffer = buffer ~= 0 and buffer or vim.api.nvim_get_current_buf()
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' then return end
  if vim.fn.executable(options.program) == 0 then
    vim.notify_once(
      'Korrel: there is no program `' .. options.program .. "`. Install it, or name it by require('korrel').setup({ program = … })",
      vim.log.levels.WARN
    )
    return
  end
  local root = root_of(file)
  clients[root] = clients[root] or start(root)
  if clients[root] then vim.lsp.buf_attach_client(buffer, clients[root]) end
end

--- Writes a page of the instances of the command at the cursor, or of the last one before it, and says where it is.
function korrel.show()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local params = { textDocument = vim.lsp.util.make_text_document_params() }
  vim.lsp.buf_request(0, 'textDocument/codeLens', params, function(_, lenses, context)
    local chosen
    for _, lens in ipairs(lenses or {}) do
      local is_before = chosen == nil or lens.range.start.line <= line
      if lens.command and lens.command.command == 'korrel.show' and is_before then chosen = lens.command end
    end
    if not chosen then
      vim.notify('Korrel: there is no command here whose instances can be shown, such as `run {} for 3`', vim.log.levels.INFO)
      return
    end
    local client = vim.lsp.get_client_by_id(context.client_id)
    -- The server tells what became of it.
    client.request('workspace/executeCommand', { command = chosen.command, arguments = chosen.arguments }, function() end)
  end)
end

return korrel
