"""What Lua files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation belongs to what stands below it": (
        """
#!/usr/bin/lua
-- not documentation
--- Of total,
-- in two lines.
-- @param x
function total(x)
  return x
end
-- plain
function show()
end
""",
        """
3-8@6 function total [comment]
10-11 function show
""",
    ),
    "strings and comments that look like definitions are none": (
        """
local a = "function no() "
local b = [[
function no()
end
]]
local c = [==[
function no() ]] end
]==]
--[[ function no()
end ]]
--[==[
function no() end
]==]
local function yes() return ']]' end
""",
        """
14-14 function yes
""",
    ),
    "names with dots and colons": (
        """
local M = {}
function M.a.b:c(x)
end
function M.d() end
return M
""",
        """
2-3 function M.a.b:c
4-4 function M.d
""",
    ),
    "functions that are bound to a name count where they span lines": (
        """
local f = function()
  return 1
end
M.g = function(a)
  return a
end
M["h"] = function()
end
local one = function() return 1 end
""",
        """
1-3 function f
4-6 function M.g
7-8 function M["h"]
""",
    ),
    "functions in tables count where they span lines": (
        """
local t = {
  a = function()
  end,
  ["b"] = function()
  end,
  c = function() end,
  d = {
    e = function(self)
      return 1
    end,
  },
  function()
  end,
}
return { q = function()
end }
""",
        """
2-3 function a
4-5 function b
8-10 function e
15-16 function q
""",
    ),
    "functions nest": (
        """
local function outer()
  local function inner()
    function global()
    end
  end
  inner()
end
""",
        """
1-7 function outer
  2-5 function inner
    3-4 function global
""",
    ),
    "what is passed or given back has no name": (
        """
map(list, function(x)
  return x
end)
return function()
  local function named()
  end
end
""",
        """
5-6 function named
""",
    ),
    "several values at once have no name": (
        """
local a, b = function()
end, function()
end
function c() end
""",
        """
4-4 function c
""",
    ),
    "lines end in CRLF": (
        """
--- Doc.\r
function a()\r
\tlocal b\r
end\r
""",
        """
1-4@2 function a [comment]
""",
    ),
    "blocks with ends of their own": (
        """
function a()
  if x then
    for i = 1, 2 do
      while y do break end
    end
  elseif z then
    repeat local q until true
  end
  do end
end
function b() end
""",
        """
1-10 function a
11-11 function b
""",
    ),
    "characters beyond ASCII in strings and comments": (
        """
-- Größe 🎉
function a()
  return "end 名 🎉"
end --[[ 名 ]] function b()
end
""",
        """
2-4 function a
4-5 function b
""",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
function fine()
end
function broken()
  local = 1
end
""",
        """
1-2 function fine
3-5 function broken ?
""",
    ),
    "a blank line parts documentation from what follows": (
        """
--- Stray.

function a() end
--- Of b.
local b = function()
end
""",
        """
3-3 function a
4-6@5 function b [comment]
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_lua(what: str) -> None:
    check(SAMPLES[what], "lua")
