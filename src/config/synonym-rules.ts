/** A rule for words or phrases of a query, with what to search for besides. */
export interface SynonymRule {
  words: string[];
  means: string[];
}

const ARROW = '=>';

/**
 * Parses `delete, remove, erase` (all equal) or `boss => manager, supervisor` (only the first also finds the others).
 * Returns an error message if the text is neither.
 */
export function parseSynonymRule(text: string): SynonymRule | string {
  const [left = [], right, more] = text.split(ARROW).map(splitWords);
  if (more !== undefined) return `has "${ARROW}" more than once`;
  if ([...left, ...(right ?? [])].includes('')) return 'has nothing between two commas';
  if (right === undefined && left.length < 2) return 'needs two words or more, separated by commas';
  const all = right === undefined ? left : [...left, ...right];
  const twice = all.find((word, index) => all.indexOf(word) !== index);
  if (twice !== undefined) return `has "${twice}" twice`;
  const silentWord = all.find((word) => !/[\p{L}\p{N}]/u.test(word));
  if (silentWord !== undefined) return `has "${silentWord}", which isn't a word`;
  return { words: left, means: right ?? left };
}

function splitWords(list: string): string[] {
  return list.split(',').map((word) => word.trim().toLowerCase().replace(/\s+/g, ' '));
}
