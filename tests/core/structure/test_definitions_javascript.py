"""What JavaScript and TypeScript files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

JAVASCRIPT: dict[str, Sample] = {
    "a function of an expression is called by what it is bound to": (
        """
const a = () => {
};
let b = function () {
}, c = async function* named() {
};
module.exports.d = (x) => {
};
const o = {
  e: function () {
  },
  'f': async () => {
  },
};
""",
        """
1-2 function a
3-4 function b
4-5 function c
6-7 function module.exports.d
9-10 function e
11-12 function f
""",
    ),
    "in one line, or bound to nothing, it is none": (
        """
const a = (x) => x + 1;
items.map((i) => {
  return i;
});
const b = items.filter(function (i) {
  return i;
});
""",
        "",
    ),
    "a function of an expression with a name of its own counts": (
        """
setTimeout(function tick() {
  go();
}, 1);
(function main() {
})();
""",
        """
1-3 function tick
4-5 function main
""",
    ),
    "export and what is declared by it are one": (
        """
export function a() {}
export const b = () => {
};
export default function () {
}
export class C {}
""",
        """
1-1 function a
2-3 function b
4-5 function default
6-6 class C
""",
    ),
    "a documentation comment right above belongs to it; others do not": (
        """
/** of a */
function a() {}

/** of nobody */

function b() {}
// a note
function c() {}
x(); /** trailing */
function d() {}
/**
 * of e
 */
// note
export async function e() {}
""",
        """
1-2@2 function a [comment]
6-6 function b
8-8 function c
10-10 function d
11-15@15 function e [comment]
""",
    ),
    "every sort of method": (
        """
class A extends B {
  static #count = 0;
  constructor() { super(); }
  get x() { return 1; }
  set x(v) { }
  static async *gen() {}
  #secret() {}
  'quoted name'() {}
  [Symbol.iterator]() {}
  handler = (e) => {
    go(e);
  };
  static {
    A.ready();
  }
}
""",
        """
1-16 class A
  3-3 constructor constructor
  4-4 method x
  5-5 method x
  6-6 method gen
  7-7 method #secret
  8-8 method quoted name
  9-9 method [Symbol.iterator]
  10-12 method handler
  13-15 block static
""",
    ),
    "strings, templates, comments and regular expressions define nothing": (
        """
