"""What stands where in a file: a reply of each kind, and how it reads."""

from editjournal.schemas.replies import AnyReply, Balanced, Outlined, Ranged
from editjournal.schemas.structure import Balance, Definition, Mark, Pair, Problem
from editjournal.schemas.values import Span

from .refusal_examples import PATH

CART = Definition("class", "Cart", 4, 120, 4)
TOTAL = Definition("method", "total", 10, 19, 10, 0)
VUE = b"src/App.vue"
OPEN = Mark("{", 41, 17)
CLOSE = Mark("}", 88, 1)
PROBLEMS = (
    Problem("bracket", OPEN),
    Problem("bracket", CLOSE, Mark("(", 80, 12)),
)


def element(name: str, first: int, last: int) -> Definition:
    return Definition("element", name, first, last, first)


def balance(*problems: Problem, path: bytes = b"src/cart.go") -> Balanced:
    return Balanced(path=path, total=90, balance=Balance("go", "grammar", problems))


UNCHECKED = Balance("make", "scanner", checked=False)


STRUCTURE: dict[str, tuple[AnyReply, str]] = {
    "a range": (
        Ranged(path=PATH, total=340, line=12, found=TOTAL, chain=(CART,)),
        "src/cart.py:10-19  method total, in class Cart 4-120",
    ),
    "a range with decorators": (
        Ranged(
            path=PATH,
            total=340,
            line=12,
            found=Definition("method", "total", 7, 19, 10, 0, ("decorators", "comment")),
            chain=(CART,),
        ),
        "src/cart.py:7-19  method total (7-9 decorators and comment), in class Cart 4-120",
    ),
    "a range that is unsure": (
        Ranged(
            path=PATH,
            total=340,
            line=4,
            found=Definition("function", "", 4, 9, 4, unsure=True),
        ),
        "src/cart.py:4-9  function  (does not parse here: the range may be wrong)",
    ),
    "a range without a grammar": (
        Ranged(
            path=b"Makefile",
            total=9,
            line=4,
            found=Definition("rule", "all", 4, 4, 4),
            way="scanner",
        ),
        "Makefile:4  rule all  (by brackets and indentation alone)",
    ),
    "a range of an element": (
        Ranged(
            path=VUE,
            total=61,
            line=20,
            found=element("section", 12, 30),
            chain=(element("main", 8, 60), element("template", 1, 61)),
        ),
        "src/App.vue:12-30  <section>, in <main> 8-60, <template> 1-61",
    ),
    "a range that lies deep": (
        Ranged(path=VUE, total=61, line=20, found=element("p", 20, 20), chain=(CART,) * 14),
        "src/App.vue:20  <p>, in " + ", ".join(["class Cart 4-120"] * 12) + " and 2 more",
    ),
    "an outline": (
        Outlined(
            path=PATH,
            total=340,
            definitions=(
                CART,
                Definition("method", "__init__", 7, 8, 7, 0),
                TOTAL,
                Definition("method", "show", 21, 34, 21, 0, unsure=True),
                Definition("class", "Line", 40, 50, 40, 0),
                Definition("method", "", 41, 42, 41, 4),
                Definition("function", "load", 123, 140, 123),
            ),
        ),
        (
            "src/cart.py, 340 lines\n"
            "4-120 class Cart\n"
            "  7-8 __init__\n"
            "  10-19 total\n"
            "  21-34 show  (unsure)\n"
            "  40-50 class Line\n"
            "    41-42 method\n"
            "123-140 function load"
        ),
    ),
    "an outline that is cut": (
        Outlined(path=PATH, total=340, definitions=(CART,), way="scanner", more=1_200),
        (
            "src/cart.py, 340 lines  (by brackets and indentation alone)\n"
            "4-120 class Cart\n"
            "... (1,200 more definitions)"
        ),
    ),
    "an empty outline": (
        Outlined(path=PATH, total=1, definitions=()),
        "src/cart.py, 1 line, no definitions",
    ),
    "a balance with problems": (
        balance(*PROBLEMS),
        "src/cart.go: 2 problems\n41:17 { has no partner\n88:1 } closes ( of 80:12",
    ),
    "a balance of what does not end": (
        balance(Problem("quote", Mark('"""', 3, 5)), Problem("comment", Mark("/*", 9, 1))),
        'src/cart.go: 2 problems\n3:5 """ does not end\n9:1 /* does not end',
    ),
    "a balance": (balance(), "src/cart.go: balanced"),
    "a balance where none was looked at": (
        Balanced(path=b"Makefile", total=9, balance=UNCHECKED),
        "Makefile: nothing to check",
    ),
    "a balance with pairs": (
        Balanced(
            path=PATH,
            total=90,
            balance=Balance(
                "python",
                "grammar",
                PROBLEMS[:1],
                (
                    Pair(Mark("{", 12, 5), Mark("}", 40, 1)),
                    Pair(Mark("<p>", 3, 1), Mark("</p>", 3, 9)),
                ),
                (Span(50, 52), Span(60, 60)),
            ),
        ),
        (
            "src/cart.py: 1 problem  (lines 50-52, 60 not parsed)\n"
            "41:17 { has no partner\n12:5 { 40:1 }\n3:1 <p> 3:9 </p>"
        ),
    ),
}
