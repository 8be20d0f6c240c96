"""What every game shares: chance, the game protocol, rules, odds, card sheets, play."""
