import type { Category, StandalonePage } from '../model/site.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import type { BaseDoc } from './base-doc.ts';
import { indexRank, isPlainPath, lastSegment } from './permalinks.ts';
import type { CategoryMetadata } from './sidebar-items.ts';

/** How problems name what they blame. */
export interface Shown {
  doc(file: string): string;
  page(file: string): string;
  categoryFile(folder: string): string;
  sidebarsFile: string;
}

/** Addresses that a browser would not ask for as they stand. */
export function wrongPaths(docs: readonly BaseDoc[], shown: Shown): Problem[] {
  return docs
    .filter(({ slug }) => !isPlainPath(slug))
    .map((doc) => ({
      code: 'slug',
      severity: 'error',
      file: shown.doc(doc.file),
      line: doc.keyLines.slug,
      message: `"${doc.slug}" cannot be the address of a page. Set a "slug" without the signs that addresses reserve.`,
    }));
}

/** Documents with one id, pages with one address. */
export function claimedTwice(
  docs: readonly BaseDoc[],
  categories: readonly Category[],
  pages: readonly StandalonePage[],
  shown: Shown,
  severity: Problem['severity'],
): Problem[] {
  const claim = (doc: BaseDoc, key: string): Claim => {
    const file = shown.doc(doc.file);
    return { file, line: doc.keyLines[key], what: file };
  };
  const ids = docs.map((doc) => [doc.id, claim(doc, 'id')] as const);
  const routes = [
    ...docs.map((doc) => [doc.path, claim(doc, 'slug')] as const),
    ...categories.map(({ path, label }) => {
      return [path, { file: shown.sidebarsFile, what: `the category "${label}"` }] as const;
    }),
    ...pages.map(({ path, file }) => [path, { file: shown.page(file), what: shown.page(file) }] as const),
  ];
  const repeatedIds = duplicates('id', ids, severity);
  // One file less a number prefix is another one's name: saying it once is enough.
  const blamed = new Set(repeatedIds.map(({ file }) => file));
  return [...repeatedIds, ...duplicates('route', routes, severity).filter(({ file }) => !blamed.has(file))];
}

/** One document for each address: an index document goes before a README, else the first file has it. */
export function withoutRepeatedPaths(docs: readonly BaseDoc[]): BaseDoc[] {
  const owners = new Map<string, BaseDoc>();
  for (const doc of docs) {
    const owner = owners.get(doc.path);
    if (owner === undefined || (indexRank(doc) ?? 3) < (indexRank(owner) ?? 3)) owners.set(doc.path, doc);
  }
  return docs.filter((doc) => owners.get(doc.path) === doc);
}

/** Category files whose `link` names no document are reported, and count as if they said `link: null`. */
export function checkedCategories(
  categories: ReadonlyMap<string, CategoryMetadata>,
  docs: ReadonlyMap<string, BaseDoc>,
  draftIds: ReadonlySet<string>,
  shown: Shown,
): { categories: Map<string, CategoryMetadata>; problems: Problem[] } {
  const problems: Problem[] = [];
  const inFolder = Map.groupBy(docs.values(), ({ folder }) => folder);
  const checked = [...categories].map(([folder, metadata]): [string, CategoryMetadata] => {
    const id = metadata.link?.type === 'doc' ? metadata.link.id : undefined;
    const local = (inFolder.get(folder) ?? []).map((doc) => lastSegment(doc.id));
    if (id === undefined || local.includes(id) || docs.has(id)) return [folder, metadata];
    if (!draftIds.has(id)) {
      const file = shown.categoryFile(folder);
      const message = `The category's link: no document has the id "${id}".${didYouMean(id, [...local, ...docs.keys()])}`;
      problems.push({ code: 'category-file', severity: 'error', file, message });
    }
    return [folder, { ...metadata, link: null }];
  });
  return { categories: new Map(checked), problems };
}

interface Claim {
  /** File that claims the name, as it is shown. */
  file?: string | undefined;
  line?: number | undefined;
  /** What claims it, for a message: `the category "Start"`. */
  what: string;
}

/** Names that are claimed more than once; the later claims are blamed, with the first one named. */
function duplicates(
  kind: 'id' | 'route',
  claims: readonly (readonly [name: string, claim: Claim])[],
  severity: Problem['severity'],
): Problem[] {
  const first = new Map<string, Claim>();
  const problems: Problem[] = [];
  for (const [name, claim] of claims) {
    const owner = first.get(name);
    if (owner === undefined) first.set(name, claim);
    else {
      const remedy = kind === 'route' ? 'Give one of them another "slug".' : 'Give one of them another "id".';
      problems.push({
        code: `duplicate-${kind}`,
        severity,
        file: claim.file,
        line: claim.line,
        message: `The ${kind} "${name}" of ${claim.what} is taken by ${owner.what}. ${remedy}`,
      });
    }
  }
  return problems;
}
