"""What Swift files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation and attributes belong to what stands below them": (
        """
import Foundation

// not documentation
/// Of a cart.
/// More.
@objc
public final class Cart<T>: Base where T: Item {
    /** The sum. */
    @discardableResult func total() -> Int { 1 }
}
""",
        """
4-10@7 class Cart [comment, attributes]
  8-9@9 method total [comment, attributes]
""",
    ),
    "strings and comments that look like definitions are none": (
        r'''
let a = "func no() { \(list.map { "class Nor" }) }"
let b = """
func no() {
}
"""
let c = #"func no() { " }"#
let d = #"""
func no() {
"""#
/* func no() { /* nested */ } */
// func no() {}
func yes() {
}
''',
        """
12-13 function yes
""",
    ),
    "every sort of type": (
        """
struct S { let a: Int }
enum E: Int {
    case a, b
    indirect case c(E)
    func f() {}
}
actor Act { func g() async {} }
protocol P: AnyObject {
    associatedtype X
    func m() -> Int
    var v: Int { get set }
}
""",
        """
1-1 struct S
2-6 enum E
  5-5 method f
7-7 actor Act
  7-7 method g
8-12 protocol P
  10-10 method m
""",
    ),
    "extensions are called by what they extend": (
        """
extension Array where Element == Int {
    static func sum() -> Int { 0 }
}
extension A.B: P {
}
""",
        """
1-3 extension Array
  2-2 method sum
4-5 extension A.B
""",
    ),
    "properties count with accessors or observers": (
        """
struct A {
    let plain = 1
    var one: Int { 1 }
    var p: Int {
        get { 1 }
        set { x = newValue }
    }
    var z: Int = 0 {
        willSet { a() }
        didSet {
            b()
        }
    }
    lazy var w: Int = {
        1
    }()
    subscript(i: Int) -> Int { i }
}
""",
        """
1-18 struct A
  3-3 property one
  4-7 property p
  8-13 property z
  14-16 property w
  17-17 property subscript
""",
    ),
    "initializers": (
        """
class A {
    init?(x: Int) { }
    convenience required init() {
        self.init(x: 1)
    }
    deinit { stop() }
}
""",
        """
1-7 class A
  2-2 constructor init
  3-5 constructor init
  6-6 method deinit
""",
    ),
    "operators are functions": (
        """
prefix operator +++
prefix func +++ (x: Int) -> Int { x }
struct A: Equatable {
    static func == (a: A, b: A) -> Bool {
        true
    }
}
""",
        """
2-2 function +++
3-7 struct A
  4-6 method ==
""",
    ),
    "closures count where they have a name and span lines": (
        """
let one = { (x: Int) in x }
let many = { (x: Int) in
    x
}
let v = items.map { x in
    x
}
class A {
    var done: () -> Void = {
        go()
    }
}
""",
        """
2-4 function many
8-12 class A
  9-11 method done
""",
    ),
    "functions nest, and both branches of a condition count": (
        """
func a() {
    func b() {
        struct Local {}
    }
}
#if DEBUG
func log() {
}
#else
func log() {}
#endif
""",
        """
1-5 function a
  2-4 function b
    3-3 struct Local
7-8 function log
10-10 function log
""",
    ),
    "attributes on the same line and comments between them": (
        """
@MainActor
// why
@objc(go:)
private func go(_ x: Int) {
}
@State private var a: Int = 1
@ViewBuilder var body: some View {
    Text("}")
}
""",
        """
1-5@4 function go [attributes]
7-9 property body
""",
    ),
    "lines end in CRLF, and names lie beyond ASCII": (
        """
/// Größe\r
func größe🎉(名: Int) {\r
\t"}"\r
}\r
""",
        """
1-4@2 function größe🎉 [comment]
""",
    ),
    "a definition that does not parse is unsure, the next one is not": (
        """
func broken( {
    let = =
}

func fine() {
}
""",
        """
1-3 function broken ?
5-6 function fine
""",
    ),
    "a blank line parts documentation from what follows": (
        """
/// Stray.

func a() {}
//// a rule
func b() {}
""",
        """
3-3 function a
5-5 function b
""",
    ),
    "macros, and aliases that span lines": (
        """
@freestanding(expression)
macro twice(_ x: Int) = #externalMacro(module: "A", type: "B")
typealias One = Int
typealias Two = Dictionary<
    String, Int
>
""",
        """
1-2@2 macro twice [attributes]
4-6 type Two
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_swift(what: str) -> None:
    check(SAMPLES[what], "swift")
