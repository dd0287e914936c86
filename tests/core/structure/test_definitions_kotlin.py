"""What Kotlin files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation, annotations and modifiers belong to what stands below them": (
        """
package a

// not documentation

/**
 * Of a cart.
 */
@Serializable
@Named("x")
internal data class Cart(
    val items: List<Int>,
) {
    /** The sum. */
    @JvmStatic fun total() = items.sum()
}
""",
        """
5-15@10 class Cart [comment, attributes]
  13-14@14 method total [comment, attributes]
""",
    ),
    "strings and comments that look like definitions are none": (
        '''
val a = "fun no() { ${list.map { "class Nor" }} }"
val b = """
    fun no() {
    }
"""
/* fun no() {
} /* class Nested */ */
// fun no() {}
fun yes() {
    println("}")
}
''',
        """
9-11 function yes
""",
    ),
    "properties count with accessors, which may stand on lines of their own": (
        """
class A {
    val plain = 1
    val p: Int
        get() = 1
    var q: Int = 0
        // of the getter
        @Ann
        get() {
            return field
        }
        private set
    val r get() = 2
}
val String.size2: Int
    get() = length
""",
        """
1-13 class A
  3-4 property p
  5-11 property q
  12-12 property r
14-15 property String.size2
""",
    ),
    "constructors, initializers and companions": (
        """
class A(val x: Int) {
    init {
        check(x > 0) { "fun no() {" }
    }
    /** From text. */
    constructor(text: String) : this(text.toInt()) {
        println(text)
    }
    companion object {
        fun of() = A(1)
    }
    companion object Named { }
}
""",
        """
1-13 class A
  2-4 constructor init
  5-8@6 constructor constructor [comment]
  9-11 object Companion
    10-10 method of
  12-12 object Named
""",
    ),
    "what extends a type has its name before its own": (
        """
fun String.shout(): String {
    return uppercase()
}
fun <T> List<T>.second() = this[1]
operator fun Point?.plus(other: Point) = other
""",
        """
1-3 function String.shout
4-4 function List.second
5-5 function Point.plus
""",
    ),
    "enums, interfaces, objects and aliases": (
        """
enum class Color(val rgb: Int) {
    RED(1) {
        override fun mix() = 1
    };
    abstract fun mix(): Int
}
sealed interface Shape {
    fun area(): Int
}
fun interface Run {
    fun run()
}
data object Nothing
object Registry : Base() {
    fun get() = 1
}
typealias Short = Int
typealias Long = Map<String,
    List<Int>>
""",
        """
1-6 enum Color
  3-3 method mix
  5-5 method mix
7-9 interface Shape
  8-8 method area
10-12 interface Run
  11-11 method run
13-13 object Nothing
14-16 object Registry
  15-15 method get
18-19 type Long
""",
    ),
    "lambdas count where they have a name and span lines": (
        """
val one = { a: Int -> a }
val many = { a: Int ->
    a + 1
}
val fn = fun(x: Int): Int {
    return x
}
val later by lazy {
    many(1)
}
val it = list.map {
    it + 1
}
val o = object : Runnable {
    override fun run() {
    }
}
""",
        """
2-4 function many
5-7 function fn
8-10 property later
14-17 object o
  15-16 method run
""",
    ),
    "functions nest, and a function in a class is a method": (
        """
class Outer {
    inner class In {
        fun deep() {
            fun local() {
                class Odd
            }
        }
    }
}
""",
        """
1-9 class Outer
  2-8 class In
    3-7 method deep
      4-6 function local
        5-5 class Odd
""",
    ),
    "names in backquotes and beyond ASCII": (
        """
@Test
fun `adds two (and more)`() {
}
fun größe(ñ: Int) = ñ
""",
        """
1-3@2 function `adds two (and more)` [attributes]
4-4 function größe
""",
    ),
    "lines end in CRLF": (
        """
/** Doc. */\r
class A {\r
\tfun a() {\r
\t}\r
}\r
""",
        """
1-5@2 class A [comment]
  3-4 method a
""",
    ),
    "documentation above a blank line belongs to nothing": (
        """
/** Stray. */

fun a() {}
/** Of b. */
fun b() {}
""",
        """
3-3 function a
4-5@5 function b [comment]
""",
    ),
    "a definition that does not parse is unsure, the next one is not": (
        """
fun broken( {
    val x = = 1
}

fun fine() {
}
""",
        """
1-3 function broken ?
5-6 function fine
""",
    ),
    "a header of several lines": (
        """
@Deprecated(
    "use b",
)
suspend fun <T : Any> a(
    x: T,
): T
    where T : Comparable<T> {
    return x
}
""",
        """
1-9@4 function a [attributes]
""",
    ),
    "classes and functions that the grammar takes for a chain of words": (
        """
@Ann
public abstract class Loader {
  public abstract fun load(): String

  public companion object {
    fun of() = 1
  }
}
@Ann
private fun Window.hide() {
  if (on) {
    Controller(this, view).run {
      behavior = Controller.SHOW
      hide(1)
    }
  } else {
    view.flags = 1
  }
}
""",
        """
1-8@2 class Loader [attributes]
  3-3 method load
  5-7 object Companion
    6-6 method of
9-19@10 function Window.hide [attributes]
""",
    ),
    "a class whose header does not parse is unsure": (
        """
internal class A
// between
private constructor() : B {
    fun a() = 1
}
""",
        """
1-1 class A ?
4-4 function a
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_kotlin(what: str) -> None:
    check(SAMPLES[what], "kotlin")
