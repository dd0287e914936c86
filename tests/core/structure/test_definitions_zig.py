"""What Zig files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation belongs to what stands below it": (
        """
//! of the file
const std = @import("std");

// not documentation
/// Adds.
/// More.
pub fn add(a: i32, b: i32) !i32 {
    return a + b;
}
""",
        """
5-9@7 function add [comment]
""",
    ),
    "strings and comments that look like definitions are none": (
        r"""
const a = "fn no() {";
const b =
    \\fn no() {
    \\}
;
// fn no() void {}
const c = '{';
fn yes() void {
}
""",
        """
8-9 function yes
""",
    ),
    "types are called by their constants": (
        """
pub const S = struct {
    x: i32,
    /// Makes one.
    pub fn init() S {
        return .{ .x = 1 };
    }
    const E = enum { a, b };
};
const U = union(enum) {
    a: i32,
};
const Failure = error{
    Bad,
};
const O = opaque {};
const P = extern struct { a: u8 };
""",
        """
1-8 struct S
  3-6@4 method init [comment]
  7-7 enum E
9-11 union U
12-14 enum Failure
15-15 struct O
16-16 struct P
""",
    ),
    "tests with a name, of a declaration and without": (
        """
test "adds { }" {
    _ = 1;
}
test add {
}
test {
}
""",
        """
1-3 test adds { }
4-5 test add
6-7 test -
""",
    ),
    "blocks at compile time count where they span lines": (
        """
comptime {
    go();
}
comptime { go(); }
""",
        """
1-3 block comptime
""",
    ),
    "functions that give a type": (
        """
fn List(comptime T: type) type {
    return struct {
        items: []T,
        fn len(self: @This()) usize {
            return self.items.len;
        }
    };
}
""",
        """
1-8 function List
  4-6 function len
""",
    ),
    "functions with and without a body": (
        """
export fn ex() void {}
extern "c" fn pr(x: i32) void;
inline fn il() void {}
pub extern fn q(
    a: u8,
) callconv(.C) c_int;
""",
        """
1-1 function ex
2-2 function pr
3-3 function il
4-6 function q
""",
    ),
    "other constants are none": (
        """
const x = 1;
var arr = [_]u8{
    1,
};
const y = blk: {
    break :blk 1;
};
pub const z = @import("z.zig");
fn yes() void {}
""",
        """
9-9 function yes
""",
    ),
    "a function in a struct in a function": (
        """
fn outer() void {
    const Inner = struct {
        fn deep() void {
        }
    };
    _ = Inner;
}
""",
        """
1-7 function outer
  2-5 struct Inner
    3-4 method deep
""",
    ),
    "lines end in CRLF": (
        """
/// Doc\r
fn a() void {\r
\t_ = "}";\r
}\r
""",
        """
1-4@2 function a [comment]
""",
    ),
    "names in quotes and characters beyond ASCII": (
        """
// Größe 🎉
fn @"a b"() void {
    _ = "名 }";
}
fn b() void {}
""",
        """
2-4 function @"a b"
5-5 function b
""",
    ),
    "a definition that does not parse is unsure, the next one is not": (
        """
fn broken() void {
    const = ;
}
fn fine() void {
}
""",
        """
1-3 function broken ?
4-5 function fine
""",
    ),
    "a blank line parts documentation from what follows": (
        """
/// Stray.

fn a() void {}
//// a rule
fn b() void {}
""",
        """
3-3 function a
5-5 function b
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_zig(what: str) -> None:
    check(SAMPLES[what], "zig")
