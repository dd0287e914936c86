"""What Solidity files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation belongs to what stands below it": (
        """
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// @title A cart
/// @notice More
abstract contract Cart is Base, Other(1) {
    /**
     * The sum.
     */
    function total() public view returns (uint) {
        return 1;
    }
}
""",
        """
4-13@6 contract Cart [comment]
  7-12@10 method total [comment]
""",
    ),
    "strings and comments that look like definitions are none": (
        """
contract A {
    string a = "function no() {";
    string b = 'contract Nor { }';
    bytes c = hex"7b7d";
    /* function no() {
    } */
    // function no() {}
    function yes() public {}
}
""",
        """
1-9 contract A
  8-8 method yes
""",
    ),
    "every sort of member": (
        """
contract A {
    using X for Y;
    uint x;
    mapping(address => uint) public m;
    constructor(uint a) B(a) {
        x = a;
    }
    modifier only() {
        _;
    }
    event Moved(
        uint a
    );
    error Bad(uint a);
    struct S {
        uint a;
    }
    enum E { A, B }
    receive() external payable {}
    fallback() external {
    }
}
""",
        """
1-22 contract A
  5-7 constructor constructor
  8-10 modifier only
  11-13 event Moved
  14-14 error Bad
  15-17 struct S
  18-18 enum E
  19-19 method receive
  20-21 method fallback
""",
    ),
    "interfaces and libraries": (
        """
interface I {
    function g() external;
    function h(uint a)
        external
        returns (uint);
}
library L {
    function i() internal {}
}
""",
        """
1-6 interface I
  2-2 method g
  3-5 method h
7-9 library L
  8-8 method i
""",
    ),
    "what stands outside of contracts": (
        """
function free(uint a) pure returns (uint) {
    return a;
}
struct Top { uint a; }
enum E { A }
error Bad();
event Moved();
type U is uint;
uint constant X = 1;
""",
        """
1-3 function free
4-4 struct Top
5-5 enum E
6-6 error Bad
7-7 event Moved
""",
    ),
    "functions of assembly": (
        """
contract A {
    function f() public {
        assembly {
            function double(x) -> y {
                y := add(x, x)
            }
        }
    }
}
""",
        """
1-9 contract A
  2-8 method f
    4-6 function double
""",
    ),
    "headers of several lines": (
        """
contract A is
    B,
    C
{
    function f(
        uint a,
        uint b
    )
        external
        only
        returns (uint)
    {
        return a;
    }
}
""",
        """
1-15 contract A
  5-14 method f
""",
    ),
    "lines end in CRLF": (
        """
/// Doc\r
contract A {\r
\tfunction f() public {\r
\t}\r
}\r
""",
        """
1-5@2 contract A [comment]
  3-4 method f
""",
    ),
    "characters beyond ASCII": (
        """
contract A {
    // Größe 🎉 名
    string a = unicode"名 } 🎉";
    function f() public {
    }
}
""",
        """
1-6 contract A
  4-5 method f
""",
    ),
    "a blank line parts documentation from what follows": (
        """
contract A {
    /// Stray.

    function a() public {}
    // plain
    function b() public {}
}
""",
        """
1-7 contract A
  4-4 method a
  6-6 method b
""",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
contract Fine {
    function a() public {}
}
contract Broken {
    function b( public {
    }
}
""",
        """
1-3 contract Fine
  2-2 method a
4-7 contract Broken ?
  5-6 method b ?
""",
    ),
    "two contracts in one line and an empty one": (
        """
contract A { function a() public {} } contract B {}
""",
        """
1-1 contract A
  1-1 method a
1-1 contract B
""",
    ),
    "overloads are definitions of one name": (
        """
contract A {
    function a(uint x) public {}
    /// With two.
    function a(uint x, uint y) public virtual override(B, C) {
    }
}
""",
        """
1-6 contract A
  2-2 method a
  3-5@4 method a [comment]
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_solidity(what: str) -> None:
    check(SAMPLES[what], "solidity")
