import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPageSources, planCategoryPage, planDocPage } from '../../src/build/pages/page-plan.ts';
import { siteConfigSchema } from '../../src/config/site-config.ts';
import { listLocales } from '../../src/content/languages/locales.ts';
import { checkLinks } from '../../src/content/links/check-links.ts';
import { readSite } from '../../src/content/read-site.ts';
import type { PageRef, SidebarItem, Site } from '../../src/model/site.ts';
import type { Problem } from '../../src/shared/problem.ts';
import type { Card, PageData } from '../../src/ui/page-data.ts';
import {
  findSidebarsFile,
  listCompatSets,
  readTruth,
  type TruthCard,
  type TruthItem,
  type TruthRef,
} from './truth.ts';

/** Docusaurus's own router doesn't find these two pages. Here they exist. */
const LOST_BY_DOCUSAURUS = ['paren(s)', 'percent%20'];
/** Raw HTML and `pathname://` links, which neither side checks. `truth.json` doesn't mark them as such. */
const UNCHECKED = ['/docs/raw', '/raw/file', './target.md', '../kept'];

describe.each(listCompatSets())('the site of $name', (set) => {
  const truth = readTruth(set);
  const docsOfTruth = indexById(truth.docs);
  let site: Site;
  let problems: Problem[];

  beforeAll(async () => {
    ({ site, problems } = await readSite({
      docsDir: path.join(set.folder, 'docs'),
      docsHome: set.folder,
      sidebars: findSidebarsFile(set),
    }));
  });

  test('reads without a problem', () => {
    expect(problems).toEqual([]);
  });

  test('has the same documents, and drafts that are none', () => {
    const ids = truth.docs.filter((doc) => !doc.draft).map((doc) => doc.id);
    expect(site.docs.map((doc) => doc.id)).toEqual(ids.sort());
    expect(site.version.draftIds).toEqual([...truth.version.draftIds].sort());
  });

  test('has the same version', () => {
    const { name, label, path: root, isLast, mainDocId } = truth.version;
    expect(site.version).toMatchObject({ name, label, path: root, isLast, mainDocId });
  });

  test('gives every document the same address, texts and place', () => {
    expect(site.docs.map((doc) => toDocFacts(doc))).toEqual(
      site.docs.map(({ id }) => {
        const doc = docsOfTruth.get(id);
        return {
          id,
          source: doc?.source,
          slug: doc?.slug,
          permalink: doc?.permalink,
          title: doc?.title,
          description: doc?.description,
          sidebar: doc?.sidebar,
          unlisted: doc?.unlisted,
          sidebarPosition: doc?.sidebarPosition,
          frontMatterKeys: doc?.frontMatterKeys,
          tags: doc?.tags,
          previous: doc?.previous ?? null,
          next: doc?.next ?? null,
        };
      }),
    );
  });

  test('has the same sidebars, item by item', () => {
    const ours = Object.entries(site.sidebars).map(([name, items]) => [name, items.map(toTruthItem)]);
    expect(ours).toEqual(Object.entries(truth.sidebars));
  });

  test('points each sidebar to the same first page', () => {
    const ours = Object.entries(site.sidebars).map(([name, items]) => [name, findFirstPage(items)]);
    expect(ours).toEqual(Object.entries(truth.globalSidebars).map(([name, { link }]) => [name, link?.path]));
  });

  test('has the same category pages', () => {
    const ours = site.categories.map((category) => ({
      permalink: category.path,
      label: category.label,
      title: category.title,
      slug: category.slug,
      description: category.description ?? null,
      sidebar: category.sidebar,
      items: category.items.length,
      previous: toTruthRef(category.previous),
      next: toTruthRef(category.next),
    }));
    const theirs = truth.categories.map(({ html: _page, ...category }) => ({
      ...category,
      previous: category.previous ?? null,
      next: category.next ?? null,
    }));
    expect(ours.sort(comparePermalinks)).toEqual(theirs.sort(comparePermalinks));
  });

  test('has the same tags', () => {
    const ours = site.tags.map((tag) => ({
      label: tag.label,
      permalink: tag.path,
      count: tag.docIds.length,
    }));
    expect(ours).toEqual(truth.tags);
  });

  test('finds the same broken links and anchors', () => {
    const articles = truth.docs.map((doc) => ({
      file: doc.permalink,
      path: doc.permalink,
      links: doc.links
        .filter((href) => !UNCHECKED.includes(href))
        .map((href) => ({ href, written: href, checked: true })),
      anchors: [...doc.headings.flatMap(({ id }) => id ?? []), ...doc.html.anchors],
    }));
    const ours = checkLinks({ site, articles })
      .filter(({ severity }) => severity === 'error')
      .map(({ code, file, message }) => [code, file, /"([^"]*)"/.exec(message)?.[1]]);
    const theirs = [
      ...truth.broken.links.map((link) => ['broken-link', link.page, link.resolved ?? link.to]),
      ...truth.broken.anchors.map((link) => [
        'broken-anchor',
        link.page,
        isInPage(link.to) ? link.to : (link.resolved ?? link.to),
      ]),
    ];
    expect(ours.map(String).sort()).toEqual(theirs.map(String).map(decodeURI).sort());
  });

  test('shows the same breadcrumbs on every document', () => {
    const sources = listSources(site);
    const docs = site.docs.filter(({ id }) => !LOST_BY_DOCUSAURUS.includes(id));
    expect(
      docs.map((doc) => [
        doc.id,
        toTruthCrumbs(planDocPage(sources, doc, { toc: [], hasTitle: true }).breadcrumbs),
      ]),
    ).toEqual(docs.map(({ id }) => [id, docsOfTruth.get(id)?.html.breadcrumbs]));
  });

  test('shows the same breadcrumbs and cards on every category page', () => {
    const sources = listSources(site);
    for (const category of truth.categories) {
      const ours = site.categories.find(({ path: address }) => address === category.permalink);
      const page = ours && planCategoryPage(sources, ours);
      expect([category.permalink, toTruthCrumbs(page?.breadcrumbs ?? [])]).toEqual([
        category.permalink,
        category.html.breadcrumbs,
      ]);
      expect([category.permalink, page?.cards?.map(toCardFacts)]).toEqual([
        category.permalink,
        category.html.cards.map(removeIcon),
      ]);
    }
  });
});

