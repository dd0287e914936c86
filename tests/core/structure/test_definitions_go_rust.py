"""What Go and Rust files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

GO: dict[str, Sample] = {
    "a method is called by the type that it is of": (
        """
package p
func (r *Repo[K, V]) Get(k string) (V, error) {
	return r.m[k], nil
}
func (Foo) Bar() {}
func (f Foo) baz() {}
func (*Foo) Qux() {}
""",
        """
2-4 method Repo.Get
5-5 method Foo.Bar
6-6 method Foo.baz
7-7 method Foo.Qux
""",
    ),
    "any comment right above is documentation": (
        """
package p

// Max is the larger
// of two.
func Max[T int | float64](a, b T) T {
	return a
}

// of nobody

func a() {}
/* of b */
func b() {}
var x = 1 // trailing
func c() {}
""",
        """
3-7@5 function Max [comment]
11-11 function a
12-13@13 function b [comment]
15-15 function c
""",
    ),
    "a function without a name counts where it is bound and spans lines": (
        """
package p
func f() {
	g := func(i int) int {
		return i
	}
	h := func() {}
	go func() {
		run()
	}()
	k = func() {
	}
	defer wg.Do(func() {
	})
}
var top = func() {
}
""",
        """
2-14 function f
  3-5 function g
  10-11 function k
15-16 function top
""",
    ),
    "types in a group stand for themselves": (
        """
package p
type (
	// A is.
	A struct{ x int }
	B interface {
		M(a int) error
	}
	C = int
)
""",
        """
3-4@4 struct A [comment]
5-7 interface B
  6-6 method M
8-8 type C
""",
    ),
    "a type alone is the whole declaration": (
        """
package p
// D is.
type D struct {
	h func()
	inner struct{ x int }
}
type E[T any] []T
type F func(int) string
""",
        """
2-6@3 struct D [comment]
7-7 type E
8-8 type F
""",
    ),
    "strings and comments define nothing": (
        """
package p
// func no() {
/*
func nor() {
*/
var s = `raw
func neither() {
`
var t = "func no() {"
var r = '{'
func yes() { _ = `}` }
""",
        """
11-11 function yes
""",
    ),
    "functions of maps and fields are called by their keys": (
        """
package p
var m = map[string]func(){
	"a": func() {
	},
	"b": func() {},
}
var c = cobra.Command{
	Run: func(cmd *cobra.Command) {
		run()
	},
}
""",
        """
3-4 function a
8-10 function Run
""",
    ),
    "variables in a group": (
        """
package p
var (
	// of f
	f = func() {
	}
	g = 1
)
""",
        """
3-5@4 function f [comment]
""",
    ),
    "headers over several lines": (
        """
package p
func long(
	a int,
	b func(c int) (d error),
) (
	x int,
	err error,
) {
	return
}
""",
        """
2-10 function long
""",
    ),
    "a function without a body, and directives above": (
        """
package p
//go:noescape
func asm(x int)
//go:build linux

import "fmt"
""",
        """
2-3@3 function asm [comment]
""",
    ),
    "CRLF, and names beyond ASCII and U+FFFF": (
        'package p\r\n// Größe 😀\r\nfunc Größe() {\r\n\ts := "𠀀"; f := func() {\r\n\t}\r\n}\r\n',
        """
2-6@3 function Größe [comment]
  4-5 function f
""",
    ),
    "embedded interfaces and type sets": (
        """
package p
type Number interface {
	~int | ~float64
	fmt.Stringer
	Do(a int, b ...string) (c error)
}
""",
        """
2-6 interface Number
  5-5 method Do
""",
    ),
    "what does not parse is unsure": (
        """
package p
func bad() {
	x := := 1
}
func good() {
}
""",
        """
2-4 function bad ?
5-6 function good
""",
    ),
}

RUST: dict[str, Sample] = {
    "impl blocks are called by their type, and by the trait": (
        """
impl<'a, T: Into<String>> Foo<'a, T> {
    pub async fn get(&'a self) -> Result<(), E> {
        Ok(())
    }
}
impl<T> Trait<T> for Foo<T> where T: X {
    const N: i32 = 1;
    fn a(&self) {}
}
""",
        """
1-5 impl Foo<'a, T>
  2-4 method get
