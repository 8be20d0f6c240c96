// Keep Jupyter widgets working in a static page with no CDN. Load after require.js and before embed-amd.js.
(function () {
  var here = document.currentScript.src.replace(/[^/]*$/, "") + "widgets/";
  requirejs.config({ paths: {
    anywidget: here + "anywidget",                                     // the anywidget runtime
    "@jupyter-widgets/html-manager/dist": here.slice(0, -1),           // fonts of the widget controls
  } });
  // ipywidgets still calls the MathJax 2 API; answer it with MathJax 3
  window.addEventListener("load", function () {
    if (window.MathJax && !window.MathJax.Hub)
      window.MathJax.Hub = { Queue: function (c) { if (MathJax.typesetPromise) MathJax.typesetPromise([c[2]]); } };
  });
})();
