"""The site: Sphinx, myst-nb and furo over the pages of docs/, the notebooks, and pages that are made for it."""