6-9 impl Trait<T> for Foo<T>
  8-8 method a
""",
    ),
    "documentation and attributes stand above": (
        """
/// Of f.
///
/// ```
/// fn fake() {}
/// ```
#[inline]
#[cfg(feature = "x")]
pub unsafe fn f() {}
/** of g */
#[test] fn g() {}
""",
        """
1-8@8 function f [comment, attributes]
9-10@10 function g [comment, attributes]
""",
    ),
    "other comments belong to nobody, unless an attribute stands above them": (
        """
// note
fn a() {}
//// rule
fn b() {}
#[x] // why
// more
fn c() {}
//! of the file
fn d() {}
""",
        """
2-2 function a
4-4 function b
5-7@7 function c [attributes]
9-9 function d
""",
    ),
    "structs of all shapes, enums, unions and types": (
        """
#[derive(Debug)]
pub(crate) struct S<T> where T: X {
    a: T,
}
struct Tuple(i32, String);
struct Unit;
enum E {
    A,
    B { x: i32 },
}
union U { a: i32 }
type X = Vec<i32>;
""",
        """
1-4@2 struct S [attributes]
5-5 struct Tuple
6-6 struct Unit
7-10 enum E
11-11 union U
12-12 type X
""",
    ),
    "traits, with and without bodies": (
        """
pub trait T: Y {
    type A;
    /// sig
    fn sig(&self) -> Self::A;
    fn def(&self) {
    }
}
""",
        """
1-7 trait T
  3-4@4 signature sig [comment]
  5-6 method def
""",
    ),
    "modules with a body": (
        """
mod elsewhere;
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() {
    }
}
""",
        """
2-8@3 module tests [attributes]
  5-7@6 function works [attributes]
""",
    ),
    "raw strings, characters and lifetimes": (
        """
const S: &str = r#"fn no() { " "#;
const C: char = '{';
fn yes<'a>(x: &'a str) -> &'a str { let b = b'}'; "}" }
fn two() {}
""",
        """
3-3 function yes
4-4 function two
""",
    ),
    "a closure counts where it is bound and spans lines": (
        """
fn f() {
    let one = |x: i32| x + 1;
    let many = move |x: i32| -> i32 {
        x
    };
    v.iter().map(|x| {
        x
    });
}
""",
        """
1-9 function f
  3-5 function many
""",
    ),
    "macros are one definition, whatever they are made of": (
        """
#[macro_export]
macro_rules! make {
    ($n:ident) => {
        fn $n() { }
    };
}
make!(a);
fn real() {}
""",
        """
1-6@2 macro make [attributes]
8-8 function real
""",
    ),
    "functions nest": (
        """
fn outer() {
    fn inner() {
        struct Deep;
    }
    const fn c() -> i32 { 1 }
}
""",
        """
1-6 function outer
  2-4 function inner
    3-3 struct Deep
  5-5 function c
""",
    ),
    "what is foreign": (
        """
extern "C" {
    /// of puts
    fn puts(s: *const c_char) -> c_int;
}
pub extern "C" fn exported() {
}
""",
        """
2-3@3 signature puts [comment]
5-6 function exported
""",
    ),
    "CRLF, tabs and characters beyond U+FFFF": (
        '\r\n/// 😀\r\n#[doc = "𠀀"]\r\nfn größe() {\r\n\tlet s = 1; fn inner() {\r\n\t}\r\n}\r\n',
        """
2-7@4 function größe [comment, attributes]
  5-6 function inner
""",
    ),
    "block comments nest": (
        """
/* a /* fn no() {} */ fn nor() {} */
fn yes() {}
/** doc /* nested */ */
fn two() {}
""",
        """
2-2 function yes
3-4@4 function two [comment]
""",
    ),
    "what does not parse is unsure": (
        """
impl A {
    fn bad(&self) { let = 1; }
    fn good(&self) {}
}
fn after() {}
""",
        """
1-4 impl A ?
  2-2 method bad ?
  3-3 method good
5-5 function after
""",
    ),
}


@pytest.mark.parametrize("what", GO)
def test_go(what: str) -> None:
    check(GO[what], "go")


@pytest.mark.parametrize("what", RUST)
def test_rust(what: str) -> None:
    check(RUST[what], "rust")
