const added = new Set<string>();

/**
 * Adds a style sheet for parts that only exist with scripts, so that pages load without it. `style` is the
 * text of the sheet.
 */
export function addStyle(style: string): void {
  if (added.has(style)) return;
  added.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
