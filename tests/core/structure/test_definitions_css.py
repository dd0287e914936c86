"""What CSS files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "rules are called by their selectors": (
        """
/* Of the navigation. */
.nav a, .b > c:hover::before {
  color: red;
}
#id[a="}"] { x: y }
a,
b  c {
}
""",
        """
1-4@2 rule .nav a, .b > c:hover::before [comment]
5-5 rule #id[a="}"]
6-8 rule a, b c
""",
    ),
    "conditions hold rules": (
        """
@media screen and (min-width: 1px), print {
  .q { a: b }
  .r {
    a: b;
  }
}
@supports (display: grid) {
}
""",
        """
1-6 rule @media screen and (min-width: 1px), print
  2-2 rule .q
  3-5 rule .r
7-8 rule @supports (display: grid)
""",
    ),
    "rules nest": (
        """
.a {
  color: red;
  & .b {
    c: d;
  }
  &:hover { e: f }
  @media print {
    g: h;
  }
}
""",
        """
1-10 rule .a
  3-5 rule & .b
  6-6 rule &:hover
  7-9 rule @media print
""",
    ),
    "frames": (
        """
@keyframes turn {
  from { a: b }
  50% {
    a: c;
  }
  to { a: d }
}
""",
        """
1-7 rule @keyframes turn
  2-2 rule from
  3-5 rule 50%
  6-6 rule to
""",
    ),
    "other rules that begin with a sign": (
        """
@font-face {
  font-family: x;
}
@layer base {
  a { b: c }
}
@container (min-width: 1px) {
  d { e: f }
}
""",
        """
1-3 rule @font-face
4-6 rule @layer base
  5-5 rule a
7-9 rule @container (min-width: 1px)
  8-8 rule d
""",
    ),
    "what has no block is none": (
        """
@charset "utf-8";
@import url("x.css");
@namespace x url(y);
a { b: c }
""",
        """
4-4 rule a
""",
    ),
    "strings and comments that look like rules are none": (
        r"""
/* .no { */
a::before {
  content: ".no { }";
  content: '\'}';
  background: url(data:image/svg+xml;x);
  /* .no { } */
}
/* } */ b { c: d }
""",
        """
1-7@2 rule a::before [comment]
8-8 rule b
""",
    ),
    "several rules in one line": (
        """
a{b:c}d{e:f}@media print{g{h:i}}
""",
        """
1-1 rule a
1-1 rule d
1-1 rule @media print
  1-1 rule g
""",
    ),
    "lines end in CRLF": (
        """
/* Doc. */\r
a {\r
\tb: c;\r
}\r
""",
        """
1-4@2 rule a [comment]
""",
    ),
    "characters beyond ASCII": (
        """
.größe {
  content: "🎉 }";
}
a {}
""",
        """
1-3 rule .größe
4-4 rule a
""",
    ),
    "a comment among selectors is not of the name": (
        """
a /* not
b */ , c {
}
""",
        """
1-3 rule a, c
""",
    ),
    "functions in selectors and escapes": (
        r"""
:is(h1, h2):not(.x) > * + p:nth-child(2n + 1) {
}
.a\:b {
}
""",
        r"""
1-2 rule :is(h1, h2):not(.x) > * + p:nth-child(2n + 1)
3-4 rule .a\:b
""",
    ),
    "a rule that does not parse is unsure, the next one is not": (
        """
a {
  b: ;;; ) c;
}
d {
}
""",
        """
1-3 rule a ?
4-5 rule d
""",
    ),
    "braces in strings and a space before a word of weight do no harm": (
        """
a { b: c ! important }
d::before {
  content: ".no { }";
  e: f ! important;
}
""",
        """
1-1 rule a
2-5 rule d::before
""",
    ),
    "rules within limits": (
        """
@scope (.a) to (.b) {
  c { d: e }
}
""",
        """
1-3 rule @scope (.a) to (.b)
  2-2 rule c
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_css(what: str) -> None:
    check(SAMPLES[what], "css")
