/** The page's style rules as text, for a frame that has none. Fonts stay behind, which the frame may not fetch. */
export function pageRules(): string {
  return [...document.styleSheets, ...document.adoptedStyleSheets]
    .flatMap(rulesOf)
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText)
    .join('\n');
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // Of another origin.
    return [];
  }
}
