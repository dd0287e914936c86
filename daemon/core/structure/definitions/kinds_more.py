"""Where definitions stand in the trees of the other languages."""

from collections.abc import Mapping

from .grammars import Grammar
from .kinds_data import DATA
from .kinds_scripts import SCRIPTS
from .kinds_typed import TYPED

MORE: Mapping[str, Grammar] = {**TYPED, **SCRIPTS, **DATA}