// function no() {}
/* class No {} */
const s = "function no() {";
const t = `function no() { ${x ? `class No { ${y}` : '}'} `;
const r = /function no\\(\\) [{}"'`]/g;
function yes() { return t; }
""",
        """
6-6 function yes
""",
    ),
    "functions nest, and a class may be an expression": (
        """
function outer() {
  function* inner() {
    const deep = () => {
      return 1;
    };
  }
  return inner;
}
const K = class Named extends Base {
  m() {}
};
""",
        """
1-8 function outer
  2-6 function inner
    3-5 function deep
9-11 class K
  10-10 method m
""",
    ),
    "what memo and its like make of a function is the function": (
        """
export const App = React.memo(forwardRef((props, ref) => {
  return null;
}));
const save = useCallback(async () => {
}, []);
""",
        """
1-3 function App
4-5 function save
""",
    ),
    "tests are called by their titles": (
        """
describe("cart", () => {
  it.only('adds up', async function () {
    go();
  });
  test("one line", () => go());
  test.each([1])(`each %d`, (n) => {
    go(n);
  });
  beforeEach(() => {
    go();
  });
});
""",
        """
1-12 test cart
  2-4 test adds up
  6-8 test each %d
""",
    ),
    "a decorator and a comment above it": (
        """
/** doc */
@tag("x-a")
// why
@final
class A {
  @observable
  @other() m() {}
  @Input()
  handler = () => {
  };
}
""",
        """
1-11@5 class A [comment, decorators]
  6-7@7 method m [decorators]
  8-10@9 method handler [decorators]
""",
    ),
    "CRLF, tabs, and characters beyond U+FFFF": (
        (
            '\r\n/** 😀 */\r\nfunction 名前() {\r\n\treturn "𠀀\u2028";\r\n}\r\n'
            "const b = () => {\r\n};\r\n"
        ),
        """
2-5@3 function 名前 [comment]
6-7 function b
""",
    ),
    "all of it in one line": (
        "function a(){return 1}function b(){const c=function(){}}class D{e(){}}",
        """
1-1 function a
1-1 function b
1-1 class D
  1-1 method e
""",
    ),
    "where a bracket is missing it is unsure": (
        """
function good() {
  return 1;
}
function bad() {
  if (a) {
  return 1;
}
""",
        """
1-3 function good
4-7 function bad ?
""",
    ),
}

TYPESCRIPT: dict[str, Sample] = {
    "interfaces, enums, namespaces and types that span lines": (
        """
export interface I<T> extends J {
  m(x: T): void;
  p: string;
}
enum E { A, B }
declare const enum F { A }
namespace N.M {
  export function f() {}
}
type Short = string;
type Long = {
  a: 1;
};
""",
        """
1-4 interface I
  2-2 signature m
5-5 enum E
6-6 enum F
7-9 namespace N.M
  8-8 function f
11-13 type Long
""",
    ),
    "abstract methods and overloads are signatures of their own": (
        """
export abstract class A<T> {
  abstract area(): number;
  over(a: string): void;
  over(a: number): void;
  over(a: any) {
  }
}
function f(a: string): void;
function f(a: any) { }
""",
        """
1-7 class A
  2-2 signature area
  3-3 signature over
  4-4 signature over
  5-6 method over
8-8 signature f
9-9 function f
""",
    ),
    "decorators stand above classes, methods and bound functions": (
        """
@Component({
  selector: "app",
})
export class App {
  @Input() name: string;
  @HostListener("x", ["$event"])
  onX(e: Event): void {
  }
  /** doc */
  @Output()
  private readonly handler = async (e: Event): Promise<void> => {
    go(e);
  };
}
""",
        """
1-14@4 class App [decorators]
  6-8@7 method onX [decorators]
  9-13@11 method handler [comment, decorators]
""",
    ),
    "type parameters, type guards and casts are no definitions": (
        """
export const pick = <T extends { a: () => void }, K extends keyof T>(
  x: T,
): x is T & { b: 1 } => {
  return (x as unknown) as T;
};
let g: (a: () => void) => { b: string };
""",
        """
1-5 function pick
""",
    ),
    "what is declared for others": (
        """
declare module "foo" {
  export function bar(): void;
}
declare global {
  interface Window { x: number }
}
declare function alone(a: string): void;
""",
        """
1-3 namespace "foo"
  2-2 signature bar
5-5 interface Window
7-7 signature alone
""",
    ),
    "a constructor with parameters that are fields": (
        """
class A {
  constructor(
    private readonly x: number,
    public y = () => {},
  ) {
    super();
  }
  get z(): number { return this.x!; }
}
""",
        """
1-9 class A
  2-7 constructor constructor
  8-8 method z
""",
    ),
    "a function under a type assertion is bound all the same": (
        """
const a = (() => {
}) as Handler;
const b = function () {
} satisfies Handler;
const c = (async () => {
})!;
""",
        """
1-2 function a
3-4 function b
5-6 function c
""",
    ),
    "a documentation comment above an exported interface": (
        """
/**
 * @example interface Fake {}
 */
export default interface Real {
  a: string;
}
""",
        """
1-6@4 interface Real [comment]
""",
    ),
    "an object with methods": (
        """
export default {
  name: "x",
  data(): Data { return {}; },
  methods: {
    async go<T>(x: T) {
    },
  },
};
""",
        """
3-3 method data
5-6 method go
""",
    ),
    "template literal types and strings define nothing": (
        """
type Css = `class ${string} {`;
const x = `interface No { ${a satisfies string} }`;
export function yes(s: `enum ${number} {}`) {
}
""",
        """
3-4 function yes
""",
    ),
    "CRLF, and a class beyond ASCII": (
        "\r\nexport class Größe<T> {\r\n\tläuft(): void {\r\n\t}\r\n}\r\ntype 型 = {\r\n};\r\n",
        """
2-5 class Größe
  3-4 method läuft
6-7 type 型
""",
    ),
    "where a parenthesis is missing it is unsure": (
        """
class A {
  good(): void {}
  bad(): void {
    go((1);
  }
}
class B {}
""",
        """
1-6 class A ?
  2-2 method good
  3-5 method bad ?
7-7 class B
""",
    ),
}

JSX: dict[str, Sample] = {
    "a component, whose text has brackets, and handlers in its elements": (
        """
export const App = ({ a }) => {
  const onClick = () => {
    go();
  };
  return (
    <div onClick={() => {
      go();
    }}>
      {a.map((x) => <li key={x}>{`${x} }`}</li>)}
      <p>text function no() {"{"} it's</p>
    </div>
  );
};
export default function Page() { return <App a={[1]} />; }
""",
        """
1-13 function App
  2-4 function onClick
14-14 function Page
""",
    ),
    "a component that renders functions": (
        """
class List extends Component {
  render() {
    return <Each of={this.items}>
      {function Item(x) {
        return <></>;
      }}
    </Each>;
  }
}
""",
        """
1-9 class List
  2-8 method render
    4-6 function Item
""",
    ),
}


def ids(samples: dict[str, Sample], *languages: str) -> list[tuple[str, str]]:
    return [(what, language) for what in samples for language in languages]


@pytest.mark.parametrize(
    ("what", "language"), ids(JAVASCRIPT, "javascript", "jsx", "typescript", "tsx")
)
def test_javascript(what: str, language: str) -> None:
    check(JAVASCRIPT[what], language)


@pytest.mark.parametrize(("what", "language"), ids(TYPESCRIPT, "typescript", "tsx"))
def test_typescript(what: str, language: str) -> None:
    check(TYPESCRIPT[what], language)


@pytest.mark.parametrize(("what", "language"), ids(JSX, "javascript", "jsx", "tsx"))
def test_jsx(what: str, language: str) -> None:
    check(JSX[what], language)
