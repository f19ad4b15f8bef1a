import { readFileSync } from 'node:fs';

/**
 * Reads a style sheet that only articles with a certain element need, as one line. Write its address as a URL from
 * `import.meta.url`: the import graph follows such addresses, so builds notice when the file changes.
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
