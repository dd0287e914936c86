"""What Nix files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "functions and sets that span lines": (
        """
{ pkgs, lib, ... }:
let
  # Adds.
  add = x: y:
    x + y;
  one = { a, b }: a;
in
{
  a.b.c = {
    d = 1;
  };
  e = rec {
    f = { };
  };
}
""",
        """
3-5@4 function add [comment]
9-11 key a.b.c
12-14 key e
""",
    ),
    "other values that span lines": (
        """
{
  l = [
    1
  ];
  m = pkgs.mk {
    x = 1;
  };
  w = with lib; {
    z = 1;
  };
  i =
    if x then 1
    else 2;
  one = 1;
}
""",
        """
2-4 key l
5-7 key m
8-10 key w
11-13 key i
""",
    ),
    "strings and comments that look like definitions are none": (
        """
{
  a = ''
    no = x: {
      ${lib.concat (x: "}")}
    };
    ''${raw} '''
  '';
  b = "no = {
  ";
  # no = {
  /* no = {
  } */
  yes = {
  };
}
""",
        """
2-7 key a
8-9 key b
10-14@13 key yes [comment]
""",
    ),
    "names in quotes and made names": (
        """
{
  "q r" = {
  };
  "a".b = {
  };
  ${name} = {
  };
  "x${y}" = {
  };
}
""",
        """
2-3 key q r
4-5 key "a".b
6-7 key ${name}
8-9 key x${y}
""",
    ),
    "sets nest": (
        """
{
  a = {
    b = {
      c = [
      ];
    };
    d.e = x:
      y;
  };
}
""",
        """
2-9 key a
  3-6 key b
    4-5 key c
  7-8 function d.e
""",
    ),
    "what is inherited is none": (
        """
{
  inherit (lib)
    a
    b;
  inherit
    c;
  d = {
    inherit e;
  };
}
""",
        """
7-9 key d
""",
    ),
    "functions with a pattern of several lines": (
        """
{
  f =
    {
      a,
      b ? { },
    }@args:
    a;
  g = x: {
    y = x;
  };
}
""",
        """
2-7 function f
8-10 function g
""",
    ),
    "bindings in the middle of an expression": (
        """
pkgs.mk (self: let
  a = {
    b = 1;
  };
in {
  c = assert true; {
  };
})
""",
        """
2-4 key a
6-7 key c
""",
    ),
    "lines end in CRLF": (
        """
{\r
\ta = {\r
\t};\r
}\r
""",
        """
2-3 key a
""",
    ),
    "characters beyond ASCII": (
        """
{
  # Größe 🎉
  a = "名 } 🎉";
  b = {
    c = "🎉";
  };
}
""",
        """
4-6 key b
""",
    ),
    "a blank line parts comments from what follows": (
        """
{
  # stray

  a = {
  };
  /** Of b. */
  b = x:
    x;
}
""",
        """
4-5 key a
6-8@7 function b [comment]
""",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
{
  fine = {
  };
  broken = {
    a = = 1;
  };
}
""",
        """
2-3 key fine
4-6 key broken ?
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_nix(what: str) -> None:
    check(SAMPLES[what], "nix")
