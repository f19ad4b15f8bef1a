import { unescapeHtml } from '../../shared/unescape-html.ts';

/** A result as the server sends it: all texts are escaped HTML with marked words. */
export interface AnsweredHit extends Record<string, unknown> {
  objectID: string;
  type: string;
  url: string;
  hierarchy: Record<string, string | null>;
  content: string | null;
  _snippetResult?: { hierarchy?: Record<string, { value: string }>; content?: { value: string } };
  _highlightResult?: { hierarchy?: Record<string, { value: string }> };
}

/** An item of the list: a result, or one opened or starred earlier. */
export interface SearchItem extends Record<string, unknown> {
  objectID: string;
  url: string;
  section: string;
  /** HTML of the title. */
  title: string;
  /** HTML of the location on the site. */
  path: string;
  /** HTML of the text below a heading that doesn't show by itself why it was found. */
  passage?: string | undefined;
  kind: 'page' | 'heading' | 'text';
  stored: StoredHit;
  queryID?: string;
}

/** A stored result, in plain text. */
export interface StoredHit {
  objectID: string;
  url: string;
  title: string;
  path: string;
}

const SEPARATOR = ' › ';
const levels = ['lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

export function createItem(hit: AnsweredHit, queryID?: string): SearchItem {
  const levelsAbove = levels.filter((level) => hit.hierarchy[level]);
  const markLevel = (level: string) =>
    hit._highlightResult?.hierarchy?.[level]?.value ?? hit.hierarchy[level] ?? '';
  const readLevel = (level: string) => unescapeHtml(hit.hierarchy[level] ?? '');
  const ownLevel = levelsAbove.at(-1) ?? 'lvl1';
  const isText = hit.type === 'content';
  const title = isText
    ? (hit._snippetResult?.content?.value ?? hit.content ?? '')
    : (hit._snippetResult?.hierarchy?.[ownLevel]?.value ?? markLevel(ownLevel));
  const path = (isText ? levelsAbove : levelsAbove.slice(0, -1)).map(markLevel).join(SEPARATOR);
  return {
    objectID: hit.objectID,
    url: hit.url,
    section: unescapeHtml(hit.hierarchy.lvl0 ?? ''),
    title,
    path,
    passage: isText ? undefined : hit._snippetResult?.content?.value,
    kind: isText ? 'text' : hit.type === 'lvl1' ? 'page' : 'heading',
    stored: {
      objectID: hit.objectID,
      url: hit.url,
      title: readLevel(ownLevel),
      path: [unescapeHtml(hit.hierarchy.lvl0 ?? ''), ...levelsAbove.slice(0, -1).map(readLevel)].join(
        SEPARATOR,
      ),
    },
    ...(queryID !== undefined && { queryID }),
  };
}

interface Group {
  section: string;
  items: SearchItem[];
}

/**
 * Groups results by section, with a limit for each. If the sections would put others above the best results, these form
 * a group of their own, `best`.
 */
export function groupItems(items: readonly SearchItem[], perGroup: number, best: string): Group[] {
  const groups = groupBySection(items, perGroup);
  const seen = groups.flatMap((group) => group.items).slice(0, perGroup);
  if (seen.every((item, index) => item === items[index])) return groups;
  return [
    { section: best, items: items.slice(0, perGroup) },
    ...groupBySection(items.slice(perGroup), perGroup),
  ];
}

/** Groups in the order of their sections. */
function groupBySection(items: readonly SearchItem[], perGroup: number): Group[] {
  const groups = Map.groupBy(items, ({ section }) => section);
  return [...groups].map(([section, inGroup]) => ({ section, items: inGroup.slice(0, perGroup) }));
}
