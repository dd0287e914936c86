"""The commands of `editjournal`, a module for each group of them."""
