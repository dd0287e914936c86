"""What Java, C# and PHP files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

JAVA: dict[str, Sample] = {
    "annotations and documentation stand above": (
        """
/** of A */
@Entity
@Table(name = "}")
public class A<T> {
  /**
   * of get
   */
  @Override
  public <R extends B> List<R> get(String k) throws E {
    return null;
  }
  @Test void same() {}
  public @Nullable String after() { return null; }
}
""",
        """
1-14@4 class A [comment, attributes]
  5-11@9 method get [comment, attributes]
  12-12 method same
  13-13 method after
""",
    ),
    "text blocks, strings and comments define nothing": (
        '''
class A {
  // void no() {
  /* class No { */
  String s = """
      } void no() {
      """;
  char c = '{';
  void yes() { String t = "class No {"; }
}
''',
        """
1-9 class A
  8-8 method yes
""",
    ),
    "constructors, of records too, and static blocks": (
        """
class A {
  A() { super(); }
  static {
    init();
  }
  record P(int x, int y) implements Q {
    P {
      check(x);
    }
  }
}
""",
        """
1-11 class A
  2-2 constructor A
  3-5 block static
  6-10 record P
    7-9 constructor P
""",
    ),
    "enums whose constants have bodies": (
        """
enum Op {
  PLUS("+") {
    int apply(int a) { return a; }
  },
  MINUS;
  abstract int apply(int a);
}
""",
        """
1-7 enum Op
  2-4 class PLUS
    3-3 method apply
  6-6 method apply
""",
    ),
    "interfaces and annotations": (
        """
public interface I extends J {
  int N = 1;
  void m();
  default void n() {
  }
}
@interface Note {
  String value() default "{";
}
""",
        """
1-6 interface I
  3-3 method m
  4-5 method n
7-9 annotation Note
  8-8 method value
""",
    ),
    "a lambda counts where it is bound and spans lines": (
        """
class A {
  Runnable r = () -> {
    go();
  };
  void m() {
    Runnable one = () -> go();
    Function<A, B> f = (a) -> {
      return b;
    };
    list.forEach(x -> {
      go();
    });
  }
}
""",
        """
1-14 class A
  2-4 method r
  5-13 method m
    7-9 function f
""",
    ),
    "methods of classes without a name": (
        """
class A {
  void m() {
    new Thread() {
      @Override
      public void run() {
      }
    }.start();
  }
}
""",
        """
1-9 class A
  2-8 method m
    4-6@5 method run [attributes]
""",
    ),
    "classes nest, in methods too": (
        """
public final class A {
  static class B<T extends Comparable<T>> {
    class C { }
  }
  void m() { class Local { void n() {} } }
}
""",
        """
1-6 class A
  2-4 class B
    3-3 class C
  5-5 method m
    5-5 class Local
      5-5 method n
""",
    ),
    "headers over several lines": (
        """
class A {
  protected synchronized Map<String, List<int[]>>
      find(
          @Param("a") final String a,
          int... more)
      throws X,
          Y {
  }
  abstract void none(
      int a);
}
""",
        """
1-11 class A
  2-8 method find
  9-10 method none
""",
    ),
    "modules": (
        """
module a.b {
  requires c;
}
""",
        """
1-3 module a.b
""",
    ),
    "CRLF, tabs and characters beyond U+FFFF": (
        (
            "\r\n/** 😀 */\r\nclass Größe {\r\n"
            '\tString s = "𠀀"; void läuft() {\r\n\t}\r\n\t@A\r\n\tint b() { return 1; }\r\n}\r\n'
        ),
        """
2-8@3 class Größe [comment]
  4-5 method läuft
  6-7@7 method b [attributes]
""",
    ),
    "a comment between annotations, and one that trails": (
        """
class A {
  int x; /** of nobody */
  void a() {}
  @One
  // why
  @Two
  void b() {}
}
""",
        """
1-8 class A
  3-3 method a
  4-7@7 method b [attributes]
""",
    ),
    "what does not parse is unsure": (
        """
class A {
  void bad() { int x = = 1; }
  void good() { }
}
class B { }
""",
        """
1-4 class A ?
  2-2 method bad ?
  3-3 method good
5-5 class B
""",
    ),
}

CSHARP: dict[str, Sample] = {
    "attributes and documentation stand above": (
        """
/// <summary>
/// of A
/// </summary>
[Serializable]
public partial class A<T> : B where T : new() {
  [Fact, Trait("x", "}")]
  // why
  [Other]
  public async Task<T> Get<U>(string k) {
    return default;
  }
  [Same] void Line() { }
}
""",
        """
1-13@5 class A [comment, attributes]
  6-11@9 method Get [attributes]
  12-12 method Line
""",
    ),
    "properties, indexers and events, however short": (
        """
class A {
  public int P { get; set; } = 1;
  public int Q => 1;
  public int R {
    get { return 1; }
    set { }
  }
  public int this[int i] => 1;
  public event EventHandler E { add { } remove { } }
  int field;
}
""",
        """
1-11 class A
  2-2 property P
  3-3 property Q
  4-7 property R
  8-8 property this
  9-9 property E
""",
    ),
    "constructors, destructors and operators": (
        """
class A {
  static A() { }
  public A(int x) : base(x) { }
  ~A() { }
  public static A operator +(A a, A b) => a;
  public static implicit operator int(A a) => 1;
}
""",
        """
1-7 class A
  2-2 constructor A
  3-3 constructor A
  4-4 method ~A
  5-5 method operator +
  6-6 method operator int
""",
    ),
    "strings of every sort define nothing": (
        '''
class A {
  void Yes() {
    var v = @"verbatim "" } void No() {";
    var i = $"{k} {{ void No() {{ {(a ? "}" : "{")}";
    var r = """
      raw } " void No() {
      """;
    var c = '{';
  }
  void Two() { }
}
''',
        """
