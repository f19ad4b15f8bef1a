/** A row of a table of what goes wrong. Symptom and cause are Markdown without links. */
export interface Symptom {
  symptom: string;
  cause: string;
  /** Markdown, with links as the article has them. */
  remedy: string;
  /** Id of the heading above the table. */
  anchor: string;
  /**
   * A code or quoted words in the symptom, by which readers look it up. A status of the REST API says too little: its
   * causes are on the page of the error messages.
   */
  message?: string;
}

const heads = /^\| *(?:What you see|Answer) *\| *(?:Likely cause|Cause) *\|/;

/** The rows of all tables of what goes wrong in a document, with its title. */
export function readSymptoms(document: string): { title: string; symptoms: Symptom[] } {
  const title = /^title: *["']?(.*?)["']? *$/m.exec(document)?.[1] ?? '';
  const symptoms: Symptom[] = [];
  let anchor = '';
  let isInFence = false;
  let isInTable = false;
  for (const line of document.split('\n')) {
    if (/^\s*```/.test(line)) isInFence = !isInFence;
    if (isInFence) continue;
    const heading = /^#{2,5} +(.*?)(?: *\{#([^}]+)\})? *$/.exec(line);
    if (heading) anchor = heading[2] ?? makeSlug(heading[1] ?? '');
    if (heads.test(line)) isInTable = true;
    else if (!line.startsWith('|')) isInTable = false;
    else if (isInTable && !/^\|[-:| ]+$/.test(line)) symptoms.push(readRow(line, anchor));
  }
  return { title, symptoms };
}

function readRow(line: string, anchor: string): Symptom {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  const [symptom = '', cause = ''] = cells.map((cell) => removeLinks(cell.trim()));
  const remedy = cells[2]?.trim() ?? '';
  const match = /^\d{3}\b/.test(symptom) ? undefined : /`([^`]+)`|"([^"]+)"/.exec(symptom);
  const key = match?.slice(1).find((part) => part !== undefined);
  return { symptom, cause, remedy, anchor, ...(key !== undefined && { message: key }) };
}

/** Links in symptom and cause would compete with the one that leads to the section. */
function removeLinks(markdown: string): string {
  return replaceLinks(markdown, (words) => words);
}

/** Markdown with each of its links replaced by what the function makes of it. */
export function replaceLinks(markdown: string, replace: (words: string, target: string) => string): string {
  return markdown.replace(/\[((?:[^\]`]|`[^`]*`)*)\]\(([^)]*)\)/g, (_link, words: string, target: string) =>
    replace(words, target),
  );
}

/** Id of a heading without its own, as the build makes it. */
function makeSlug(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
