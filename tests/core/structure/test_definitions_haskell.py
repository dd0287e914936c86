"""What Haskell files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "documentation, signature and clauses of one name are one": (
        """
{-# LANGUAGE X #-}
-- | Of the module
module A (f) where
import B

-- | Doc of f,
-- in two lines.
{-# INLINE f #-}
f :: Int
  -> Int
f 0 = 1
-- between
f n
  | n > 1 = 2
  | otherwise = 3

-- | Doc of g
g = 1
""",
        """
6-15@9 function f [comment]
17-18@18 function g [comment]
""",
    ),
    "strings and comments that look like definitions are none": (
        r"""
f = "g x = 1 \" \
  \g y = 2"
{- h x = 1
   {- i = 2 -}
-}
-- j x = 1
k = '"'
""",
        """
1-2 function f
7-7 function k
""",
    ),
    "local functions count where they span lines": (
        """
f n = go n
  where
    -- | Goes.
    go :: Int -> Int
    go 0 = 1
    go x =
      x
    one x = x
    z = 1
main = do
  let q x =
        x
      r = 2
  q r
""",
        """
1-9 function f
  3-7@4 function go [comment]
10-14 function main
  11-12 function q
""",
    ),
    "types": (
        """
data T a = A { x :: Int
  }
  | B
  deriving (Eq)
newtype N = N { un :: Int }
type S = String
type L =
  [Int]
data G a where
  G1 :: Int -> G Int
type family F a where
  F Int = Int
""",
        """
1-4 type T
5-5 type N
7-8 type L
9-10 type G
11-12 type F
""",
    ),
    "classes and instances": (
        """
-- | Can be shown.
class Eq a => C a where
  -- | How.
  m :: a -> Int
  default m :: a -> Int
  m _ = 1
instance Show a => C (Maybe a) where
  m x = x
  {-# INLINE m #-}
  k x | x = 1
      | otherwise = 2
""",
        """
1-6@2 class C [comment]
  3-6@4 method m [comment]
7-11 instance C (Maybe a)
  8-8 method m
  10-11 method k
""",
    ),
    "operators, before and between": (
        """
(<+>) :: Int -> Int -> Int
x <+> y = x
x `op` y = y
(f . g) x = f
(!) = f
""",
        """
1-2 function <+>
3-3 function op
4-4 function .
5-5 function !
""",
    ),
    "a signature of several names goes with the first": (
        """
a, b :: Int
a = 1
b = 2
(p, q) = (1, 2)
foreign import ccall "x" cx :: Int
""",
        """
1-2 function a
3-3 function b
4-4 function (p, q)
5-5 function cx
""",
    ),
    "clauses of two names in turn are definitions of their own": (
        """
f 0 = 1
g 0 = 1
f 1 = 2
""",
        """
1-1 function f
2-2 function g
3-3 function f
""",
    ),
    "blocks by indentation end at their last line": (
        """
main :: IO ()
main = do
  print 1
  if x
    then y
    else z
  -- in main

-- after main
next = 1
""",
        """
1-6 function main
10-10 function next
""",
    ),
    "lines end in CRLF": (
        """
-- | Doc.\r
f :: Int\r
f =\r
  1\r
""",
        """
1-4@2 function f [comment]
""",
    ),
    "names with primes and beyond ASCII": (
        """
f' x = "🎉"
größe = 1
_unused = '名'
""",
        """
1-1 function f'
2-2 function größe
3-3 function _unused
""",
    ),
    "a definition that does not parse is unsure, the one before is not": (
        """
fine = 1
broken x = f x)

other = 1
""",
        """
1-1 function fine
2-2 function broken ?
4-4 function other
""",
    ),
    "a blank line parts documentation from what follows": (
        """
-- | Stray.

f = 1
{- | Block
doc -}
g = 2
""",
        """
3-3 function f
4-6@6 function g [comment]
""",
    ),
    "families of data and instances that are derived": (
        """
-- | Many.
data family D a
deriving instance Show T
f = 1
""",
        """
1-2@2 type D [comment]
4-4 function f
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_haskell(what: str) -> None:
    check(SAMPLES[what], "haskell")