function isInPage(href: string): boolean {
  return href.startsWith('#');
}

function toDocFacts(doc: Site['docs'][number]) {
  return {
    id: doc.id,
    source: doc.source,
    slug: doc.slug,
    permalink: doc.path,
    title: doc.title,
    description: doc.description,
    sidebar: doc.sidebar ?? null,
    unlisted: doc.unlisted,
    sidebarPosition: doc.sidebarPosition ?? null,
    frontMatterKeys: Object.keys(doc.frontMatter),
    tags: doc.tags.map(({ title, path: permalink }) => ({ label: title, permalink })),
    previous: toTruthRef(doc.previous),
    next: toTruthRef(doc.next),
  };
}

/** Docusaurus records `unlisted` for every document, but nothing about the document behind a category. */
function toTruthItem(item: SidebarItem): TruthItem {
  if (item.type === 'html') return { ...item };
  if (item.type === 'link')
    return item.docId === undefined ? { ...item } : { ...item, unlisted: item.unlisted ?? false };
  const { docId: _page, items, ...category } = item;
  return { ...category, items: items.map(toTruthItem) };
}

function findFirstPage(items: readonly SidebarItem[]): string | undefined {
  for (const item of items) {
    if (item.type === 'link' && item.docId !== undefined) return item.href;
    const page = item.type === 'category' ? (item.href ?? findFirstPage(item.items)) : undefined;
    if (page !== undefined) return page;
  }
  return undefined;
}

function toTruthRef(ref: PageRef | undefined): TruthRef | null {
  return ref ? { title: ref.title, permalink: ref.path } : null;
}

function listSources(site: Site) {
  const config = siteConfigSchema.parse({ name: 'Truth' });
  const [current] = listLocales(config, '');
  return createPageSources(site, config, { current, all: [current] });
}

/** The last crumb is the page itself, without a link. */
function toTruthCrumbs(crumbs: PageData['breadcrumbs']): { label: string; href: string | null }[] {
  return crumbs.map(({ label, href }, index) => ({
    label,
    href: index === crumbs.length - 1 ? null : (href ?? null),
  }));
}

function toCardFacts({ href, title, description }: Card): TruthCard {
  return { href, title, description };
}

function removeIcon(card: TruthCard): TruthCard {
  return { ...card, title: card.title.replace(/^(?:📄️|🔗|🗃️?)/u, '') };
}

function comparePermalinks(a: { permalink: string }, b: { permalink: string }): number {
  return a.permalink < b.permalink ? -1 : 1;
}

function indexById<Doc extends { id: string }>(docs: readonly Doc[]): Map<string, Doc> {
  return new Map(docs.map((doc) => [doc.id, doc]));
}
