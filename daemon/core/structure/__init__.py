"""What stands where in a text: definitions, elements, brackets. Pure; `outlining` begins it."""
