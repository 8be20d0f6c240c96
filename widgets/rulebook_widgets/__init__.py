"""Front ends for notebooks: a table to play on, odds to look at; drawn from the rules and never holding one."""

from rulebook_widgets.odds_chart import OddsChart
from rulebook_widgets.table import Table
from rulebook_widgets.what_if import Choice, Dial, WhatIf

__all__ = ["Choice", "Dial", "OddsChart", "Table", "WhatIf"]