1-11 class A
  2-9 method Yes
  10-10 method Two
""",
    ),
    "functions in functions, and lambdas that span lines": (
        """
class A {
  void M() {
    int Local(int x) { return x; }
    Func<int, int> one = x => x;
    Func<int, int> many = x => {
      return x;
    };
    list.ForEach(x => {
      Go();
    });
  }
}
""",
        """
1-12 class A
  2-11 method M
    3-3 function Local
    5-7 function many
""",
    ),
    "namespaces with a body, and one for the whole file": (
        """
namespace A.B {
  class C { }
}
""",
        """
1-3 namespace A.B
  2-2 class C
""",
    ),
    "a namespace for the whole file has no end": (
        """
namespace A.B;
class C { }
""",
        """
2-2 class C
""",
    ),
    "structs, records, interfaces, enums and delegates": (
        """
public readonly struct S { }
record R(int X);
record struct RS(int X) { }
interface I<in T> {
  void M();
}
enum E { A, B }
delegate void D(int a);
""",
        """
1-1 struct S
2-2 record R
3-3 record RS
4-6 interface I
  5-5 method M
7-7 enum E
8-8 type D
""",
    ),
    "a member of an interface by its full name": (
        """
class A : I {
  void I.Run() { }
  int System.Collections.IList.Add(object o) { return 1; }
}
""",
        """
1-4 class A
  2-2 method I.Run
  3-3 method System.Collections.IList.Add
""",
    ),
    "functions at the top of a file": (
        """
Console.WriteLine("{");
void Top() {
}
static int Two(int x) => x;
""",
        """
2-3 function Top
4-4 function Two
""",
    ),
    "regions and conditionals": (
        """
class A {
  #region things
#if DEBUG
  void A1() { }
#else
  void A2() { }
#endif
  #endregion
}
""",
        """
1-9 class A
  4-4 method A1
  6-6 method A2
""",
    ),
    "CRLF, tabs and characters beyond U+FFFF": (
        (
            "\r\n/// 😀\r\nclass Größe\r\n{\r\n"
            '\tstring s = "𠀀"; void Läuft()\r\n\t{\r\n\t}\r\n\r\n\t[A]\r\n\tint B => 1;\r\n}\r\n'
        ),
        """
2-11@3 class Größe [comment]
  5-7 method Läuft
  9-10@10 property B [attributes]
""",
    ),
    "what does not parse is unsure": (
        """
class A {
  void Bad() { int x = = 1; }
  void Good() { }
}
class B { }
""",
        """
1-4 class A ?
  2-2 method Bad ?
  3-3 method Good
