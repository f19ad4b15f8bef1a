/** Includes the entities for apostrophes that React and other servers use. */
const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&#x27;': "'",
};

/** Undoes `escapeHtml`. It is in a file of its own because every page loads `html.ts`. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27|#0?39);/g, (entity) => signs[entity] ?? entity);
}

/** The text of HTML, without its tags. */
export function readHtmlText(html: string): string {
  return unescapeHtml(html.replace(/<[^>]*>/g, ''));
}
