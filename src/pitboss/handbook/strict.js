// The search of the site puts a style element into its shadow root, which the content security
// policy forbids. A style sheet that is adopted instead is allowed.
const appendChild = ShadowRoot.prototype.appendChild;
ShadowRoot.prototype.appendChild = function (node) {
  if (!(node instanceof HTMLStyleElement)) return appendChild.call(this, node);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(node.textContent);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
  return node;
};
