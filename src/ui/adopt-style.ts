const adoptedStyles = new Set<string>();

/** Adds a style sheet to the page once, for a part that most pages don't show. */
export function adoptStyle(text: string): void {
  if (adoptedStyles.has(text)) return;
  adoptedStyles.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
