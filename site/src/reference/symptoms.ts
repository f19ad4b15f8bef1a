/** A row of a table of what goes wrong. Symptom and cause are Markdown without links. */
export interface Symptom {
  symptom: string;
  cause: string;
  /** Id of the heading above the table. */
  anchor: string;
  /** A status, a code or quoted words in the symptom, by which readers look it up. */
  message?: string;
}

const heads = /^\| *(?:What you see|Answer) *\| *(?:Likely cause|Cause) *\|/;

/** The rows of all tables of what goes wrong in a document, with its title. */
export function readSymptoms(document: string): { title: string; symptoms: Symptom[] } {
  const title = /^title: *["']?(.*?)["']? *$/m.exec(document)?.[1] ?? '';
  const symptoms: Symptom[] = [];
  let anchor = '';
  let fence = false;
  let inTable = false;
  for (const line of document.split('\n')) {
    if (/^\s*```/.test(line)) fence = !fence;
    if (fence) continue;
    const heading = /^#{2,5} +(.*?)(?: *\{#([^}]+)\})? *$/.exec(line);
    if (heading) anchor = heading[2] ?? makeSlug(heading[1] ?? '');
    if (heads.test(line)) inTable = true;
    else if (!line.startsWith('|')) inTable = false;
    else if (inTable && !/^\|[-:| ]+$/.test(line)) symptoms.push(readRow(line, anchor));
  }
  return { title, symptoms };
}

function readRow(line: string, anchor: string): Symptom {
  const [symptom = '', cause = ''] = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => withoutLinks(cell.trim()));
  // A status of the REST API, a code, or quoted words.
  const match = /^(\d{3})\b|`([^`]+)`|"([^"]+)"/.exec(symptom);
  const key = match?.slice(1).find((part) => part !== undefined);
  return { symptom, cause, anchor, ...(key !== undefined && { message: key }) };
}

/** Their addresses hold from another page only. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[((?:[^\]`]|`[^`]*`)*)\]\([^)]*\)/g, '$1');
}

/** Id of a heading without its own, as the build makes it. */
function makeSlug(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
