import { SEARCH_SNIPPET_WORDS } from '../../config/constants.ts';

/** Whether a list such as `['hierarchy', 'content']`, `['*']` or `['*', '-anchor']` names this attribute. */
export function matchesAttribute(list: readonly string[], path: string): boolean {
  const names = (entry: string) => entry === path || path.startsWith(`${entry}.`);
  if (list.some((entry) => entry.startsWith('-') && names(entry.slice(1)))) return false;
  return list.some((entry) => entry === '*' || names(entry));
}

/** Reads `['content:10', 'hierarchy.lvl1:5', '*']`: the words to show of an attribute, or none to show. */
export function snippetLengths(list: readonly string[]): (path: string) => number | undefined {
  const entries = list.map((entry) => {
    const colon = entry.lastIndexOf(':');
    const length = Number(entry.slice(colon + 1));
    const hasLength = colon !== -1 && Number.isInteger(length) && length > 0;
    return {
      name: hasLength ? entry.slice(0, colon) : entry,
      length: hasLength ? Math.min(length, 200) : SEARCH_SNIPPET_WORDS,
    };
  });
  return (path) => {
    const own = entries.find((entry) => entry.name === path);
    const inherited = entries.find((entry) => entry.name === '*' || path.startsWith(`${entry.name}.`));
    return (own ?? inherited)?.length;
  };
}
