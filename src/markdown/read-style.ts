import { readFileSync } from 'node:fs';

/**
 * Reads a style sheet that only articles with a certain element need, as one line: `new URL('./x.css', import.meta.url)`.
 * Builds notice when it changes, because the import graph follows such addresses.
 */
export function readStyle(file: URL): string {
  return (
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/\s*([{};])\s*/g, '$1')
      // A space after a colon or a comma means nothing, unlike one before a colon.
      .replace(/([:,]) /g, '$1')
      .replaceAll(';}', '}')
      .trim()
  );
}
