"""What Ruby files define, with the answers written by hand."""

import pytest

from tests.core.structure.drawn import Sample, check

SAMPLES: dict[str, Sample] = {
    "comments directly above belong to what stands below them": (
        """
# frozen_string_literal: true

# Of the module.
module Shop
  # Of a cart,
  # in two lines.
  class Cart < Base
    attr_accessor :items

    # The sum.
    def total(a, *b, &c)
      1
    end

    # stray

    def show; end
  end
end
""",
        """
3-19@4 module Shop [comment]
  5-18@7 class Cart [comment]
    10-13@11 method total [comment]
    17-17 method show
""",
    ),
    "strings, heredocs and comments that look like definitions are none": (
        r"""
def yes
  s = "end #{k.map { |x| x }} def no"
  t = <<~EOS + <<-'RAW'
    def no
    end
  EOS
    class Nor
    end
  RAW
  u = %q(def no; end)
  v = /end|def no\}/
  :end
end
=begin
def no
end
=end

def also
end
__END__
def no
end
""",
        """
1-13 method yes
19-20 method also
""",
    ),
    "methods of all forms": (
        """
class A
  def self.made = new
  def q?; 1 end
  def set!(a)
    a
  end
  def ==(other) = true
  def []=(a, b)
  end
  def -@; end
  def value=(v); end
  def größe; end
  def thing.single
  end
end
""",
        """
1-15 class A
  2-2 method self.made
  3-3 method q?
  4-6 method set!
  7-7 method ==
  8-9 method []=
  10-10 method -@
  11-11 method value=
  12-12 method größe
  13-14 method thing.single
""",
    ),
    "a word before a method belongs to it": (
        """
class A
  # Hidden.
  private def a
    1
  end
  private_class_method def self.b
  end
  memoize def c = 1
  private

  def d
  end
end
""",
        """
1-13 class A
  2-5@3 method a [comment]
  6-7 method self.b
  8-8 method c
  11-12 method d
""",
    ),
    "names with colons and singleton classes": (
        """
class Shop::Cart < Struct.new(:a)
  class << self
    def made
    end
  end
  class Inner; end
end
module A::B; end
""",
        """
1-7 class Shop::Cart
  2-5 class << self
    3-4 method made
  6-6 class Inner
8-8 module A::B
""",
    ),
    "classes, modules and lambdas that a constant or a variable is bound to": (
        """
Point = Struct.new(:x, :y) do
  def sum
    x + y
  end
end
Failure = Class.new(StandardError)
Mixin = Module.new do
end
Data1 ||= Data.define(:a) { def b; end
}
add = lambda do |x|
  x
end
sub = ->(x) {
  x
}
one = ->(x) { x }
list = [1].map do |x|
  x
end
""",
        """
1-5 class Point
  2-4 method sum
7-8 module Mixin
9-10 class Data1
  9-9 method b
11-13 function add
14-16 function sub
""",
    ),
    "tests and tasks are calls with a block of many lines": (
        """
RSpec.describe Cart, "x" do
  let(:cart) do
    Cart.new
  end
  before { go }
  before(:each) do
    go
  end
  it "sums" do
    def helper; end
  end
  it("is one line") { go }
  context 'when "empty"' do
  end
end
namespace :db do
  # Builds.
  task :build => [:x] do
  end
  task clean: :x do
  end
end
""",
        """
1-15 test Cart
  2-4 function cart
  6-8 function before
  9-11 test sums
    10-10 method helper
  13-14 test when "empty"
16-22 namespace db
  17-19@18 function build [comment]
  20-21 function clean
""",
    ),
    "methods that are defined by a call": (
        """
class A
  define_method(:dyn) do |x|
    x
  end
  define_method("two_#{x}") { |x|
    x
  }
  items.each do |x|
    go
  end
end
""",
        """
1-11 class A
  2-4 method dyn
  5-7 method two_#{x}
""",
    ),
    "methods nest, also in conditions": (
        """
if x
  def a
    def b
    end
  end
end
begin
  class C
  rescue
  end
end
""",
        """
2-5 method a
  3-4 method b
8-10 class C
""",
    ),
    "lines end in CRLF": (
        """
# Doc.\r
class A\r
\tdef a\r
\tend\r
end\r
""",
        """
1-5@2 class A [comment]
  3-4 method a
""",
    ),
    "rescue, ensure and a loop with an end of its own": (
        """
def a
  while x do
    y if z
  end
rescue => e
  b
ensure
  c
end
def d = (e; f)
""",
        """
1-9 method a
10-10 method d
""",
    ),
    "a definition that does not parse is unsure": (
        """
def fine
end
class Broken
  def a(
    1
  end
end
""",
        """
1-2 method fine
3-7 class Broken ?
  4-6 method a ?
""",
    ),
    "the first line of a script is no documentation": (
        """
#!/usr/bin/env ruby
def a
end
#--
def b; end
""",
        """
2-3 method a
4-5@5 method b [comment]
""",
    ),
    "one-line blocks and blocks of other calls are none": (
        """
it("a") { b }
list.each do |x|
  def kept; end
end
subject { 1 }
configure do |c|
  c.a = 1
end
""",
        """
3-3 method kept
""",
    ),
}


@pytest.mark.parametrize("what", SAMPLES)
def test_ruby(what: str) -> None:
    check(SAMPLES[what], "ruby")
