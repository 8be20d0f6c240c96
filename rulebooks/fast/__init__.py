"""Faster answers to single questions; each has a slow twin that walks the rules, and tests hold them equal."""
