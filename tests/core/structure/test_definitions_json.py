"""What JSON files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "keys count whose value spans lines": (
        """
{
  "a": 1,
  "b": {
    "c": [
      1
    ],
    "d": {}
  },
  "e": [1, 2]
}
""",
        """
3-8 key b
  4-6 key c
""",
    ),
    "keys in lists": (
        """
{
  "list": [
    {
      "x": {
      }
    },
    { "y": [
    ] }
  ]
}
""",
        """
2-9 key list
  4-5 key x
  7-8 key y
""",
    ),
    "strings that look like keys are none": (
        r"""
{
  "a": "\"b\": {",
  "c": "}",
  "d": [
    "\"e\": ["
  ]
}
""",
        """
4-6 key d
""",
    ),
    "a list at the top": (
        """
[
  {
    "a": [
      2
    ]
  }
]
""",
        """
3-5 key a
""",
    ),
    "comments are none, nor do they belong to a key": (
        """
// c
{
  /* "no": {
  } */
  // of a
  "a": {
    // in a
  }
}
""",
        """
6-8 key a
""",
    ),
    "one line, or nothing": (
        """
{"a": {"b": [1, {"c": {}}]}}
""",
        "",
    ),
    "keys of one name": (
        """
{
  "a": {
  },
  "a": {
  }
}
""",
        """
2-3 key a
4-5 key a
""",
    ),
    "an empty key, escapes and dots": (
        r"""
{
  "": {
  },
  "a.b": {
  },
  "c \" d": {
  }
}
""",
        r"""
2-3 key -
4-5 key a.b
6-7 key "c \" d"
""",
    ),
    "lines end in CRLF": (
        """
{\r
\t"a": {\r
\t\t"b": 1\r
\t}\r
}\r
""",
        """
2-4 key a
""",
    ),
    "characters beyond ASCII": (
        """
{
  "größe": "🎉 } 名",
  "名 🎉": {
    "x": 1
  }
}
""",
        """
3-5 key 名 🎉
""",
    ),
    "a value below its key": (
        """
{
  "a":
    1,
  "b":
  {
    "c": 2
  }
}
""",
        """
2-3 key a
4-7 key b
""",
    ),
    "what does not parse is unsure, what comes before is not": (
        """
{
  "fine": {
    "x": 1
  },
  "broken": {
    "y": ,
    "z": 2
  }
}
""",
        """
2-4 key fine
5-8 key broken ?
""",
    ),
    "values of every sort in one line are none": (
        """
{
  "a": null,
  "b": true,
  "c": -1.5e3,
  "d": "",
  "e": {
    "f": [[], [
    ]]
  }
}
""",
        """
6-9 key e
  7-8 key f
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_json(what: str) -> None:
    check(SAMPLES[what], "json")
