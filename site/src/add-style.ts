const added = new Set<string>();

/** For what is there only where scripts run: no page has the style before it is alive. `style`: text of a sheet. */
export function addStyle(style: string): void {
  if (added.has(style)) return;
  added.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
