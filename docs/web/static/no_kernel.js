// In a page there is no Python behind a widget. What would go there is answered by a line with a way to where it runs.
(function () {
  "use strict";
})();
