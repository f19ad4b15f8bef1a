/** React and other servers escape apostrophes in ways of their own. */
const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&#x27;': "'",
};

/** The text that was escaped. Apart from what escapes, which every page loads. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27|#0?39);/g, (entity) => signs[entity] ?? entity);
}

/** What a reader sees of HTML: the text between its tags. */
export function textOfHtml(html: string): string {
  return unescapeHtml(html.replace(/<[^>]*>/g, ''));
}
