import { posix } from 'node:path';
import type { SiteComponentHost, SitePart } from 'gatehouse/sections';
import { z } from 'zod';
import {
  createSiteRefusal,
  defineComponent,
  defineDataComponent,
  readData,
  readTextAttribute,
  reportUnknownName,
} from './component.ts';
import { declareJsonFile } from './data.ts';
import { formatCode, formatHeading, formatMarkdownTable, formatProse, joinBlocks } from './markdown.ts';
import { readSymptoms, replaceLinks, type Symptom } from './symptoms.ts';

const routes = declareJsonFile('routes', z.array(z.string()));
const categories = declareJsonFile(
  'categories',
  z.array(z.object({ slug: z.string(), label: z.string(), holds: z.array(z.string()) })),
);

const frequentSymptom = z.strictObject({
  article: z.string(),
  /** First cell of the row, as the article has it. */
  symptom: z.string(),
  /** The symptom for readers who don't know which article the row is from. */
  words: z.string().optional(),
});

/** The rows that readers look for most, by the name of their list. */
const frequentSymptoms = declareJsonFile('frequent-symptoms', z.record(z.string(), z.array(frequentSymptom)));

/** A symptom with the section that explains it. */
interface Row extends Symptom {
  document: string;
  category: { slug: string; label: string };
  /** A Markdown link to the section of its table. */
  section: string;
}

/**
 * `<Troubleshooting frequent="cases" under="LuranaBPA/UserExperience/, LuranaBPA/BasicFeatures/1Login" />`: the rows of
 * that list in `frequent-symptoms.json`, each with its cause and what to do. Then, by category, links to all tables of
 * what goes wrong in the articles below these paths.
 */
export const troubleshooting = defineDataComponent(
  frequentSymptoms,
  { frequent: readTextAttribute, under: readTextAttribute },
  ({ frequent, under, host, data }) => {
    const list = data[frequent];
    if (!list) return reportUnknownName('list of frequent symptoms', frequent, Object.keys(data));
    const rows = listRows(host);
    const starts = under.split(',').map((start) => start.trim());
    const rowsBelow = rows.filter(({ document }) => starts.some((start) => document.startsWith(start)));
    if (rowsBelow.length === 0)
      return createSiteRefusal(`No article below "${under}" has a table of what goes wrong.`);
    const frequentRows = findFrequentRows(list, rows);
    if (typeof frequentRows === 'string') return createSiteRefusal(frequentRows);
    const categories = [...Map.groupBy(rowsBelow, ({ category }) => category.slug).values()];
    return [
      joinBlocks(
        writeSymptomTable(frequentRows),
        formatHeading(2, 'Other problems, by article', 'articles'),
        ...categories.map(listSections),
      ),
    ];
  },
);

/** The rows of the list, or which of them no longer exists. An article that isn't part of this site has no rows. */
export function findFrequentRows<ArticleRow extends Pick<Row, 'document' | 'symptom'>>(
  list: readonly z.infer<typeof frequentSymptom>[],
  rows: readonly ArticleRow[],
): ArticleRow[] | string {
  const frequentRows: ArticleRow[] = [];
  for (const { article, symptom, words = symptom } of list) {
    const ofArticle = rows.filter(({ document }) => document === article);
    const row = ofArticle.find((candidate) => candidate.symptom === symptom);
    if (row) frequentRows.push({ ...row, symptom: words });
    else if (ofArticle.length > 0)
      return `"${article}" has no row "${symptom}", which frequent-symptoms.json names.`;
  }
  return frequentRows;
}

function listSections(rows: readonly Row[]): string {
  const [first] = rows;
  const sections = [...new Set(rows.map(({ section }) => section))];
  return first
    ? joinBlocks(formatHeading(3, first.category.label, first.category.slug), sections.join(' · '))
    : '';
}

