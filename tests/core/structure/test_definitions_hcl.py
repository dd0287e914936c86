"""What HCL files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "blocks are called by their labels": (
        """
# Of the instance.
resource "aws_instance" "web" {
  ami = "x"
}
locals {
  a = 1
}
variable x { type = string }
provider "aws" {}
""",
        """
1-4@2 block resource aws_instance web [comment]
5-7 block locals
8-8 block variable x
9-9 block provider aws
""",
    ),
    "attributes count where they span lines": (
        """
resource "a" "b" {
  one  = 1
  tags = {
    x = 1
  }
  list = [
    1
  ]
  call = merge(
    a,
    b
  )
}
""",
        """
1-13 block resource a b
  3-5 key tags
  6-8 key list
  9-12 key call
""",
    ),
    "heredocs, strings and comments that look like definitions are none": (
        r"""
resource "a" "b" {
  text = <<EOF
resource "no" {
}
EOF
  raw = <<-X
  }
  X
  s = "resource \"no\" { ${x["}"]}"
  # resource "no" {
  // resource "no" {
  /* resource "no" {
  } */
}
""",
        """
1-14 block resource a b
  2-5 key text
  6-8 key raw
""",
    ),
    "blocks nest": (
        """
resource "a" "b" {
  dynamic "ingress" {
    for_each = x
    content {
      from = 1
    }
  }
  lifecycle { ignore = [] }
}
""",
        """
1-9 block resource a b
  2-7 block dynamic ingress
    4-6 block content
  8-8 block lifecycle
""",
    ),
    "objects nest": (
        """
locals {
  a = {
    b = {
      c = 1
    }
    "d e" = [
    ]
    f : {
    }
    one = {}
  }
}
""",
        """
1-12 block locals
  2-11 key a
    3-5 key b
    6-7 key d e
    8-9 key f
""",
    ),
    "variables of a file without blocks": (
        """
region = "eu"
zones = [
  "a",
]
tags = {
  x = "y"
}
""",
        """
2-4 key zones
5-7 key tags
""",
    ),
    "expressions over loops": (
        """
locals {
  m = { for k, v in var.x : k => {
    v = v
  } }
  c = var.x ? {
    a = 1
  } : {}
}
""",
        """
1-8 block locals
  2-4 key m
  5-7 key c
""",
    ),
    "lines end in CRLF": (
        """
# Doc\r
a "b" {\r
\tc = {\r
\t}\r
}\r
""",
        """
1-5@2 block a b [comment]
  3-4 key c
""",
    ),
    "characters beyond ASCII": (
        """
a "größe" {
  b = "名 } 🎉"
}
c "d" {}
""",
        """
1-3 block a größe
4-4 block c d
""",
    ),
    "a blank line parts comments from what follows": (
        """
# stray

a {
}
// of b
b {
}
""",
        """
3-4 block a
5-7@6 block b [comment]
""",
    ),
    "an indented heredoc ends at its word": (
        """
a {
  text = <<-EOF
    b {
      EOFX
    EOF
  c {
  }
}
""",
        """
1-8 block a
  2-5 key text
  6-7 block c
""",
    ),
    "a block that does not parse is unsure, the one before is not": (
        """
fine {
  a = 1
}
broken {
  b = [1, }
}
other {
}
""",
        """
1-3 block fine
4-6 block broken ?
7-8 block other
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_hcl(what: str) -> None:
    check(SAMPLES[what], "hcl")
