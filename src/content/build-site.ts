import type { BaseDoc } from './base-doc.ts';
import { buildCategories } from './build-categories.ts';
import { finishDoc } from './build-docs.ts';
import type { CategoryMetadata } from './category-files.ts';
import { byCodeUnit } from './doc-files.ts';
import { type Claim, duplicates } from './duplicates.ts';
import { readingOrder, type Step, sidebarOfDocs } from './navigation.ts';
import { isPlainPath } from './permalinks.ts';
import type { Problem } from './problem.ts';
import { processSidebars } from './process-sidebars.ts';
import { resolveItems } from './resolve-sidebars.ts';
import type { SidebarsConfig } from './sidebar-config.ts';
import type { Category, Site, StandalonePage } from './site.ts';
import { type DefinedTag, groupTags, tagsOf } from './tags.ts';

/** Everything that the site is made from, read and parsed. */
export interface SiteInput {
  docs: readonly BaseDoc[];
  sidebars: SidebarsConfig;
  /** As it is shown in problems. */
  sidebarsFile: string;
  sidebarsText: string;
  categories: ReadonlyMap<string, CategoryMetadata>;
  tags: ReadonlyMap<string, DefinedTag>;
  pages: readonly StandalonePage[];
  docsPath: string;
  tagsPath: string;
  sourceOf(file: string): string;
  shownFile(file: string): string;
  shownPage(file: string): string;
  duplicateRoutes: Problem['severity'];
}

export function buildSite(input: SiteInput): { site: Site; problems: Problem[] } {
  const problems: Problem[] = [];
  const listed = input.docs.filter((doc) => !doc.draft).sort((a, b) => byCodeUnit(a.id, b.id));
  const docs = new Map(listed.map((doc) => [doc.id, doc]));
  const draftIds = input.docs.filter((doc) => doc.draft).map(({ id }) => id);
  const drafts = new Set(draftIds);

  const processed = processSidebars(input.sidebars, {
    docs,
    draftIds: drafts,
    categories: input.categories,
    docsPath: input.docsPath,
    report: (severity, message, about) => {
      const line = about === undefined ? undefined : lineOfQuoted(input.sidebarsText, about);
      problems.push({
        code: 'sidebars',
        severity,
        file: input.sidebarsFile,
        ...(line !== undefined && { line }),
        message,
      });
    },
  });
  const orders = new Map(Object.entries(processed).map(([name, items]) => [name, readingOrder(items)]));
  const tagged = listed.map((doc) => ({ doc, tags: tagsOf(doc.frontMatter, input.tags, input.tagsPath) }));
  const around = {
    docs,
    orders,
    sidebars: sidebarOfDocs(orders),
    draftIds: drafts,
    report: (doc: BaseDoc, key: string, message: string) => {
      const file = input.shownFile(doc.file);
      problems.push({
        code: 'front-matter',
        severity: 'error',
        file,
        message: `Front matter "${key}": ${message}`,
      });
    },
  };
  const categories = buildCategories(processed, orders, docs);
  problems.push(...wrongPaths(listed, input), ...claimedTwice(listed, categories, input));
  return {
    site: {
      version: {
        name: 'current',
        label: 'Next',
        isLast: true,
        path: input.docsPath,
        mainDocId: mainDocId(listed, orders),
        draftIds: draftIds.sort(byCodeUnit),
      },
      docs: tagged.map(({ doc, tags }) => finishDoc(doc, input.sourceOf(doc.file), tags, around)),
      categories,
      sidebars: Object.fromEntries(
        Object.entries(processed).map(([name, items]) => [name, resolveItems(items, docs)]),
      ),
      tags: groupTags(tagged),
      pages: [...input.pages],
      redirects: [],
    },
    problems,
  };
}

/** The document at the docs root, else the first of the first sidebar, else the first. */
function mainDocId(docs: readonly BaseDoc[], orders: ReadonlyMap<string, readonly Step[]>): string {
  const root = docs.find(({ slug }) => slug === '/');
  const [steps = []] = orders.values();
  const first = steps.find((step) => step.kind === 'doc');
  return root?.id ?? (first?.kind === 'doc' ? first.id : undefined) ?? docs[0]?.id ?? '';
}

function wrongPaths(docs: readonly BaseDoc[], input: SiteInput): Problem[] {
  return docs
    .filter(({ slug }) => !isPlainPath(slug))
    .map((doc) => ({
      code: 'slug',
      severity: 'error',
      file: input.shownFile(doc.file),
      message: `"${doc.slug}" cannot be the address of a page. Set a "slug" without the signs that addresses reserve.`,
    }));
}

function claimedTwice(
  docs: readonly BaseDoc[],
  categories: readonly Category[],
  input: SiteInput,
): Problem[] {
  const claim = (doc: BaseDoc): Claim => {
    const file = input.shownFile(doc.file);
    return { file, what: file };
  };
  return [
    ...duplicates(
      'id',
      docs.map((doc) => [doc.id, claim(doc)]),
      input.duplicateRoutes,
    ),
    ...duplicates(
      'route',
      [
        ...docs.map((doc) => [doc.path, claim(doc)] as const),
        ...categories.map(
          ({ path, label }) => [path, { file: input.sidebarsFile, what: `the category "${label}"` }] as const,
        ),
        ...input.pages.map(
          ({ path, file }) => [path, { file: input.shownPage(file), what: input.shownPage(file) }] as const,
        ),
      ],
      input.duplicateRoutes,
    ),
  ];
}

/** Line of the first `'text'`, `"text"` or template with it in a sidebars file. */
function lineOfQuoted(source: string, text: string): number | undefined {
  const lines = source.split('\n');
  const at = lines.findIndex((line) =>
    ["'", '"', '`'].some((quote) => line.includes(`${quote}${text}${quote}`)),
  );
  return at === -1 ? undefined : at + 1;
}
