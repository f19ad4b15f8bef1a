/**
 * A site with nested audiences, public pages and parts of pages. Each page, and each part, has a word of its own that is
 * nowhere else: who meets it has met the page. Who sees what is worked out here, by nothing of the engine.
 */
export interface AudienceSite {
  files: Record<string, string>;
  pages: readonly CanaryPage[];
  /** Groups of so many different readers. */
  scopes: readonly (readonly string[])[];
}

type Seen = 'public' | 'readers' | readonly string[];
/** Groups of a reader; none: a visitor. */
export type Who = readonly string[] | undefined;

export interface CanaryPage {
  path: string;
  canary: string;
  seen: Seen;
  /** A part of it, for some of those who see it. */
  part?: { canary: string; seen: Seen } | undefined;
}

const PAGES_OF_A_FOLDER = 6;
/** Of the pages beside it, whose titles have their words. */
const cards = "\nimport DocCardList from '@theme/DocCardList';\n\n<DocCardList />\n";
/** Letters only, so that searches take it for a word like any. */
export const canaries = /zq[a-z]{12}/g;

export function sees(who: Who, seen: Seen): boolean {
  if (seen === 'public') return true;
  return who !== undefined && (seen === 'readers' || seen.some((group) => who.includes(group)));
}

export const seesPart = (who: Who, { seen, part }: CanaryPage): boolean =>
  part !== undefined && sees(who, seen) && sees(who, part.seen);

export function audienceSite(size: { pages: number; groups: number; scopes: number }): AudienceSite {
  const next = random(16);
  const groups = Array.from({ length: size.groups }, (_, at) => `group-${at}`);
  const someAudience = (): Seen =>
    next() < 0.2 ? 'readers' : [...new Set([pick(groups, next), pick(groups, next)])];
  const files: Record<string, string> = {
    'docs/open.md': '---\nslug: /\n---\n\n# Open\n\nFor every reader.\n',
    'site.config.ts': `export default { groups: ${JSON.stringify(groups)}, publicPages: { indexed: true }, url: 'https://docs.example' };\n`,
  };
  const folders: { dir: string; seen: Seen }[] = [{ dir: '', seen: 'readers' }];
  for (let at = 0; at < Math.ceil(size.pages / PAGES_OF_A_FOLDER); at += 1) {
    const parent = pick(folders, next);
    const dir = `${parent.dir}f${at}/`;
    const own = next() < 0.6 ? someAudience() : undefined;
    const link = next() < 0.5 ? { link: { type: 'generated-index', description: 'An index' } } : {};
    const category = { label: `Folder ${at}`, ...(own && { audience: own }), ...link };
    files[`docs/${dir}_category_.json`] = JSON.stringify(category);
    folders.push({ dir, seen: own ?? parent.seen });
  }
  const pages = Array.from({ length: size.pages }, (_, at): CanaryPage => {
    const { dir, seen } = pick(folders, next);
    const own = next() < 0.25 ? someAudience() : at % 6 === 0 ? 'public' : undefined;
    const part = at % 3 === 0 ? { canary: canaryOf(at + 50_000), seen: someAudience() } : undefined;
    const page = { path: `/docs/${dir}p${at}`, canary: canaryOf(at), seen: own ?? seen, part };
    files[`docs/${dir}p${at}.md`] = documentOf(page, at, own);
    return page;
  });
  const scopes = Array.from({ length: size.scopes }, (_, at) =>
    groups.filter(() => next() < at / size.scopes).sort(),
  );
  return { files, pages, scopes };
}

function documentOf({ canary, part }: CanaryPage, at: number, own: Seen | undefined): string {
  // A tag of its own for some: the list of a tag is a page that the others may not meet either.
  const tags = [...(at % 5 === 0 ? [`${canary}-tag`] : []), `tag-${at % 50}`];
  return `---
title: ${canary} title
description: ${canary} said
tags: [${tags.join(', ')}]
${own ? `audience: ${JSON.stringify(own)}\n` : ''}---

${part ? partOf(part) : ''}The word is ${canary}.

## Part ${canary}

More.
${at % 10 === 1 ? cards : ''}`;
}

function partOf({ canary, seen }: NonNullable<CanaryPage['part']>): string {
  const audience = typeof seen === 'string' ? seen : seen.join(', ');
  return `<Audience for="${audience}">\n\n## Inside ${canary}\n\nThe part is ${canary}.\n\n</Audience>\n\n`;
}

/** The same numbers at each run: what fails once fails again. */
export function random(seed: number): () => number {
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

/** Far from each other, so that none is another's misspelling. */
export function canaryOf(at: number): string {
  const own = random(at * 7_919 + 13);
  return `zq${Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(own() * 26))).join('')}`;
}
