"""The nouns: values, facts, messages and the tools' arguments. Imports msgspec only."""
