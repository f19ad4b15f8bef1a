import type { Category } from '../model/site.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import type { BaseDoc } from './base-doc.ts';
import { indexRank, isPlainPath, lastSegment } from './permalinks.ts';
import type { CategoryMetadata } from './sidebar-items.ts';

/** How problems name what they blame. */
export interface Shown {
  doc(file: string): string;
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

/** Documents of one set with one id. */
export function repeatedIds(
  docs: readonly BaseDoc[],
  shown: Shown,
  severity: Problem['severity'],
): Problem[] {
  return duplicates(
    'id',
    docs.map((doc) => claimOf(doc.id, doc, 'id', shown)),
    severity,
  );
}

/** The addresses that a set asks for. */
export function routeClaims(
  docs: readonly BaseDoc[],
  categories: readonly Pick<Category, 'path' | 'label'>[],
  shown: Shown,
): Claim[] {
  return [
    ...docs.map((doc) => claimOf(doc.path, doc, 'slug', shown)),
    ...categories.map(({ path, label }) => ({
      name: path,
      file: shown.sidebarsFile,
      what: `the category "${label}"`,
    })),
  ];
}

/** Pages with one address. One file less a number prefix is another one's name: saying `ids` is enough. */
export function claimedTwice(
  claims: readonly Claim[],
  ids: readonly Problem[],
  severity: Problem['severity'],
): Problem[] {
  const blamed = new Set(ids.filter(({ code }) => code === 'duplicate-id').map(({ file }) => file));
  return duplicates('route', claims, severity).filter(({ file }) => !blamed.has(file));
}

function claimOf(name: string, doc: BaseDoc, key: string, shown: Shown): Claim {
  const file = shown.doc(doc.file);
  return { name, file, line: doc.keyLines[key] };
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

export interface Claim {
  /** The address or id. */
  name: string;
  /** File that claims the name, as it is shown. */
  file: string;
  line?: number | undefined;
  /** What claims it, for a message: `the category "Start"`. Its file unless said. */
  what?: string;
}

/** Names that are claimed more than once; the later claims are blamed, with the first one named. */
function duplicates(
  kind: 'id' | 'route',
  claims: readonly Claim[],
  severity: Problem['severity'],
): Problem[] {
  const first = new Map<string, Claim>();
  const problems: Problem[] = [];
  for (const claim of claims) {
    const { name } = claim;
    const owner = first.get(name);
    if (owner === undefined) first.set(name, claim);
    else {
      const remedy = kind === 'route' ? 'Give one of them another "slug".' : 'Give one of them another "id".';
      problems.push({
        code: `duplicate-${kind}`,
        severity,
        file: claim.file,
        line: claim.line,
        message: `The ${kind} "${name}" of ${claim.what ?? claim.file} is taken by ${owner.what ?? owner.file}. ${remedy}`,
      });
    }
  }
  return problems;
}
