"""Which sections Markdown files have, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "a section ends before the next heading of its level or a higher one": (
        """
# A

text

## B

### C

text
## D
text

# E
""",
        """
1-11 section A
  5-9 section B
    7-9 section C
  10-11 section D
13-13 section E
""",
    ),
    "headings that are underlined": (
        """
Title
=====

text

Part
----
text

# Next
""",
        """
1-8 section Title
  6-8 section Part
10-10 section Next
""",
    ),
    "headings in code are none": (
        """
# A

```sh
# no
## nor
```

~~~
# no
~~~

    # no

`# no`
""",
        """
1-14 section A
""",
    ),
    "headings in quotations, lists and HTML are none": (
        """
# A
> # no

- # no
  ## nor

<div>
# no
</div>
<!--
# no
-->
""",
        """
1-12 section A
""",
    ),
    "the name is the heading as it is written": (
        """
# `code` and *stars* #
## closed ##
### C# #
#### [link](x) {#id}
#####
######    wide   space
""",
        """
1-6 section `code` and *stars*
  2-6 section closed
    3-6 section C#
      4-6 section [link](x) {#id}
        5-6 section -
          6-6 section wide space
""",
    ),
    "what only looks like a heading is none": (
        r"""
#no

####### seven

\# no

 text # no
""",
        "",
    ),
    "a heading after a deeper one ends all in between": (
        """
### C
#### D
# A
## B
""",
        """
1-2 section C
  2-2 section D
3-4 section A
  4-4 section B
""",
    ),
    "front matter is no heading": (
        """
---
title: x
# no
---

# A
""",
        """
6-6 section A
""",
    ),
    "a title of two lines, and lines that part": (
        """
First
second
======

text

---

***
""",
        """
1-9 section First second
""",
    ),
    "lines end in CRLF": (
        """
# A\r
\r
B\r
-\r
text\r
\r
# C\r
""",
        """
1-5 section A
  3-5 section B
7-7 section C
""",
    ),
    "characters beyond ASCII": (
        """
# Größe 🎉

## 名
""",
        """
1-3 section Größe 🎉
  3-3 section 名
""",
    ),
    "text before the first heading is of no section": (
        """
text

# A
""",
        """
3-3 section A
""",
    ),
    "tables and blank lines at the end": (
        """
# A

| a |
|---|
| b |



# B


""",
        """
1-5 section A
9-9 section B
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_markdown(what: str) -> None:
    check(SAMPLES[what], "markdown")
