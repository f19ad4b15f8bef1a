import type { Category, Doc, Site, Tag, Version } from '../../model/site.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import type { BaseDoc } from '../documents/base-doc.ts';
import { compareCodeUnits } from '../documents/read-docs.ts';
import { type DefinedTag, groupTags, resolveTags } from '../documents/tags.ts';
import type { PrefixParser } from '../links/permalinks.ts';
import { buildCategories, finishDoc } from '../pages/build-pages.ts';
import { type ProcessedItem, processSidebars, resolveItems } from '../sidebars/process-sidebars.ts';
import { assignSidebars, createReadingOrder, type ReadingOrder } from '../sidebars/reading-order.ts';
import type { CategoryMetadata, SidebarsConfig } from '../sidebars/sidebar-items.ts';
import {
  checkCategories,
  collectRouteClaims,
  type DisplayNames,
  findRepeatedIds,
  findWrongPaths,
  removeRepeatedPaths,
} from '../site-checks.ts';

/** Everything that one version of a documentation is built from, read and parsed. */
interface SetInput {
  version: Pick<Version, 'name' | 'label' | 'isLast'>;
  docs: readonly BaseDoc[];
  sidebars: SidebarsConfig;
  /** Text of the sidebars file, to find lines in. Empty without one. */
  sidebarsText: string;
  categories: ReadonlyMap<string, CategoryMetadata>;
  tags: ReadonlyMap<string, DefinedTag>;
  docsPath: string;
  splitNumberPrefix: PrefixParser;
  categoriesAre: { collapsible: boolean; collapsed: boolean };
  /** Translates finished sidebars into the language that is read. */
  translate(sidebars: Record<string, ProcessedItem[]>): Record<string, ProcessedItem[]>;
  tagsPath: string;
  describeSource(file: string): string;
  displayNames: DisplayNames;
  duplicateRoutes: Problem['severity'];
}

/** The part of the Site that one set adds. Ids and names of sidebars are as authors write them. */
export interface SetContent {
  version: Version;
  docs: WithoutSet<Doc>[];
  categories: WithoutSet<Category>[];
  tags: WithoutSet<Tag>[];
  sidebars: Site['sidebars'];
}

/** A part that doesn't know its set yet. */
type WithoutSet<Part extends { set: string }> = Omit<Part, 'set'>;

/** Builds one set. `links` are those of the sidebars file that aren't documents, for the link check. */
export function buildSet(input: SetInput) {
  const { displayNames, docsPath, tagsPath, splitNumberPrefix } = input;
  const problems: Problem[] = [];
  const publishedDocs = input.docs.filter((doc) => !doc.draft).sort((a, b) => compareCodeUnits(a.id, b.id));
  const docs = new Map(publishedDocs.map((doc) => [doc.id, doc]));
  const draftIds = new Set(input.docs.filter((doc) => doc.draft).map(({ id }) => id));
  const checkedCategories = checkCategories(input.categories, docs, draftIds, displayNames);

  const untranslatedSidebars = processSidebars(input.sidebars, {
    docs,
    draftIds,
    categories: checkedCategories.categories,
    docsPath,
    splitNumberPrefix,
    categoriesAre: input.categoriesAre,
    report: (severity, message, about) => {
      const line = about === undefined ? undefined : findLineOfText(input.sidebarsText, about);
      problems.push({ code: 'sidebars', severity, file: displayNames.sidebarsFile, line, message });
    },
  });
  const sidebars = input.translate(untranslatedSidebars);
  const orders = new Map(
    Object.entries(sidebars).map(([name, items]) => [name, createReadingOrder(items, docs)]),
  );
  const surroundings = {
    docs,
    orders,
    sidebars: assignSidebars(orders),
    draftIds,
    report: (doc: BaseDoc, key: string, message: string) => {
      problems.push({
        code: 'front-matter',
        severity: 'error',
        file: displayNames.nameDoc(doc.file),
        line: doc.keyLines[key],
        message: `Front matter "${key}": ${message}`,
      });
    },
  };
  const taggedDocs = removeRepeatedPaths(publishedDocs).map((doc) => ({
    doc,
    tags: resolveTags(doc.frontMatter, input.tags, tagsPath),
  }));
  const content: SetContent = {
    version: {
      ...input.version,
      path: docsPath,
      mainDocId: findMainDocId(publishedDocs, orders),
      draftIds: [...draftIds].sort(compareCodeUnits),
    },
    docs: taggedDocs.map(({ doc, tags }) =>
      finishDoc(doc, input.describeSource(doc.file), tags, surroundings),
    ),
    categories: buildCategories(sidebars, orders, docs),
    sidebars: Object.fromEntries(
      Object.entries(sidebars).map(([name, items]) => [name, resolveItems(items, docs)]),
    ),
    tags: groupTags(taggedDocs),
  };
  problems.push(
    ...checkedCategories.problems,
    ...findWrongPaths(publishedDocs, displayNames),
    ...findRepeatedIds(publishedDocs, displayNames, input.duplicateRoutes),
  );
  const hrefs = new Set(Object.values(sidebars).flatMap(collectLinks));
  const links = [...hrefs].map((href) => ({
    href,
    written: href,
    checked: true,
    line: findLineOfText(input.sidebarsText, href),
  }));
  const claims = collectRouteClaims(publishedDocs, content.categories, displayNames);
  return { content, claims, links: { file: displayNames.sidebarsFile, links }, problems };
}

function collectLinks(items: readonly ProcessedItem[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'category') return collectLinks(item.items);
    return item.type === 'link' ? [item.href] : [];
  });
}

/** The document at the docs root, otherwise the first of the first sidebar, otherwise the first one. */
function findMainDocId(docs: readonly BaseDoc[], orders: ReadonlyMap<string, ReadingOrder>): string {
  const root = docs.find(({ slug }) => slug === '/');
  const [order] = orders.values();
  const first = order?.steps.find((step) => step.kind === 'doc');
  return root?.id ?? first?.id ?? docs[0]?.id ?? '';
}
