"""What Elixir files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "attributes that document belong to what stands below them": (
        '''
defmodule Shop.Cart do
  @moduledoc """
  def no do
  end
  """
  use GenServer

  @type t :: %{a: b}

  @doc """
  The sum.
  """
  @spec total(t) ::
          integer
  # why
  def total(cart) do
    1
  end

  @limit 1
  @impl true
  def init(_), do: :ok
end
''',
        """
1-23 module Shop.Cart
  10-18@16 function total [attributes]
  21-22@22 function init [attributes]
""",
    ),
    "strings and comments that look like definitions are none": (
        '''
def yes do
  a = "def no do #{x |> (fn -> "end" end).()}"
  b = ~S"""
  def no do
  end
  """
  c = ~s(def no, do: 1)
  d = 'end'
  e = ?}
  # def no do
  :end
end
''',
        """
1-12 function yes
""",
    ),
    "each clause is a definition, without its guard and parameters": (
        r"""
def f(0), do: 1
def f(x) when x > 1 do
  x
end
def f(%{a: b} = c)
    when is_list(b),
    do: c
def f
defp g, do: 2
def h? when true, do: 1
def i!(x \\ 1)
""",
        """
1-1 function f
2-4 function f
5-7 function f
8-8 function f
9-9 function g
10-10 function h?
11-11 function i!
""",
    ),
    "operators and names that are made": (
        """
def a <> b do
  a
end
def unquote(name)(x) do
  x
end
def +a do
  a
end
""",
        """
1-3 function <>
4-6 function unquote(name)
7-9 function +
""",
    ),
    "macros, guards and delegates": (
        """
defmacro m(x) do
  quote do
    def made(unquote(x)), do: 1
  end
end
defmacrop n, do: 1
defguard is_x(x) when x == 1
defdelegate size(x), to: Enum
""",
        """
1-5 macro m
  3-3 function made
6-6 macro n
7-7 macro is_x
8-8 function size
""",
    ),
    "protocols and their implementations": (
        """
defprotocol Size do
  @doc "How big."
  def size(x)
end
defimpl Size, for: Integer do
  def size(x), do: x
end
defimpl Size, for: [A, B] do
end
""",
        """
1-4 protocol Size
  2-3@3 method size [attributes]
5-7 impl Size for Integer
  6-6 method size
8-9 impl Size for [A, B]
""",
    ),
    "tests": (
        """
defmodule CartTest do
  setup do
    :ok
  end
  setup :other
  describe "total" do
    setup %{a: a} do
      :ok
    end
    @tag :slow
    test "sums #{x}", %{a: a} do
      assert 1
    end
    test "to be written"
  end
end
""",
        """
1-16 module CartTest
  2-4 function setup
  6-15 test total
    7-9 function setup
    10-13@11 test sums #{x} [attributes]
""",
    ),
    "modules nest, and modules of one line": (
        """
defmodule A do
  defmodule B do
    def f, do: 1
  end
end
defmodule C, do: def g, do: 1
defmodule D do def h(_), do: :ok end
""",
        """
1-5 module A
  2-4 module B
    3-3 function f
6-6 module C
  6-6 function g
7-7 module D
  7-7 function h
""",
    ),
    "blocks in a function belong to it": (
        """
def f(x) do
  case x do
    1 -> fn y ->
      y
    end
  end
  with {:ok, a} <- x, do: a
rescue
  e -> 1
after
  :ok
end
def g, do: 1
""",
        """
1-12 function f
13-13 function g
""",
    ),
    "lines end in CRLF, and strings have characters beyond ASCII": (
        """
@doc "Größe"\r
def a do\r
\t"}🎉名"\r
end\r
""",
        """
1-4@2 function a [attributes]
""",
    ),
    "other calls are none": (
        """
defstruct [
  :a,
]
use Foo do
  go()
end
schema "users" do
  field :a
end
x = define(1)
def
""",
        "",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
def fine do
  1
end
def broken do
  (1 +
end
""",
        """
1-3 function fine
4-6 function broken ?
""",
    ),
    "functions in a loop and several in a line": (
        """
for {a, b} <- @list do
  def unquote(a)(), do: unquote(b)
end
@doc "x"; def one, do: 1
def two, do: 2; def three, do: 3
""",
        """
2-2 function unquote(a)
4-4 function one
5-5 function two
5-5 function three
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_elixir(what: str) -> None:
    check(SAMPLES[what], "elixir")
