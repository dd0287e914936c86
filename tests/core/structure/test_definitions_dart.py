"""What Dart files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation and annotations belong to what stands below them": (
        """
library x;

// not documentation
/// Of a cart.
@immutable
@JsonSerializable()
abstract class Cart<T> extends Base with M implements I {
  /// The sum.
  @override
  int total() => 1;
}
""",
        """
4-11@7 class Cart [comment, attributes]
  8-10@10 method total [comment, attributes]
""",
    ),
    "strings and comments that look like definitions are none": (
        """
var a = 'void no() { ${list.map((x) { return "}"; })} }';
var b = \"\"\"
void no() {
}
\"\"\";
var c = r'''
class Nor {
''';
/* void no() { /* nested */ } */
// void no() {}
void yes() {
}
""",
        """
11-12 function yes
""",
    ),
    "constructors of all forms": (
        """
class A {
  final int x;
  A(this.x) : super(1) {
    go();
  }
  A.named(int y) : x = y;
  const A.fixed();
  factory A.made() {
    return A(1);
  }
  factory A.other() = A.named;
  A._();
}
""",
        """
1-13 class A
  3-5 constructor A
  6-6 constructor A.named
  7-7 constructor A.fixed
  8-10 constructor A.made
  11-11 constructor A.other
  12-12 constructor A._
""",
    ),
    "accessors and operators": (
        """
class A {
  int get p => 1;
  set p(int v) {
    x = v;
  }
  bool operator ==(Object o) {
    return true;
  }
  int operator [](int i) => i;
  external void ext();
}
int get top {
  return 1;
}
set top(int v) {}
""",
        """
1-11 class A
  2-2 property p
  3-5 property p
  6-8 method operator ==
  9-9 method operator []
  10-10 method ext
12-14 property top
15-15 property top
""",
    ),
    "mixins, extensions and enums": (
        """
mixin M on A {
  void m() {}
}
extension E on String {
  int get l => 1;
}
extension on int {
  void n() {}
}
extension type ET(int x) {
}
enum Color {
  red(1),
  green(2);
  const Color(this.v);
  void x() {}
}
sealed class S {}
base mixin class B {}
""",
        """
1-3 class M
  2-2 method m
4-6 extension E
  5-5 property l
7-9 extension int
  8-8 method n
10-11 extension ET
12-17 enum Color
  15-15 constructor Color
  16-16 method x
18-18 class S
19-19 class B
""",
    ),
    "functions of expressions count where they have a name and span lines": (
        """
final one = (int x) => x;
final many = (int x) {
  return x;
};
class A {
  static final cb = () {
    go();
  };
}
void main() {
  var local = () {
    go();
  };
  items.forEach((x) {
    go();
  });
}
""",
        """
2-4 function many
5-9 class A
  6-8 method cb
10-17 function main
  11-13 function local
""",
    ),
    "functions nest": (
        """
void outer() {
  int inner(int a) {
    void deepest() {}
    return a;
  }
  @pragma('x')
  void noted() => 1;
}
""",
        """
1-8 function outer
  2-5 function inner
    3-3 function deepest
  6-7@7 function noted [attributes]
""",
    ),
    "asynchronous functions, generators and arrows over lines": (
        """
Future<void> a() async {
  await b();
}
Iterable<int> c() sync* {
  yield 1;
}
int d(int x) =>
    x +
    1;
external int e();
""",
        """
1-3 function a
4-6 function c
7-9 function d
10-10 function e
""",
    ),
    "aliases count where they span lines": (
        """
typedef F = int Function(int);
typedef G = int Function(
  int x,
);
""",
        """
2-4 type G
""",
    ),
    "lines end in CRLF, and strings have characters beyond ASCII": (
        """
/// Größe\r
void a() {\r
\tprint('}🎉名');\r
}\r
""",
        """
1-4@2 function a [comment]
""",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
void fine() {
}
void broken() {
  var = ;
}
""",
        """
1-2 function fine
3-5 function broken ?
""",
    ),
    "a blank line parts documentation from what follows, but not annotations": (
        """
/// Stray.

void a() {}

@override

void b() {}
""",
        """
3-3 function a
5-7@7 function b [attributes]
""",
    ),
    "several variables in one statement": (
        """
var a = () {
}, b = () {
};
const c = 1, d = 2;
""",
        """
1-2 function a
2-3 function b
""",
    ),
    "a method without a type is no constructor": (
        """
class A {
  greet(name) => print(name);
  @override
  toString() {
    return 'A';
  }
  _A();
}
""",
        """
1-8 class A
  2-2 method greet
  3-6@4 method toString [attributes]
  7-7 constructor _A
""",
    ),
    "accessors outside of classes, and annotated fields": (
        """
external int get a;
external set b(int v);
set c(int v) {
}
class A {
  @x
  final d = () {
    go();
  };
}
""",
        """
1-1 property a
2-2 property b
3-4 property c
5-10 class A
  6-9@7 method d [attributes]
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_dart(what: str) -> None:
    check(SAMPLES[what], "dart")
