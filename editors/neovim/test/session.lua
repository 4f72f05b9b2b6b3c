-- One user, one spec, and the server behind it: `lua dofile('session.lua')('hover')` runs one of these and leaves Neovim.

local broken = table.concat(vim.fn.readfile(vim.env.KORREL_SESSION .. '/list.als'), '\n')
local mended = broken:gsub('nxt', 'next')

local function expect(condition, found)
  if not condition then error('found ' .. vim.inspect(found), 2) end
end

--- Waits at most ten seconds, and says what was there instead.
local function await(what, condition, found)
  if not vim.wait(10000, condition, 20) then error('no ' .. what .. ' came: ' .. vim.inspect(found and found())) end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') end

local function write(new) vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.split(new, '\n')) end

--- Puts the cursor on a part of the text, or so many characters behind its beginning.
local function go(part, after)
  local at = text():find(part, 1, true)
  expect(at, part)
  local before = vim.split(text():sub(1, at - 1 + (after or 0)), '\n')
  vim.api.nvim_win_set_cursor(0, { #before, #before[#before] })
end

local function ask(method, params)
  params = params or vim.lsp.util.make_position_params()
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  local _, answer = next(answers or {})
  expect(answer and answer.result, answers)
  return answer.result
end

local tests = {}

--- The mistake is there, at its place, and no longer after it is mended.
function tests.diagnostics()
  await('mistake', function() return #vim.diagnostic.get(0) > 0 end)
  local found = vim.diagnostic.get(0)
  expect(#found == 1 and found[1].severity == vim.diagnostic.severity.ERROR, found)
  expect(found[1].message:find('there is no name `nxt`', 1, true), found)
  go('nxt')
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  expect(found[1].lnum == line - 1 and found[1].col == column and found[1].end_col == column + 3, found)
  vim.cmd('normal! cwnext')
  await('end of the mistake', function() return #vim.diagnostic.get(0) == 0 end, function() return vim.diagnostic.get(0) end)
end

function tests.hover()
  write(mended)
  go('l.head', 3)
  local found = ask('textDocument/hover')
  expect(vim.inspect(found.contents):find('Node', 1, true), found)
end

function tests.definition()
  write(mended)
  go('l.head', 3)
  vim.lsp.buf.definition()
  local function line() return vim.api.nvim_win_get_cursor(0)[1] end
  await('definition', function() return line() == 2 end, line)
end

function tests.completion()
  write((mended:gsub('l%.head%.%*next', 'l.head.')))
  go('l.head.', 7)
  local found = ask('textDocument/completion')
  local labels = vim.tbl_map(function(item) return item.label end, found.items or found)
  expect(vim.tbl_contains(labels, 'key') and vim.tbl_contains(labels, 'next'), labels)
  expect(not vim.tbl_contains(labels, 'head'), labels)
end

function tests.rename()
  write(mended)
  go('next')
  vim.lsp.buf.rename('behind')
  await('other name', function() return text() == mended:gsub('next', 'behind') end, text)
end

--- The layout is that of the program.
function tests.format()
  write(mended)
  -- The name of it is another one from 0.8 on.
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 10000 })
  else
    vim.lsp.buf.formatting_sync({}, 10000)
  end
  local file = vim.fn.tempname() .. '.als'
  vim.fn.writefile(vim.split(mended, '\n'), file)
  vim.fn.system({ vim.env.KORREL, 'fmt', file })
  expect(vim.v.shell_error == 0, vim.v.shell_error)
  local laid_out = table.concat(vim.fn.readfile(file), '\n')
  expect(text() ~= mended and text() == laid_out, { text(), laid_out })
end

--- The page of the instances is served, and Neovim, which opens no page, says where.
function tests.show()
  write(mended)
  go('run sorted')
  local told = {}
  local tell = vim.lsp.handlers['window/showMessage']
  vim.lsp.handlers['window/showMessage'] = function(problem, result, ...)
    table.insert(told, result.message)
    return tell(problem, result, ...)
  end
  vim.cmd('KorrelShow')
  await('page', function() return #told > 0 end)
  expect(told[1]:match('the instances are at http://127%.0%.0%.1:%d+/%x+/#0$'), told)
end

--- Without the server: keywords, names and comments have their colours.
function tests.colours()
  write('sig Inside { x: lone Inside } -- all\nfact { inside not in x }')
  local function group(part)
    go(part)
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    return vim.fn.synIDattr(vim.fn.synID(line, column + 1, 1), 'name')
  end
  expect(group('sig') == 'korrelDeclaration', group('sig'))
  expect(group('Inside') == 'korrelType', group('Inside'))
  expect(group('lone') == 'korrelQuantifier', group('lone'))
  expect(group('all') == 'korrelComment', group('all'))
  expect(group('inside') == '', group('inside'))
  expect(group('not in') == 'korrelOperatorWord', group('not in'))
end

--- A program that is not there is told, once, and in words that help.
function tests.missing()
  local told = {}
  vim.notify_once = function(message) table.insert(told, message) end
  require('korrel').setup({ program = '/no/where/korrel' })
  require('korrel').attach(0)
  expect(#told == 1 and told[1]:find('no program `/no/where/korrel`', 1, true), told)
end

return function(name)
  local is_good, message = xpcall(function()
    vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.KORREL_SESSION .. '/list.als'))
    expect(vim.bo.filetype == 'korrel', vim.bo.filetype)
    -- The server is asked nothing before it has answered.
    await('server', function()
      local _, client = next(vim.lsp.buf_get_clients(0))
      return client and client.initialized
    end)
    tests[name]()
  end, debug.traceback)
  if is_good then vim.cmd('qall!') end
  io.stderr:write(message .. '\n')
  vim.cmd('cquit 1')
end
