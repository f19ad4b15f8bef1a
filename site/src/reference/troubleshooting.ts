import { posix } from 'node:path';
import type { SiteComponentHost } from 'gatehouse/sections';
import { z } from 'zod';
import { component, readData, refuse, text } from './component.ts';
import { jsonFile } from './data.ts';
import { blocks, heading, prose, table } from './markdown.ts';
import { readSymptoms, replaceLinks, type Symptom } from './symptoms.ts';

const routes = jsonFile('routes', z.array(z.string()));
const categories = jsonFile(
  'categories',
  z.array(z.object({ slug: z.string(), label: z.string(), holds: z.array(z.string()) })),
);

/** A symptom with the section that explains it. */
interface Row extends Symptom {
  category: { slug: string; label: string };
  /** A Markdown link to the section of its table. */
  section: string;
}

/**
 * `<Troubleshooting under="LuranaBPA/UserExperience/, LuranaBPA/BasicFeatures/1Login" />`: the rows of all tables of
 * what goes wrong in the articles below these paths, by category. Each says what to do, and links to its section.
 */
export const troubleshooting = component({ under: text }, ({ under, host }) => {
  const starts = under.split(',').map((start) => start.trim());
  const rows = listRows(host).filter(({ document }) => starts.some((start) => document.startsWith(start)));
  if (rows.length === 0) return refuse(`No article below "${under}" has a table of what goes wrong.`);
  const groups = [...Map.groupBy(rows, ({ category }) => category.slug).values()];
  return groups.map((group) => {
    const [first] = group;
    const title = first ? heading(2, first.category.label, first.category.slug) : '';
    return blocks(title, symptomTable(group));
  });
});

/** `<Messages />`: the rows of the whole manual whose symptom is a message or a code, in alphabetical order. */
export const messages = component({}, ({ host }) => {
  const rows = listRows(host).flatMap((row) =>
    row.message === undefined ? [] : [{ ...row, key: row.message }],
  );
  const sorted = rows.toSorted((a, b) => a.key.localeCompare(b.key, 'en'));
  return [symptomTable(sorted)];
});

function symptomTable(rows: readonly Row[]): string {
  return table(rows, [
    ['What you see', ({ symptom }) => symptom],
    ['Cause', ({ cause }) => cause],
    ['What to do', ({ remedy, section }) => `${endSentence(remedy)} ${section}`],
  ]);
}

function endSentence(words: string): string {
  return words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
}

function listRows(host: SiteComponentHost): (Row & { document: string })[] {
  return (readData(host, routes) ?? []).flatMap((route) => {
    const document = decodeURI(route).replace(/^\/docs\//, '');
    const files = document.endsWith('/')
      ? [`${document}index.md`, `${document}index.mdx`]
      : [`${document}.md`, `${document}.mdx`];
    const file = files.find((one) => host.text(one) !== undefined);
    if (file === undefined) return [];
    const article = host.data(file, readSymptoms);
    const path = host.pagePath(file.replace(/\.mdx?$/, ''));
    if (!article || path === undefined || path === host.ownPath) return [];
    const category = findCategory(host, document);
    return article.symptoms.map((one) => ({
      ...one,
      remedy: replaceLinks(one.remedy, (words, target) => relink(host, { file, path, words, target })),
      document,
      category,
      section: `[${prose(article.title)}](${encodeURI(path)}#${one.anchor})`,
    }));
  });
}

interface RemedyLink {
  /** The article that has the link, below the docs folder, and its address. */
  file: string;
  path: string;
  words: string;
  /** As the article has it: `#id`, `../Page.md#id` or an address. */
  target: string;
}

/** The link of an article for another page; only its words where no page has that address. */
function relink(host: SiteComponentHost, { file, path, words, target }: RemedyLink): string {
  const [, relative = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  if (/^(?:\/|[a-z]+:)/.test(relative)) return `[${words}](${target})`;
  const linkedPath =
    relative === ''
      ? path
      : host.pagePath(posix.join(posix.dirname(file), decodeURI(relative)).replace(/\.mdx?$/, ''));
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
