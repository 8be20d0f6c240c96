// Building blocks for all widgets. Everything a sheet, a save or a player wrote is set as text, never as markup.

export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) el.style.setProperty(name, value);
    else el.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(2)) {
    if (child === false || child === null || child === undefined || child === "") continue;
    el.append(child instanceof Node ? child : String(child));
  }
  return el;
}

// Text from outside, kept from turning its neighbours round when it is written right to left.
export const said = (text, cls) => h("bdi", { class: cls }, text);

// For ears only.
export const heard = (text) => h("span", { class: "vh" }, text);

// One panel over the page, for citations: Esc or a click elsewhere closes it, and the focus goes back.
export function popover(root) {
  const panel = h("div", { class: "pop", popover: "auto", role: "dialog", tabindex: "-1" });
  let anchor = null;
  const native = typeof panel.showPopover === "function";
  const close = () => (native ? panel.matches(":popover-open") && panel.hidePopover() : (panel.hidden = true));
  panel.hidden = !native;
  panel.addEventListener("toggle", (event) => {
    const lost = document.activeElement === document.body || panel.contains(document.activeElement);
    if (event.newState === "closed" && lost && anchor && anchor.isConnected) anchor.focus();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      if (anchor && anchor.isConnected) anchor.focus();
    }
  });
  root.append(panel);
  function open(at, label, ...content) {
    close();
    anchor = at;
    panel.setAttribute("aria-label", label);
    panel.replaceChildren(...content, h("button", { class: "quiet", onclick: () => { close(); anchor.focus(); } }, "Close"));
    panel.hidden = false;
    if (native) panel.showPopover();
    const box = at.getBoundingClientRect(), mine = panel.getBoundingClientRect();
    const below = box.bottom + 6 + mine.height <= window.innerHeight;
    panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - mine.width - 8))}px`;
    panel.style.top = `${Math.max(8, below ? box.bottom + 6 : box.top - mine.height - 6)}px`;
    panel.focus();
  }
  return { open, close, panel };
}

// What a citation opens: the rule in our words, where it is printed, and what we decided where the print is silent.
export function ruleText(rule) {
  const house = rule.kind === "house";
  return h("div", { class: "rule" },
    h("p", { class: "rt" }, h("b", {}, said(rule.cite)), house && h("span", { class: "cite" }, "our ruling")),
    h("p", {}, said(rule.text)),
    rule.where && h("p", { class: "hint" }, "In the rulebook: ", said(rule.where), ` (${rule.edition})`),
    rule.rulings.map((r) => h("div", { class: "ruling" },
      h("p", {}, h("span", { class: "cite" }, `${r.id} ruling`), " ", said(r.text)),
      h("p", { class: "hint" }, "Why: ", said(r.why)),
      r.option && h("p", { class: "hint" }, `The option “${r.option}” switches it.`))));
}
