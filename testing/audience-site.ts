/**
 * A site with nested audiences, public pages and parts of pages. Each page and each part contains a
 * unique word, so an answer with that word reveals the page. This file computes who may see what without the engine.
 */
export interface AudienceSite {
  files: Record<string, string>;
  pages: readonly CanaryPage[];
  /** The groups of each of the different readers. */
  scopes: readonly (readonly string[])[];
}

type Seen = 'public' | 'readers' | readonly string[];
/** The groups of a reader. Undefined means a visitor. */
export type Who = readonly string[] | undefined;

export interface CanaryPage {
  path: string;
  canary: string;
  seen: Seen;
  /** A part of the page, for some of its readers. */
  part?: { canary: string; seen: Seen } | undefined;
}

const PAGES_OF_A_FOLDER = 6;
/** Cards of the neighbouring pages. Their titles contain the words of those pages. */
const cards = "\nimport DocCardList from '@theme/DocCardList';\n\n<DocCardList />\n";
/** Letters only, so that the search treats it as an ordinary word. */
export const canaryPattern = /zq[a-z]{12}/g;

export function sees(who: Who, seen: Seen): boolean {
  if (seen === 'public') return true;
  return who !== undefined && (seen === 'readers' || seen.some((group) => who.includes(group)));
}

export const seesPart = (who: Who, { seen, part }: CanaryPage): boolean =>
  part !== undefined && sees(who, seen) && sees(who, part.seen);

export function createAudienceSite(size: { pages: number; groups: number; scopes: number }): AudienceSite {
  const next = createRandomNumbers(16);
  const groups = Array.from({ length: size.groups }, (_, index) => `group-${index}`);
  const pickAudience = (): Seen =>
    next() < 0.2 ? 'readers' : [...new Set([pick(groups, next), pick(groups, next)])];
  const files: Record<string, string> = {
    'docs/open.md': '---\nslug: /\n---\n\n# Open\n\nFor every reader.\n',
    'site.config.ts': `export default { groups: ${JSON.stringify(groups)}, publicPages: { indexed: true }, url: 'https://docs.example' };\n`,
  };
  const folders: { dir: string; seen: Seen }[] = [{ dir: '', seen: 'readers' }];
  for (let at = 0; at < Math.ceil(size.pages / PAGES_OF_A_FOLDER); at += 1) {
    const parent = pick(folders, next);
    const dir = `${parent.dir}f${at}/`;
    const folderAudience = next() < 0.6 ? pickAudience() : undefined;
    const link = next() < 0.5 ? { link: { type: 'generated-index', description: 'An index' } } : {};
    const category = { label: `Folder ${at}`, ...(folderAudience && { audience: folderAudience }), ...link };
    files[`docs/${dir}_category_.json`] = JSON.stringify(category);
    folders.push({ dir, seen: folderAudience ?? parent.seen });
  }
  const pages = Array.from({ length: size.pages }, (_, index): CanaryPage => {
    const { dir, seen } = pick(folders, next);
    const pageAudience = next() < 0.25 ? pickAudience() : index % 6 === 0 ? 'public' : undefined;
    const part = index % 3 === 0 ? { canary: createCanary(index + 50_000), seen: pickAudience() } : undefined;
    const page = {
      path: `/docs/${dir}p${index}`,
      canary: createCanary(index),
      seen: pageAudience ?? seen,
      part,
    };
    files[`docs/${dir}p${index}.md`] = formatDocument(page, index, pageAudience);
    return page;
  });
  const scopes = Array.from({ length: size.scopes }, (_, index) =>
    groups.filter(() => next() < index / size.scopes).sort(),
  );
  return { files, pages, scopes };
}

function formatDocument({ canary, part }: CanaryPage, at: number, audience: Seen | undefined): string {
  // Some pages have a tag of their own, because the page that lists a tag must be hidden, too.
  const tags = [...(at % 5 === 0 ? [`${canary}-tag`] : []), `tag-${at % 50}`];
  return `---
title: ${canary} title
description: ${canary} said
tags: [${tags.join(', ')}]
${audience ? `audience: ${JSON.stringify(audience)}\n` : ''}---

${part ? formatPart(part) : ''}The word is ${canary}.

## Part ${canary}

More.
${at % 10 === 1 ? cards : ''}`;
}

function formatPart({ canary, seen }: NonNullable<CanaryPage['part']>): string {
  const audience = typeof seen === 'string' ? seen : seen.join(', ');
  return `<Audience for="${audience}">\n\n## Inside ${canary}\n\nThe part is ${canary}.\n\n</Audience>\n\n`;
}

/** The same numbers in each run, so that a failure can be reproduced. */
export function createRandomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export function pick<Item>(items: readonly Item[], next: () => number): Item {
  const item = items[Math.floor(next() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Creates a word. The words differ so much that none is a misspelling of another. */
export function createCanary(at: number): string {
  const nextRandom = createRandomNumbers(at * 7_919 + 13);
  return `zq${Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(nextRandom() * 26))).join('')}`;
}
