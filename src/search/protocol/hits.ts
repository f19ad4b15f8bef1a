import { SEARCH_SNIPPET_WORDS } from '../../config/constants.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { SearchRecord } from '../index/record.ts';
import type { Highlighter } from './highlight.ts';
import type { SearchQuestion } from './request.ts';
import { type Hit, type Level, levels } from './wire.ts';

const plainAttributes = [
  'type',
  'url',
  'url_without_anchor',
  'anchor',
  'language',
  'docusaurus_tag',
] as const;

/**
 * Prepares the attributes that a request asks for, once for all hits. `passagesOf` returns the text below a heading, which
 * becomes the snippet of the heading, to show what it is about and why it was found.
 */
export function createHitMaker(
  request: SearchQuestion,
  highlighter: Highlighter,
): (record: SearchRecord, passagesOf: () => readonly string[]) => Hit {
  const isRetrieved = (path: string) => matchesAttribute(request.attributesToRetrieve, path);
  const plain = plainAttributes.filter(isRetrieved);
  const retrieved = createTexts((path) => (isRetrieved(path) ? escapeHtml : undefined));
  const lengths = readSnippetLengths(request.attributesToSnippet);
  const snippets = createTexts((path) => {
    const length = lengths(path);
    return length && ((text: string) => highlighter.writeSnippet(text, length, request.snippetEllipsisText));
  });
  const highlights = createTexts((path) =>
    matchesAttribute(request.attributesToHighlight, path) ? highlighter.highlight : undefined,
  );
  return (record, passagesOf) => {
    const hit: Hit = { objectID: record.objectID };
    for (const name of plain) hit[name] = record[name];
    assignTexts(hit, record, retrieved, true);
    const snippetTexts: Record<string, unknown> = {};
    assignTexts(snippetTexts, record, snippets, false);
    const passage = snippets.content && chooseRelevantPassage(record, passagesOf, highlighter);
    if (snippets.content && passage !== undefined) snippetTexts.content = snippets.content(passage);
    if (Object.keys(snippetTexts).length > 0) hit._snippetResult = snippetTexts;
    const markedFields: Record<string, unknown> = {};
    assignTexts(markedFields, record, highlights, false);
    if (Object.keys(markedFields).length > 0) hit._highlightResult = markedFields;
    return hit;
  };
}

/**
 * The passage below a heading with the most words of the query. The first one wins, without a comparison if the heading
 * has all words and so shows itself why it was found.
 */
function chooseRelevantPassage(
  { content, hierarchy }: SearchRecord,
  passagesOf: () => readonly string[],
  { hasAllWords, countMatchedWords }: Highlighter,
): string | undefined {
  if (content !== null) return undefined;
  const heading = levels.findLast((level) => hierarchy[level] !== null);
  if (hasAllWords(hierarchy[heading ?? 'lvl1'] ?? '')) return passagesOf()[0];
  let [best, most]: [string | undefined, number] = [undefined, -1];
  for (const passage of passagesOf()) {
    const matchedWords = countMatchedWords(passage);
    if (matchedWords > most) [best, most] = [passage, matchedWords];
  }
  return best;
}

/** Formats those texts of a record that are shown. */
interface ShownTexts {
  levels: { level: Level; show: Show }[];
  content?: Show;
}
type Show = (text: string) => unknown;

function createTexts(showOf: (path: string) => Show | undefined | 0): ShownTexts {
  const content = showOf('content');
  return {
    levels: levels.flatMap((level) => {
      const show = showOf(`hierarchy.${level}`);
      return show ? [{ level, show }] : [];
    }),
    ...(content && { content }),
  };
}

/** Adds the shown texts of a record to `target`: levels of its hierarchy, and its content. */
function assignTexts(
  target: Record<string, unknown>,
  record: SearchRecord,
  texts: ShownTexts,
  withNull: boolean,
): void {
  const hierarchy: Partial<Record<Level, unknown>> = {};
  let isEmpty = true;
  for (const { level, show } of texts.levels) {
    const text = record.hierarchy[level];
    if (text === null && !withNull) continue;
    hierarchy[level] = text === null ? null : show(text);
    isEmpty = false;
  }
  if (!isEmpty) target.hierarchy = hierarchy;
  if (texts.content && (record.content !== null || withNull)) {
    target.content = record.content === null ? null : texts.content(record.content);
  }
}

/** Whether a list such as `['hierarchy', 'content']`, `['*']` or `['*', '-anchor']` includes this attribute. */
function matchesAttribute(list: readonly string[], path: string): boolean {
  const namesPath = (entry: string) => entry === path || path.startsWith(`${entry}.`);
  if (list.some((entry) => entry.startsWith('-') && namesPath(entry.slice(1)))) return false;
  return list.some((entry) => entry === '*' || namesPath(entry));
}

/** Parses `['content:10', 'hierarchy.lvl1:5', '*']`: the number of words to show of an attribute. */
function readSnippetLengths(list: readonly string[]): (path: string) => number | undefined {
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
    const exactEntry = entries.find((entry) => entry.name === path);
    const inherited = entries.find((entry) => entry.name === '*' || path.startsWith(`${entry.name}.`));
    return (exactEntry ?? inherited)?.length;
  };
}
