"""Front ends for notebooks: a table to play on, drawn from the rules and never holding one."""

from rulebook_widgets.table import Table

__all__ = ["Table"]
