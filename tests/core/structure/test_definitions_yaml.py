"""What YAML files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "keys count whose value spans lines": (
        """
a: 1
b:
  c: 1
  d:
    - x
    - y: 1
      z:
        q: 2
e: {}
""",
        """
2-8 key b
  4-8 key d
    7-8 key z
""",
    ),
    "blocks of text": (
        """
a: |
  no:
    no: 1

  more
b: >-
  x

c: 1
""",
        """
1-5 key a
6-7 key b
""",
    ),
    "comments behind a block that are no deeper are not of it": (
        """
a:
  b: 1
  # in a

# of c
c:
  # first
  - x
# of d
d: 1
""",
        """
1-3 key a
6-8 key c
""",
    ),
    "lists at the margin of their key": (
        """
a:
- b: 1
  c:
  - 2
- d
e:
- 1
""",
        """
1-5 key a
  3-4 key c
6-7 key e
""",
    ),
    "braces that span lines": (
        """
a: {b: 1,
  c: {d: 1,
    e: 2}}
f: [1,
 2]
g: {h: 1}
""",
        """
1-3 key a
  2-3 key c
4-5 key f
""",
    ),
    "strings that look like keys are none": (
        """
a: "b:
  c: 1"
d: 'e:
  f: 1'
g: plain
  text, no
""",
        """
1-2 key a
3-4 key d
5-6 key g
""",
    ),
    "anchors, tags and merges": (
        """
base: &base
  a: 1
typed: !map
  b: 2
other:
  <<: *base
  c: 3
""",
        """
1-2 key base
3-4 key typed
5-7 key other
""",
    ),
    "keys in quotes and keys of several words": (
        """
"a b":
  c: 1
'd: e':
  f: 1
g h i:
  j: 1
? k
: l
""",
        """
1-2 key a b
3-4 key d: e
5-6 key g h i
7-8 key k
""",
    ),
    "documents": (
        """
a:
  b: 1
---
c:
  d: 1
...
---
- e:
    f: 1
""",
        """
1-2 key a
4-5 key c
8-9 key e
""",
    ),
    "lines end in CRLF": (
        """
a:\r
  b: |\r
    x\r
\r
c:\r
  d: 1\r
""",
        """
1-3 key a
  2-3 key b
5-6 key c
""",
    ),
    "characters beyond ASCII": (
        """
größe:
  名: "🎉"
🎉:
  - 1
""",
        """
1-2 key größe
3-4 key 🎉
""",
    ),
    "what does not parse is unsure, what comes before is not": (
        """
fine:
  a: 1
broken:
  b: [1
  c: 2
""",
        """
1-2 key fine
3-5 key broken ?
""",
    ),
    "templates in values": (
        """
env:
  A: ${{ secrets.A }}
  B: "{{ x }}"
run: |
  if [ "$A" ]; then
    echo "b: 1"
  fi
# end
""",
        """
1-3 key env
4-7 key run
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_yaml(what: str) -> None:
    check(SAMPLES[what], "yaml")
