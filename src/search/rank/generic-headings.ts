/** Headings that stand on many pages, and say how a page is made rather than what a place is about. */
const generic = new Set([
  'parameters',
  'request',
  'answer',
  'response',
  'example',
  'examples',
  'errors',
  'return value',
  'returns',
  'what goes wrong',
  'what can go wrong',
  'before you start',
  'overview',
]);
/** Under these stand the titles of other pages. */
const links = new Set(['see also', 'related', 'related pages', 'next steps', 'further reading']);

/** `heading`: its words, as the index has them. */
export function genericHeading(heading: readonly string[]): 'links' | 'generic' | undefined {
  const text = heading.join(' ');
  if (links.has(text)) return 'links';
  return generic.has(text) ? 'generic' : undefined;
}
