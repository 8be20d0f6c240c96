// What scrolls by itself can be reached by Tab, so that arrow keys scroll it; what fits is no stop on the way.
(function () {
  "use strict";
  const SCROLLS = "pre, .inside, .table-wrapper, .wide, .drawn, .cell_output .output";
  const mark = (el) => {
    const scrolls = el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1;
    if (scrolls && !el.hasAttribute("tabindex")) {
      el.tabIndex = 0;
      el.dataset.scrolls = "";
    } else if (!scrolls && "scrolls" in el.dataset) {
      el.removeAttribute("tabindex");
      delete el.dataset.scrolls;
    }
  };
  const sizes = new ResizeObserver((entries) => entries.forEach((e) => mark(e.target)));
  const find = (root) => {
    if (root.matches && root.matches(SCROLLS)) sizes.observe(root);
    root.querySelectorAll(SCROLLS).forEach((el) => sizes.observe(el));
  };
  find(document);
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.nodeType === 1) find(node);
  }).observe(document.body, { childList: true, subtree: true });
})();
