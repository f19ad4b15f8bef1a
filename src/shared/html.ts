const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Text as HTML: between tags, or as the value of an attribute in quotes of either kind. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign) : text;
}

/**
 * The same where all attributes are in double quotes, as in articles: apostrophes stay as `hast` leaves them, and
 * samples of code stay short.
 */
export function escapeArticleHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign) : text;
}

/** React and other servers escape apostrophes in ways of their own. */
const signs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(entities).map(([sign, entity]) => [entity, sign])),
  ...{ '&#x27;': "'", '&#39;': "'" },
};

/** The text that was escaped. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27|#0?39);/g, (entity) => signs[entity] ?? entity);
}

/** What a reader sees of HTML: the text between its tags. */
export function textOfHtml(html: string): string {
  return unescapeHtml(html.replace(/<[^>]*>/g, ''));
}
