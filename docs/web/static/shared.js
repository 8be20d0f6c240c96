// The code of the widgets lies in files that all pages share (docs/web/slim.py); put it in its place before they start.
(function () {
  "use strict";
  document.addEventListener("DOMContentLoaded", function () {
    for (var script of document.querySelectorAll('script[type="application/vnd.jupyter.widget-state+json"]')) {
      var told = JSON.parse(script.textContent);
      for (var model of Object.values(told.state)) for (var trait of ["_esm", "_css"]) {
        var name = String(model.state[trait] || "");
        if (name.startsWith("rulebook-code:")) model.state[trait] = window.rulebookCode[name.slice(14)];
      }
      script.textContent = JSON.stringify(told);
    }
  });
})();
