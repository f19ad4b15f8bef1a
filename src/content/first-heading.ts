const FENCE = /^\s*(?:[-*+>]\s+|\d+[.)]\s+|>\s?)*(?<fence>`{3,}|~{3,})/;
/** Quote and list signs may stand before a heading's own. */
const ATX = /^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)*(?<signs>#{1,6})(?:\s|$)/;

/**
 * Level of the first Markdown heading of a document, found without parsing it: code fences and comments are
 * skipped, headings within lists and quotes count. Raw `<h1>` is no Markdown heading.
 */
export function firstHeadingLevel(body: string): number | undefined {
  let fence: string | undefined;
  let comment: string | undefined;
  let previous = '';
  for (const line of body.split('\n')) {
    if (comment !== undefined) {
      if (line.includes(comment)) comment = undefined;
      continue;
    }
    const opened = FENCE.exec(line)?.groups?.fence;
    if (fence !== undefined) {
      if (opened?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (opened !== undefined) {
      fence = opened;
      continue;
    }
    comment = openComment(line);
    const level = ATX.exec(line)?.groups?.signs?.length ?? underlined(previous, line);
    if (level !== undefined) return level;
    previous = line;
  }
  return undefined;
}

/** What ends the comment that this line leaves open. */
function openComment(line: string): string | undefined {
  const text = line.trimStart();
  if (text.startsWith('<!--') && !text.includes('-->')) return '-->';
  if (text.startsWith('{/*') && !text.includes('*/')) return '*/';
  return undefined;
}

function underlined(previous: string, line: string): number | undefined {
  const isText =
    previous.trim() !== '' && !/^\s*(?:[<|{]|:::|import\s|export\s|[-*_]{3,}\s*$)/.test(previous);
  if (!isText) return undefined;
  if (/^\s{0,3}=+\s*$/.test(line)) return 1;
  return /^\s{0,3}-+\s*$/.test(line) && !/^\s*(?:[-*+]|\d+[.)]|>)\s/.test(previous) ? 2 : undefined;
}
