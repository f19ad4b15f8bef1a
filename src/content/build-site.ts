import type { Site, StandalonePage } from '../model/site.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import type { BaseDoc } from './base-doc.ts';
import { buildCategories, finishDoc } from './build-pages.ts';
import type { LinkList } from './check-links.ts';
import { type ProcessedItem, processSidebars, resolveItems } from './process-sidebars.ts';
import { byCodeUnit } from './read-docs.ts';
import { type ReadingOrder, readingOrder, sidebarOfDocs } from './reading-order.ts';
import type { CategoryMetadata, SidebarsConfig } from './sidebar-items.ts';
import {
  checkedCategories,
  claimedTwice,
  type Shown,
  withoutRepeatedPaths,
  wrongPaths,
} from './site-checks.ts';
import { type DefinedTag, groupTags, tagsOf } from './tags.ts';

/** Everything that the site is made from, read and parsed. */
interface SiteInput {
  docs: readonly BaseDoc[];
  sidebars: SidebarsConfig;
  /** Text of the sidebars file, to find lines in; empty when there is none. */
  sidebarsText: string;
  categories: ReadonlyMap<string, CategoryMetadata>;
  tags: ReadonlyMap<string, DefinedTag>;
  pages: readonly StandalonePage[];
  docsPath: string;
  tagsPath: string;
  sourceOf(file: string): string;
  shown: Shown;
  duplicateRoutes: Problem['severity'];
}

/** `links`: those of the sidebars file that lead to no document, for the link check. */
export function buildSite(input: SiteInput): { site: Site; links: LinkList; problems: Problem[] } {
  const { shown, docsPath, tagsPath } = input;
  const problems: Problem[] = [];
  const listed = input.docs.filter((doc) => !doc.draft).sort((a, b) => byCodeUnit(a.id, b.id));
  const docs = new Map(listed.map((doc) => [doc.id, doc]));
  const draftIds = new Set(input.docs.filter((doc) => doc.draft).map(({ id }) => id));
  const checked = checkedCategories(input.categories, docs, draftIds, shown);

  const processed = processSidebars(input.sidebars, {
    docs,
    draftIds,
    categories: checked.categories,
    docsPath,
    report: (severity, message, about) => {
      const line = about === undefined ? undefined : lineOfText(input.sidebarsText, about);
      problems.push({ code: 'sidebars', severity, file: shown.sidebarsFile, line, message });
    },
  });
  const orders = new Map(Object.entries(processed).map(([name, items]) => [name, readingOrder(items, docs)]));
  const around = {
    docs,
    orders,
    sidebars: sidebarOfDocs(orders),
    draftIds,
    report: (doc: BaseDoc, key: string, message: string) => {
      problems.push({
        code: 'front-matter',
        severity: 'error',
        file: shown.doc(doc.file),
        line: doc.keyLines[key],
        message: `Front matter "${key}": ${message}`,
      });
    },
  };
  const tagged = withoutRepeatedPaths(listed).map((doc) => ({
    doc,
    tags: tagsOf(doc.frontMatter, input.tags, tagsPath),
  }));
  const site: Site = {
    version: {
      name: 'current',
      label: 'Next',
      isLast: true,
      path: docsPath,
      mainDocId: mainDocId(listed, orders),
      draftIds: [...draftIds].sort(byCodeUnit),
    },
    docs: tagged.map(({ doc, tags }) => finishDoc(doc, input.sourceOf(doc.file), tags, around)),
    categories: buildCategories(processed, orders, docs),
    sidebars: Object.fromEntries(
      Object.entries(processed).map(([name, items]) => [name, resolveItems(items, docs)]),
    ),
    tags: groupTags(tagged),
    pages: [...input.pages],
    redirects: [],
    questions: [],
  };
  problems.push(
    ...checked.problems,
    ...wrongPaths(listed, shown),
    ...claimedTwice(listed, site.categories, site.pages, shown, input.duplicateRoutes),
  );
  const hrefs = new Set(Object.values(processed).flatMap(linksOf));
  const links = [...hrefs].map((href) => ({
    href,
    written: href,
    checked: true,
    line: lineOfText(input.sidebarsText, href),
  }));
  return { site, links: { file: shown.sidebarsFile, links }, problems };
}

function linksOf(items: readonly ProcessedItem[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'category') return linksOf(item.items);
    return item.type === 'link' ? [item.href] : [];
  });
}

/** The document at the docs root, else the first of the first sidebar, else the first. */
function mainDocId(docs: readonly BaseDoc[], orders: ReadonlyMap<string, ReadingOrder>): string {
  const root = docs.find(({ slug }) => slug === '/');
  const [order] = orders.values();
  const first = order?.steps.find((step) => step.kind === 'doc');
  return root?.id ?? first?.id ?? docs[0]?.id ?? '';
}