5-5 class B
""",
    ),
}

PHP: dict[str, Sample] = {
    "attributes and documentation stand above": (
        """
<?php
/** of A */
#[Attr]
abstract class A extends B implements C {
  /**
   * of get
   */
  #[One]
  #[Two("}")]
  public static function get(string $k): ?T {
    return null;
  }
  // a note
  abstract protected function q();
}
""",
        """
2-15@4 class A [comment, attributes]
  5-12@10 method get [comment, attributes]
  14-14 method q
""",
    ),
    "strings, heredocs and comments define nothing": (
        """
<?php
# function no() {
// class No {
$s = "function no() { {$k['x']} }";
$h = <<<EOT
function no() { {$k}
EOT;
$n = <<<'RAW'
class No {
RAW;
function yes() { return '}'; }
""",
        """
11-11 function yes
""",
    ),
    "a function without a name counts where it is bound and spans lines": (
        """
<?php
$f = function () use ($k) {
  return 1;
};
$g = fn($x) => $x;
$a = ['k' => function () {
}, 'one' => fn() => 1];
array_map(function ($x) {
  return $x;
}, $a);
$this->h = static function () {
};
""",
        """
2-4 function $f
6-7 function k
11-12 function $this->h
""",
    ),
    "traits, interfaces and enums": (
        """
<?php
trait T {
  use U;
  private function a() {}
}
interface I extends J { public function b(): void; }
enum Suit: string {
  case A = 'a';
  public static function c(): self { return self::A; }
}
""",
        """
2-5 trait T
  4-4 method a
6-6 interface I
  6-6 method b
7-10 enum Suit
  9-9 method c
""",
    ),
    "namespaces with a body": (
        """
<?php
namespace Foo\\Bar {
  class X { }
}
namespace {
  function f() {}
}
""",
        """
2-4 namespace Foo\\Bar
  3-3 class X
5-7 namespace -
  6-6 function f
""",
    ),
    "a namespace for the whole file has no end": (
        """
<?php
namespace Foo;
use Bar\\{A, B};
final class X { }
""",
        """
4-4 class X
""",
    ),
    "functions between pages of HTML": (
        """
<html>
<?php function a() {
  return 1;
} ?>
<p>function no() { }</p>
<?php
function b() { }
?>
""",
        """
2-4 function a
7-7 function b
""",
    ),
    "a function under a condition": (
        """
<?php
if (!function_exists('x')) {
  /** of x */
  function x() { }
}
""",
        """
3-4@4 function x [comment]
""",
    ),
    "classes without a name": (
        """
<?php
return new class extends Migration {
  public function up(): void
  {
  }
};
""",
        """
3-5 method up
""",
    ),
    "properties with functions of their own; others are none": (
        """
<?php
class A {
  public int $x = 1;
  public string $p {
    get { return 'a'; }
    set => strtolower($value);
  }
  public function __construct(private int $y = 0) {}
}
""",
        """
2-9 class A
  4-7 property $p
  8-8 method __construct
""",
    ),
    "CRLF, tabs and characters beyond U+FFFF": (
        (
            "<?php\r\n/** 😀 */\r\nclass Größe\r\n{\r\n"
            '\tpublic $s = "𠀀"; function läuft()\r\n\t{\r\n\t}\r\n}\r\n'
        ),
        """
2-8@3 class Größe [comment]
  5-7 method läuft
""",
    ),
    "what returns a reference, and headers over several lines": (
        """
<?php
function &ref(
  array $a = ['}'],
  int|string ...$more
): static {
  return $a;
}
""",
        """
2-7 function ref
""",
    ),
    "what does not parse is unsure": (
        """
<?php
class A {
  function bad() { $x = = 1; }
  function good() { }
}
class B { }
""",
        """
2-5 class A ?
  3-3 method bad ?
  4-4 method good
6-6 class B
""",
    ),
}


@pytest.mark.parametrize("what", JAVA)
def test_java(what: str) -> None:
    check(JAVA[what], "java")


@pytest.mark.parametrize("what", CSHARP)
def test_csharp(what: str) -> None:
    check(CSHARP[what], "csharp")


@pytest.mark.parametrize("what", PHP)
def test_php(what: str) -> None:
    check(PHP[what], "php")
