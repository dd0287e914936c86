"""Languages without a grammar: brackets, indentation and headings."""
