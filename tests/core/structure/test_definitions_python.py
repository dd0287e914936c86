"""What Python files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "decorators and every line of a header belong to a function": (
        '''
import x
@deco(arg="}")
@other
def outer(a,
          b=(1, 2)):
    """doc def fake(): {"""
    return b
top = 1
''',
        """
2-7@4 function outer [decorators]
""",
    ),
    "functions and classes nest, and a function in a class is a method": (
        """
def outer():
    def inner():
        return 1

    class K:
        async def run(self):
            pass

        class Deep:
            pass
    return inner
""",
        """
1-11 function outer
  2-3 function inner
  5-10 class K
    6-7 method run
    9-10 class Deep
""",
    ),
    "what stands in strings and comments defines nothing": (
        '''
# def no(): pass
s = """
def nope():
    pass
class Nor: pass
"""
t = f"{'def neither(): pass'}"
def yes(): return "def but_not(): }"
''',
        """
8-8 function yes
""",
    ),
    "a lambda is none, in one line or in several": (
        """
f = lambda x: x
g = lambda x: (
    x
)
def h(): return lambda: 1
""",
        """
5-5 function h
""",
    ),
    "a comment at the end of a body, indented, belongs to it; one at the margin does not": (
        """
def a():
    pass

    # of a

# of nobody
def b():
    pass
# nor this
""",
        """
1-4 function a
7-8 function b
""",
    ),
    "comments and blank lines between decorators are passed over": (
        """
@one

# why
@two(
    1,
)
# and how
def f():
    pass
""",
        """
1-9@8 function f [decorators]
""",
    ),
    "type parameters, annotations and defaults with brackets are part of the header": (
        """
class Box[T: (int, str)](Base, metaclass=Meta):
    value: dict[str, "class Fake:"] = {}
    def get[K](self, key: K = {"a": [1]}, /, *, b: int = 2) -> dict[
        str, int
    ]:
        return {}
""",
        """
1-6 class Box
  3-6 method get
""",
    ),
    "lines that end in CR and LF count once": (
        "\r\ndef a():\r\n    pass\r\n\r\n\r\nclass B:\r\n    def c(self): pass\r\n",
        """
2-3 function a
6-7 class B
  7-7 method c
""",
    ),
    "a form feed, a vertical tab in a string and U+2028 end no line": (
        'def a():\n    return "\x0b\u2028\u0085"\n\x0c\ndef b():\n    pass\n',
        """
1-2 function a
4-5 function b
""",
    ),
    "tabs, and names and strings beyond ASCII and beyond U+FFFF": (
        """
class Größe:
\tdef größer(self): return "𠀀𠀁"; x = "😀"
\tdef 𠀀(self):
\t\tpass
""",
        """
1-4 class Größe
  2-2 method größer
  3-4 method 𠀀
""",
    ),
    "definitions under if, try and with have no parent": (
        """
if TYPE:
    def a(): pass
else:
    def a():
        pass
try:
    class B: pass
finally:
    with x:
        def c(): pass
""",
        """
2-2 function a
4-5 function a
7-7 class B
10-10 function c
""",
    ),
    "a method that does not parse is unsure, and so is its class; what stands around is not": (
        """
class A:
    def whole(self):
        return 1
    def broken(self):
        return = 1
def after():
    pass
""",
        """
1-5 class A ?
  2-3 method whole
  4-5 method broken ?
6-7 function after
""",
    ),
    "a continued line and a triple string may go further left than the body": (
        '''
def a():
    x = """
left
"""
    y = 1 + \\
2
    return x
def b(): pass
''',
        """
1-7 function a
8-8 function b
""",
    ),
    "an overloaded property keeps each of its functions with its decorator": (
        """
class A:
    @property
    def x(self): return 1

    @x.setter
    def x(self, v):
        pass
""",
        """
1-7 class A
  2-3@3 method x [decorators]
  5-7@6 method x [decorators]
""",
    ),
    "an empty file defines nothing": ("", ""),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_python(what: str) -> None:
    check(SAMPLES[what], "python")
