/** The server accepts no more. It is a few sentences. */
const PASSAGE_MAX_CHARACTERS = 600;
/** Shortest selection that counts as a passage. A shorter one is a slip of the mouse. */
const PASSAGE_MIN_CHARACTERS = 3;

/**
 * Returns the words that the reader has selected in the article, with a line for each block and cell. Undefined if
 * there are none.
 */
export function readPassage(article: Element): string | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  if (!article.contains(selection.getRangeAt(0).commonAncestorContainer)) return undefined;
  const lines = selection.toString().split(/[\n\t]/);
  const passage = lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
  return passage.length < PASSAGE_MIN_CHARACTERS ? undefined : passage.slice(0, PASSAGE_MAX_CHARACTERS);
}

/** Path of the page that asks for feedback. Undefined if it doesn't, for example because no one is signed in. */
export function findReportedPage(): string | undefined {
  return document.querySelector<HTMLInputElement>('form.feedback > [name="page"]')?.value;
}
