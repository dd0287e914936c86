"""What Scala files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation and annotations belong to what stands below them": (
        """
package a

// not documentation
/** Of a cart. */
@deprecated("x", "1")
@tailrec
sealed abstract class Cart[T](val x: Int) extends Base with Other {
  /**
   * The sum.
   */
  @inline def total: Int = 1
}
""",
        """
4-12@7 class Cart [comment, attributes]
  8-11@11 method total [comment, attributes]
""",
    ),
    "strings and comments that look like definitions are none": (
        '''
object A {
  val a = "def no() = {"
  val b = s"""
    def no() = {
    ${ list.map { x => x } }
  """
  /* def no() = { /* class Nested */ */
  // def no = 1
  def yes = '}'
}
''',
        """
1-10 object A
  9-9 method yes
""",
    ),
    "blocks that end by indentation end at their last line": (
        """
object A:
  def a =
    1
  // of b
  def b =
    2

  // at the end of A

/** Of top. */
def top =
  val x = 1
  x
  // in top
// after top

val y = 1
""",
        """
1-8 object A
  2-3 method a
  5-6 method b
10-14@11 function top [comment]
""",
    ),
    "ends that are written out belong to a definition": (
        """
class A:
  def m =
    1
  end m

end A

def f =
  2
end f
""",
        """
1-6 class A
  2-4 method m
8-10 function f
""",
    ),
    "objects, traits, cases and enums": (
        """
package object po { def x = 1 }
trait T { def m(): Unit }
case class P(
  a: Int
) {
  def x = 1
}
case object Q
enum Color(val rgb: Int):
  case Red extends Color(1)
  case Green, Blue
  def x = rgb
""",
        """
1-1 object po
  1-1 method x
2-2 trait T
  2-2 method m
3-7 class P
  6-6 method x
8-8 object Q
9-12 enum Color
  12-12 method x
""",
    ),
    "givens and extensions": (
        """
given ord: Ordering[Int] with
  def compare(a: Int, b: Int) = 1
given Ordering[String] with {
  def compare(a: String, b: String) = 1
}
extension (s: String)
  def shout: String =
    s.toUpperCase
  def twice = s + s
""",
        """
1-2 object ord
  2-2 method compare
3-5 object Ordering[String]
  4-4 method compare
6-9 extension (s: String)
  7-8 method shout
  9-9 method twice
""",
    ),
    "values count where they are functions, objects or blocks of many lines": (
        """
val one = (x: Int) => x
val f = (x: Int) => {
  x + 1
}
val g: Int => Int =
  x => x
val h: PartialFunction[Int, Int] = {
  case 1 =>
    2
}
lazy val i: Int = {
  1
}
implicit val j: Foo = new Foo {
  def bar = 1
}
var k = List(1,
  2)
""",
        """
2-4 function f
5-6 function g
7-10 function h
11-13 property i
14-16 object j
  15-15 method bar
""",
    ),
    "operators, names in backquotes and secondary constructors": (
        """
class A(x: Int) {
  def this(a: String) = this(a.toInt)
  def +(o: A): A = this
  def `a b`() = 1
  def unary_! = 1
  def größe_=(名: Int): Unit = ()
}
""",
        """
1-7 class A
  2-2 constructor this
  3-3 method +
  4-4 method `a b`
  5-5 method unary_!
  6-6 method größe_=
""",
    ),
    "functions nest, and a function in a class is a method": (
        """
class A {
  def outer(x: Int): Int = {
    def inner(y: Int): Int = {
      class Local
      y
    }
    inner(x)
  }
}
""",
        """
1-9 class A
  2-8 method outer
    3-6 function inner
      4-4 class Local
""",
    ),
    "lines end in CRLF": (
        """
/** Doc. */\r
object A {\r
\tdef a = {\r
\t}\r
}\r
""",
        """
1-5@2 object A [comment]
  3-4 method a
""",
    ),
    "a header of several lines": (
        """
def a[T: Ordering](
  x: T,
)(using
  y: Int
): T =
  x
type Short = Int
type Long = {
  def x: Int
}
""",
        """
1-6 function a
8-10 type Long
  9-9 function x
""",
    ),
    "a definition that does not parse is unsure": (
        """
object Fine {
  def a = 1
}
object Broken {
  def b( = {
  }
}
""",
        """
1-3 object Fine
  2-2 method a
4-7 object Broken ?
  5-6 method b ?
""",
    ),
    "the entry point and several annotations in a line": (
        """
@main def run(args: String*): Unit =
  println("x")
@a @b(1)
@c
private[x] def y: Int = {
  1
}
""",
        """
1-2 function run
3-7@5 function y [attributes]
""",
    ),
    "variables of several lines": (
        """
var a = {
  1
}
var b: Int =
  2
""",
        """
1-3 property a
4-5 property b
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_scala(what: str) -> None:
    check(SAMPLES[what], "scala")
