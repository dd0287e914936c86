"""Definitions of files in the middle of a change, which do not parse."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, tuple[str, Sample]] = {
    "brackets that nothing closes hide nothing below them": (
        "python",
        (
            """
x = call((

def f():
    pass

class A:
    def g(self):
        return 1
""",
            """
3-4 function f
6-8 class A
  7-8 method g
""",
        ),
    ),
    "a bracket that nothing closes does not take the next function": (
        "python",
        (
            """
def f():
    x = (1
    return x

def g(a, b:
    return 1

def h(self -> str: ...
""",
            """
1-3 function f ?
5-6 function g ?
8-8 function h ?
""",
        ),
    ),
    "a list that goes on for lines and is not closed": (
        "python",
        (
            """
class A:
    def f(self):
        x = [
            1,

    def g(self):
        pass

    def h(self):
        pass
""",
            """
1-10 class A ?
  2-4 method f ?
  6-7 method g
  9-10 method h
""",
        ),
    ),
    "a quote too few": (
        "python",
        (
            '''
def f():
    """Say something.""
    return 1

def g():
    """Say more: (."""
    return 2

def h():
    return 3
''',
            """
1-3 function f ?
5-7 function g ?
9-10 function h
""",
        ),
    ),
    "a block that is not closed ends before what is no deeper": (
        "javascript",
        (
            """
function a() {
  foo(;
}
function b() {
  if (x) {
    y();
}
function c() {
  return 1;
}
""",
            """
1-3 function a ?
4-7 function b ?
8-10 function c
""",
        ),
    ),
    "a block that is not opened begins behind the line above that is no deeper": (
        "javascript",
        (
            """
class A {
  f(a,
    b)
    return 1;
  }
  g() { return 2; }
}
""",
            """
1-7 class A ?
  2-5 method f ?
  6-6 method g
""",
        ),
    ),
    "a template that does not end": (
        "typescript",
        (
            """
log(`${x};
function a(): void {
  b(`c ${d}`);
}
function e() { return `f`; }
""",
            """
2-4 function a
5-5 function e ?
""",
        ),
    ),
    "the closing quote of a string alone": (
        "php",
        (
            """
<?php
class A {
  function f() {
    return ';
  }
  function g() { return 'a'; }
}
""",
            """
2-7 class A ?
  3-5 method f ?
  6-6 method g
""",
        ),
    ),
    "go": (
        "go",
        (
            """
package a

func f(a int {
\tg(1
}

func (s *S) h() int {
\tif s.x {
\t\treturn 1
}

func i() {}
""",
            """
3-5 function f ?
7-10 method S.h ?
12-12 function i
""",
        ),
    ),
    "rust": (
        "rust",
        (
            """
impl A {
    fn f(&self -> u8 {
        1
    }
    fn g(&self) {
        h(&[1, 2);
    }
}
fn after() {}
""",
            """
1-8 impl A ?
  2-4 method f ?
  5-7 method g ?
9-9 function after
""",
        ),
    ),
    "java": (
        "java",
        (
            """
class A {
  void f() {
    if (x {
      g();
    }
  }
  int h() {
    for (;;) {
      i();
  }
  int j() { return 1; }
}
""",
            """
1-12 class A ?
  2-6 method f ?
  7-10 method h ?
  11-11 method j
""",
        ),
    ),
    "a page around functions is no part of them": (
        "php",
        (
            """
<?php function f() { ?>
<div class="it's {">
<?php } ?>
<p>don't</p>
<?php function g() {
  return 1;
}
""",
            """
1-3 function f
5-7 function g
""",
        ),
    ),
    "a header that only C can read": (
        "cpp",
        (
            """
int f(a, b)
int a; char *b;
{
  return a;
}
static int new(int class) { return class; }
""",
            """
1-5 function f
6-6 function new
""",
        ),
    ),
    "macros around the name of a class": (
        "cpp",
        (
            """
EXPORT class X : public Y {
  int g() { return 1; }
};
class EXPORT(1) Z final : public Y {
  int h() { return 2; }
};
""",
            """
1-3 class X
  2-2 method g
4-6 class Z
  5-5 method h
""",
        ),
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_broken(what: str) -> None:
    language, sample = SAMPLES[what]
    check(sample, language)
