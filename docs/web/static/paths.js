// Keep Jupyter widgets working in a static page with no CDN. Load after require.js and before embed-amd.js.
(function () {
  var here = document.currentScript.src.replace(/[^/]*$/, "") + "widgets/";
  requirejs.config({ paths: {
    anywidget: here + "anywidget",                                     // the anywidget runtime
    "@jupyter-widgets/html-manager/dist": here.slice(0, -1),           // fonts of the widget controls
  } });
})();
