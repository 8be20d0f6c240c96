"""Formulas as MathML, which browsers draw themselves: the site needs no script and no fonts for them."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx


def inline(writer: Any, node: nodes.math) -> None:
    """A formula in a line."""
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def block(writer: Any, node: nodes.math_block) -> None:
    """A formula of its own."""
    writer.body.append(f'<div class="wide-formula">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
