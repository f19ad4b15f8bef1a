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
export function symptomsOf(document: string): { title: string; symptoms: Symptom[] } {
  const title = /^title: *["']?(.*?)["']? *$/m.exec(document)?.[1] ?? '';
  const symptoms: Symptom[] = [];
  let anchor = '';
  let fence = false;
  let inTable = false;
  for (const line of document.split('\n')) {
    if (/^\s*```/.test(line)) fence = !fence;
    if (fence) continue;
    const found = /^#{2,5} +(.*?)(?: *\{#([^}]+)\})? *$/.exec(line);
    if (found) anchor = found[2] ?? slugOf(found[1] ?? '');
    if (heads.test(line)) inTable = true;
    else if (!line.startsWith('|')) inTable = false;
    else if (inTable && !/^\|[-:| ]+$/.test(line)) symptoms.push(rowOf(line, anchor));
  }
  return { title, symptoms };
}

function rowOf(line: string, anchor: string): Symptom {
  const [symptom = '', cause = ''] = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => withoutLinks(cell.trim()));
  // A status of the REST API, a code, or quoted words.
  const found = /^(\d{3})\b|`([^`]+)`|"([^"]+)"/.exec(symptom);
  const key = found?.slice(1).find((part) => part !== undefined);
  return { symptom, cause, anchor, ...(key !== undefined && { message: key }) };
}

/** Their addresses hold from another page only. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[((?:[^\]`]|`[^`]*`)*)\]\([^)]*\)/g, '$1');
}

/** Of a heading without an id of its own, as the build makes it. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
