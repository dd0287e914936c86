"""What C and C++ files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

C: dict[str, Sample] = {
    "the name is at the bottom of the declarators": (
        """
static int *get(struct s *p, int (*cb)(int))
{
    return 0;
}
void (*sig(int a, void (*f)(int)))(int) { }
unsigned long long
far_down(void)
{
}
""",
        """
1-4 function get
5-5 function sig
6-9 function far_down
""",
    ),
    "two openings under one conditional are one": (
        """
int split(int a) {
#ifdef X
    if (a) {
#else
    if (!a) {
#endif
        return 1;
    }
    return 2;
}
int next(void) {
    return 3;
}
""",
        """
1-10 function split
11-13 function next
""",
    ),
    "an opening and its end each under a conditional of its own": (
        """
#ifdef __cplusplus
extern "C" {
#endif

/** of a */
int a(void)
{
#ifdef X
    if (x) {
#endif
        go();
#ifdef X
    }
#endif
}
#ifdef __cplusplus
}
#endif
int b(void) { }
""",
        """
5-15@6 function a [comment]
19-19 function b
""",
    ),
    "of a header in several versions the first counts": (
        """
#if defined(A)
int f(int a) {
#elif defined(B)
int f(long a) {
#else
int f(void) {
#endif
    return "}"[0];
}
#if 0
int never(void) {
#else
int ever(void) {
#endif
}
""",
        """
2-9 function f
13-15 function ever
""",
    ),
    "whole functions under a conditional are all there": (
        """
#ifdef X
int a(void) { return 1; }
#else
int a(void) { return 2; }
# if Y
int b(void) { return 3; }
# endif
#endif
""",
        """
2-2 function a
4-4 function a
6-6 function b
""",
    ),
    "structs, unions and enums with a body; declarations are none": (
        """
struct point { int x, y; };
struct forward;
union u {
    int a;
};
enum color { RED, GREEN };
struct point origin = { 0, 0 };
int f(int);
extern int (*g)(void);
""",
        """
1-1 struct point
3-5 union u
6-6 enum color
""",
    ),
    "a typedef with a body has the name that is used": (
        """
typedef struct node {
    struct node *next;
} node_t;
typedef enum { A, B } kind, *kind_p;
typedef int number;
typedef struct { int x; } *handle;
""",
        """
1-3 struct node_t
4-4 enum kind
6-6 struct handle
""",
    ),
    "a struct without a name is called by what is of it": (
        """
static struct {
    int x;
    union {
        int a;
    } inner;
} global = { 1 };
""",
        """
1-6 struct global
  3-5 union inner
""",
    ),
    "macros that look like functions": (
        """
#define F(x) \\
    do { go(x); } while (0)
#define N 1
#define G(...) { int fake(void) {
int real(void) { F(1); }
""",
        """
1-2 macro F
4-4 macro G
5-5 function real
""",
    ),
    "what stands in strings and comments defines nothing": (
        """
// int no(void) {
/* int no(void) {
*/
const char *s = "int no(void) {";
char c = '{', d = '"', e = '\\'';
int yes(void) { return '}'; }
""",
        """
6-6 function yes
""",
    ),
    "documentation comments, and comments that are none": (
        """
/* License. */
/**
 * of a
 */
int a(void) { }
/// of b
///  more
static int
b(void) { }
// a note
int c(void) { } //!< of c
int d(void) { }
//! of e
int e(void) { }
""",
        """
2-5@5 function a [comment]
6-9@8 function b [comment]
11-11 function c
12-12 function d
13-14@14 function e [comment]
""",
    ),
    "old parameters, attributes and macros before the name": (
        """
int knr(a, b)
    int a;
    char *b;
{
    return a;
}
__attribute__((noinline)) static inline unsigned long weird(void) { }
MACRO_FN(int) after(void) { }
""",
        """
1-6 function knr
7-7 function weird
8-8 function after
""",
    ),
    "CRLF, tabs, and characters beyond U+FFFF before the name": (
        (
            '\r\n/** 😀 */\r\nint a(void)\r\n{\r\n\tchar *s = "𠀀}";\r\n}\r\n'
            "#ifdef X\r\nint b(int x) {\r\n#else\r\nint b(void) {\r\n#endif\r\n}\r\n"
        ),
        """
2-6@3 function a [comment]
8-12 function b
""",
    ),
    "a function that does not parse is unsure, the next one is not": (
        """
int bad(void) {
    return (1 + ;
}
int good(void) {
    return 1;
}
""",
        """
1-3 function bad ?
4-6 function good
""",
    ),
    "a conditional that never ends is left as it is": (
        """
int a(void) { }
#endif
#ifdef X
int b(void) { }
""",
        """
1-1 function a
4-4 function b ?
""",
    ),
}

CPP: dict[str, Sample] = {
    "members that are defined elsewhere are named in full": (
        """
template <typename T>
auto Foo<T>::get(int k) const noexcept -> T & {
  return m[k];
}
Foo::Foo() : a{1}, b(2) { go(); }
Foo::~Foo() { }
a::b::operator bool() const { }
""",
        """
1-4 function Foo<T>::get
5-5 function Foo::Foo
6-6 function Foo::~Foo
7-7 function a::b::operator bool
""",
    ),
    "operators": (
        """
bool operator==(const A &a, const B &b) { return true; }
struct S {
  int operator()(int x) { return x; }
  S &operator[](int i) { return *this; }
  operator int() const { return 1; }
  void *operator new(size_t n) { }
};
""",
        """
1-1 function operator==
2-7 struct S
  3-3 method operator()
  4-4 method operator[]
  5-5 method operator int
  6-6 method operator new
""",
    ),
    "what is in a class: functions with a body, none without": (
        """
class A final : public B<int> {
public:
  A() = default;
  explicit A(int x);
  ~A();
  virtual int pure() = 0;
  static int z() { return 1; }
  int field = 1;
  struct Inner { };
};
""",
        """
1-10 class A
  3-3 method A
  7-7 method z
  9-9 struct Inner
""",
    ),
    "namespaces, with several names or none": (
        """
namespace a::b {
namespace {
void f() { }
}
}
extern "C" {
void g(void) { }
}
extern "C" void h(void) { }
""",
        """
1-5 namespace a::b
  2-4 namespace -
    3-3 function f
7-7 function g
9-9 function h
""",
    ),
    "templates belong to what they are of": (
        """
/// of X
template <typename T, typename = std::enable_if_t<(sizeof(T) > 1)>>
class X {
  template <class U>
  void m(U u) { }
};
template <>
struct X<int> { };
template <typename T>
concept C = requires(T t) { t.f(); };
""",
        """
1-6@2 class X [comment]
  4-5 method m
7-8 struct X<int>
9-10 concept C
""",
    ),
    "a lambda counts where it has a name and spans lines": (
        """
void f() {
  auto one = [](int i) { return i; };
  auto many = [&](int i) mutable {
    return i;
  };
  std::sort(a, b, [](int x, int y) {
    return x < y;
  });
}
""",
        """
1-9 function f
  3-5 function many
""",
    ),
    "raw strings, character literals and digit separators": (
        """
auto s = R"x(} void no() { " )x";
int n = 1'000'000;
char c = '{';
void yes() { auto t = R"(class No {)"; }
""",
        """
4-4 function yes
""",
    ),
    "attributes stand above": (
        """
/** of f */
[[nodiscard]]
[[deprecated("no")]] int f() {
  return 1;
}
[[gnu::always_inline]]
inline void g() { }
""",
        """
1-5@3 function f [comment, attributes]
6-7@7 function g [attributes]
""",
    ),
    "functions of types that are long, and functions that try": (
        """
std::vector<std::pair<int, int>> v() { return {}; }
int &ref() { }
const std::string &A::name() const { }
A::A(int x) try : x(x) { } catch (...) { }
decltype(auto) d() { }
""",
        """
1-1 function v
2-2 function ref
3-3 function A::name
4-4 function A::A
5-5 function d
""",
    ),
    "enumerations of classes, unions, friends": (
        """
enum class E : int { A, B };
union U { int a; };
class F {
  friend bool operator<(const F &a, const F &b) {
    return true;
  }
  enum { X, Y };
};
""",
        """
1-1 enum E
2-2 union U
3-8 class F
  4-6 method operator<
  7-7 enum -
""",
    ),
    "tests of macros are called by their suite and name": (
        """
TEST(Cart, AddsUp) {
  EXPECT_EQ(1, 1);
}
TEST_F(CartTest, IsEmpty) { }
""",
        """
1-3 test Cart.AddsUp
4-4 test CartTest.IsEmpty
""",
    ),
    "a constructor in two versions under a conditional": (
        """
struct A {
#if OLD
  A(int x) : x(x) {
#else
  A(int x) : y(x) {
#endif
    go();
  }
  void m() { }
};
""",
        """
1-10 struct A
  3-8 method A
  9-9 method m
""",
    ),
    "CRLF, and names beyond ASCII": (
        "\r\nnamespace größe {\r\n/// 😀\r\nclass Ä {\r\n\tvoid ö() { }\r\n};\r\n}\r\n",
        """
2-7 namespace größe
  3-6@4 class Ä [comment]
    5-5 method ö
""",
    ),
    "a keyword after a macro is no function": (
        """
BEGIN_OF_LIBRARY
namespace n
{
void f() { }
}
""",
        """
4-4 function f
""",
    ),
    "what does not parse makes what it lies in unsure, no more": (
        """
namespace n {
class A {
  void bad() { int x = = 1; }
  void good() { }
};
}
void after() { }
""",
        """
1-6 namespace n ?
  2-5 class A ?
    3-3 method bad ?
    4-4 method good
7-7 function after
""",
    ),
}


@pytest.mark.parametrize("what", C)
def test_c(what: str) -> None:
    check(C[what], "c")


@pytest.mark.parametrize("what", CPP)
def test_cpp(what: str) -> None:
    check(CPP[what], "cpp")