/** `<Messages />`: the rows of the whole manual whose symptom is a message or a code, by their first letter. */
export const messages = defineComponent({}, ({ host }) => {
  const rows = listRows(host)
    .flatMap((row) => (row.message === undefined ? [] : [{ ...row, key: row.message.replace(/^… /, '') }]))
    .toSorted((a, b) => a.key.localeCompare(b.key, 'en'));
  const letters = [...Map.groupBy(rows, ({ key }) => /^[a-z]/i.exec(key)?.[0].toUpperCase() ?? SYMBOLS)];
  const makeId = (letter: string) => (letter === SYMBOLS ? 'symbols' : `letter-${letter.toLowerCase()}`);
  return [
    letters.map(([letter]) => `[${letter}](#${makeId(letter)})`).join(' · '),
    ...letters.flatMap(([letter, ofLetter]): SitePart[] => [
      formatHeading(2, letter, makeId(letter)),
      { summary: [...new Set(ofLetter.map(nameMessage))].join(', '), parts: [writeSymptomTable(ofLetter)] },
    ]),
  ];
});

const SYMBOLS = 'Symbols';

/** A code, or words in quotes, as the symptom has them. */
function nameMessage({ symptom, message = '' }: Row): string {
  return symptom.includes(`"${message}"`) ? `"${message}"` : formatCode(message);
}

function writeSymptomTable(rows: readonly Row[]): string {
  return formatMarkdownTable(rows, [
    ['What you see', ({ symptom }) => symptom],
    ['Cause', ({ cause }) => cause],
    ['What to do', ({ remedy, section }) => `${endSentence(remedy)} ${section}`],
  ]);
}

function endSentence(words: string): string {
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
}

function listRows(host: SiteComponentHost): Row[] {
  return (readData(host, routes) ?? []).flatMap((route) => {
    const document = decodeURI(route).replace(/^\/docs\//, '');
    const files = document.endsWith('/')
      ? [`${document}index.md`, `${document}index.mdx`]
      : [`${document}.md`, `${document}.mdx`];
    const file = files.find((candidate) => host.text(candidate) !== undefined);
    if (file === undefined) return [];
    const article = host.data(file, readSymptoms);
    const path = host.pagePath(file.replace(/\.mdx?$/, ''));
    if (!article || path === undefined || path === host.ownPath) return [];
    const category = findCategory(host, document);
    return article.symptoms.map((item) => ({
      ...item,
      remedy: replaceLinks(item.remedy, (words, target) => relink(host, { file, path, words, target })),
      document,
      category,
      section: `[${formatProse(article.title)}](${encodeURI(path)}#${item.anchor})`,
    }));
  });
}

interface RemedyLink {
  /** The article that has the link, below the docs folder, and its address. */
  file: string;
  path: string;
  words: string;
  /** The link's target in the article: `#id`, `../Page.md#id` or an address. */
  target: string;
}

/** The link of an article for another page; only its words where no page has that address. */
function relink(host: SiteComponentHost, { file, path, words, target }: RemedyLink): string {
  const [, relativePath = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (/^(?:\/|[a-z]+:)/.test(relativePath)) return `[${words}](${target})`;
  const linkedPath =
    relativePath === ''
      ? path
      : host.pagePath(posix.join(posix.dirname(file), decodeURI(relativePath)).replace(/\.mdx?$/, ''));
  return linkedPath === undefined ? words : `[${words}](${encodeURI(linkedPath)}${hash})`;
}

/** The category with the longest start that fits, as in `sidebars.ts`. */
function findCategory(host: SiteComponentHost, document: string): { slug: string; label: string } {
  const claims = (readData(host, categories) ?? []).flatMap(({ slug, label, holds }) =>
    holds.filter((start) => document.startsWith(start)).map((start) => ({ slug, label, start })),
  );
  const [best] = claims.toSorted((a, b) => b.start.length - a.start.length);
  return best ?? { slug: 'other', label: 'Other articles' };
}
