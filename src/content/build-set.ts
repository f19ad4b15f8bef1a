import type { Category, Doc, Site, Tag, Version } from '../model/site.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import type { BaseDoc } from './base-doc.ts';
import { buildCategories, finishDoc } from './build-pages.ts';
import type { PrefixParser } from './permalinks.ts';
import { type ProcessedItem, processSidebars, resolveItems } from './process-sidebars.ts';
import { byCodeUnit } from './read-docs.ts';
import { type ReadingOrder, readingOrder, sidebarOfDocs } from './reading-order.ts';
import type { CategoryMetadata, SidebarsConfig } from './sidebar-items.ts';
import {
  checkedCategories,
  repeatedIds,
  routeClaims,
  type Shown,
  withoutRepeatedPaths,
  wrongPaths,
} from './site-checks.ts';
import { type DefinedTag, groupTags, tagsOf } from './tags.ts';

/** Everything that a set is made from, read and parsed. */
interface SetInput {
  version: Pick<Version, 'name' | 'label' | 'isLast'>;
  docs: readonly BaseDoc[];
  sidebars: SidebarsConfig;
  /** Text of the sidebars file, to find lines in; empty when there is none. */
  sidebarsText: string;
  categories: ReadonlyMap<string, CategoryMetadata>;
  tags: ReadonlyMap<string, DefinedTag>;
  docsPath: string;
  splitNumberPrefix: PrefixParser;
  categoriesAre: { collapsible: boolean; collapsed: boolean };
  /** Finished sidebars in the language that is read. */
  translate(sidebars: Record<string, ProcessedItem[]>): Record<string, ProcessedItem[]>;
  tagsPath: string;
  sourceOf(file: string): string;
  shown: Shown;
  duplicateRoutes: Problem['severity'];
}

/** What one set adds to the Site; ids and names of sidebars as its authors know them. */
export interface SetContent {
  version: Version;
  docs: OfSet<Doc>[];
  categories: OfSet<Category>[];
  tags: OfSet<Tag>[];
  sidebars: Site['sidebars'];
}

/** What knows nothing of other sets yet. */
type OfSet<Part extends { set: string }> = Omit<Part, 'set'>;

/** `links`: those of the sidebars file that lead to no document, for the link check. */
export function buildSet(input: SetInput) {
  const { shown, docsPath, tagsPath, splitNumberPrefix } = input;
  const problems: Problem[] = [];
  const listed = input.docs.filter((doc) => !doc.draft).sort((a, b) => byCodeUnit(a.id, b.id));
  const docs = new Map(listed.map((doc) => [doc.id, doc]));
  const draftIds = new Set(input.docs.filter((doc) => doc.draft).map(({ id }) => id));
  const checked = checkedCategories(input.categories, docs, draftIds, shown);

  const untranslated = processSidebars(input.sidebars, {
    docs,
    draftIds,
    categories: checked.categories,
    docsPath,
    splitNumberPrefix,
    categoriesAre: input.categoriesAre,
    report: (severity, message, about) => {
      const line = about === undefined ? undefined : lineOfText(input.sidebarsText, about);
      problems.push({ code: 'sidebars', severity, file: shown.sidebarsFile, line, message });
    },
  });
  const processed = input.translate(untranslated);
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
  const content: SetContent = {
    version: {
      ...input.version,
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
  };
  problems.push(
    ...checked.problems,
    ...wrongPaths(listed, shown),
    ...repeatedIds(listed, shown, input.duplicateRoutes),
  );
  const hrefs = new Set(Object.values(processed).flatMap(linksOf));
  const links = [...hrefs].map((href) => ({
    href,
    written: href,
    checked: true,
    line: lineOfText(input.sidebarsText, href),
  }));
  const claims = routeClaims(listed, content.categories, shown);
  return { content, claims, links: { file: shown.sidebarsFile, links }, problems };
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
