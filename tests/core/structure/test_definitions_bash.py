"""What Bash files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "functions of all forms": (
        """
one() { :; }
two () {
  :
}
function three { :; }
function four() {
  :
}
five() ( cd / )
six()
{
  :
}
""",
        """
1-1 function one
2-4 function two
5-5 function three
6-8 function four
9-9 function five
10-13 function six
""",
    ),
    "bodies that are no braces": (
        """
a() if true; then
  :
fi
c() [[ -n $1 ]]
d() ((1))
""",
        """
1-3 function a
4-4 function c
5-5 function d
""",
    ),
    "heredocs, strings and comments that look like definitions are none": (
        """
a() {
  cat <<EOF
no() {
}
EOF
  cat <<-'RAW'
	no() {
	RAW
  echo "no() {" 'nor() { }' $'no() {'
  # no() {
}
b() { :; }
""",
        """
1-11 function a
12-12 function b
""",
    ),
    "braces that open nothing": (
        r"""
a() {
  echo ${x:-}} "${y:-"}"}" {a,b} \}
  case $1 in
    a) : ;;
    b) : } ;;
    "}") : ;;
  esac
}
b() { :; }
""",
        """
1-8 function a
9-9 function b
""",
    ),
    "comments above are not of a function": (
        """
# Of a.
a() {
  :
}
""",
        """
2-4 function a
""",
    ),
    "names of other characters": (
        """
ns::go-there() {
  :
}
_x.y() { :; }
größe() { :; }
""",
        """
1-3 function ns::go-there
4-4 function _x.y
5-5 function größe
""",
    ),
    "functions nest": (
        """
outer() {
  inner() {
    deepest() { :; }
  }
  inner
}
""",
        """
1-6 function outer
  2-4 function inner
    3-3 function deepest
""",
    ),
    "a redirection behind a body belongs to it": (
        """
log() {
  echo x
} >&2
next() {
  :
} <<EOF
no() {
EOF
last() { :; }
""",
        """
1-3 function log
4-8 function next
9-9 function last
""",
    ),
    "lines end in CRLF": (
        """
a() {\r
\t:\r
}\r
""",
        """
1-3 function a
""",
    ),
    "functions in conditions": (
        """
if x; then
  a() {
    :
  }
else
  a() { :; }
fi
""",
        """
2-4 function a
6-6 function a
""",
    ),
    "calls and arrays are none": (
        """
a
b=(1 2)
c=$(d)
e() { :; }; e
arr=( [x]="no() {" )
""",
        """
4-4 function e
""",
    ),
    "a definition that does not parse is unsure": (
        """
fine() {
  :
}
broken() {
  a && && b
}
other() { :; }
""",
        """
1-3 function fine
4-6 function broken ?
7-7 function other
""",
    ),
    "a function of a substitution": (
        """
a() {
  x=$(b() { echo 1; }; b)
  echo "`c`" $((1 + 2))
}
""",
        """
1-4 function a
  2-2 function b
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_bash(what: str) -> None:
    check(SAMPLES[what], "bash")
