import type { Category } from '../model/site.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import type { BaseDoc } from './documents/base-doc.ts';
import { getLastSegment, isPlainPath, rankIndexFile } from './links/permalinks.ts';
import type { CategoryMetadata } from './sidebars/sidebar-items.ts';

/** How problems name the files that they're about. */
export interface DisplayNames {
  nameDoc(file: string): string;
  nameCategoryFile(folder: string): string;
  sidebarsFile: string;
}

/** Finds documents whose address a browser would change. */
export function findWrongPaths(docs: readonly BaseDoc[], displayNames: DisplayNames): Problem[] {
  return docs
    .filter(({ slug }) => !isPlainPath(slug))
    .map((doc) => ({
      code: 'slug',
      severity: 'error',
      file: displayNames.nameDoc(doc.file),
      line: doc.keyLines.slug,
      message: `"${doc.slug}" can't be the address of a page. Set a "slug" without characters that are reserved in addresses.`,
    }));
}

/** Finds documents of one set that have the same id. */
export function findRepeatedIds(
  docs: readonly BaseDoc[],
  displayNames: DisplayNames,
  severity: Problem['severity'],
): Problem[] {
  return findDuplicates(
    'id',
    docs.map((doc) => createClaim(doc.id, doc, 'id', displayNames)),
    severity,
  );
}

/** Collects the addresses that a set uses. */
export function collectRouteClaims(
  docs: readonly BaseDoc[],
  categories: readonly Pick<Category, 'path' | 'label'>[],
  displayNames: DisplayNames,
): Claim[] {
  return [
    ...docs.map((doc) => createClaim(doc.path, doc, 'slug', displayNames)),
    ...categories.map(({ path, label }) => ({
      name: path,
      file: displayNames.sidebarsFile,
      what: `the category "${label}"`,
    })),
  ];
}

/**
 * Finds pages with the same address. Two files that differ only in a number prefix share their id too. Reporting the
 * id is enough then, so the files in `ids` are skipped.
 */
export function findRouteConflicts(
  claims: readonly Claim[],
  ids: readonly Problem[],
  severity: Problem['severity'],
): Problem[] {
  const reportedFiles = new Set(ids.filter(({ code }) => code === 'duplicate-id').map(({ file }) => file));
  return findDuplicates('route', claims, severity).filter(({ file }) => !reportedFiles.has(file));
}

function createClaim(name: string, doc: BaseDoc, key: string, displayNames: DisplayNames): Claim {
  const file = displayNames.nameDoc(doc.file);
  return { name, file, line: doc.keyLines[key] };
}

/** Keeps one document per address: an index document before a README, otherwise the first file. */
export function removeRepeatedPaths(docs: readonly BaseDoc[]): BaseDoc[] {
  const owners = new Map<string, BaseDoc>();
  for (const doc of docs) {
    const owner = owners.get(doc.path);
    if (owner === undefined || (rankIndexFile(doc) ?? 3) < (rankIndexFile(owner) ?? 3))
      owners.set(doc.path, doc);
  }
  return docs.filter((doc) => owners.get(doc.path) === doc);
}

/** Checks the `link` of category files. One that names no document is reported and treated as `link: null`. */
export function checkCategories(
  categories: ReadonlyMap<string, CategoryMetadata>,
  docs: ReadonlyMap<string, BaseDoc>,
  draftIds: ReadonlySet<string>,
  displayNames: DisplayNames,
): { categories: Map<string, CategoryMetadata>; problems: Problem[] } {
  const problems: Problem[] = [];
  const inFolder = Map.groupBy(docs.values(), ({ folder }) => folder);
  const checkedCategories = [...categories].map(([folder, metadata]): [string, CategoryMetadata] => {
    const id = metadata.link?.type === 'doc' ? metadata.link.id : undefined;
    const local = (inFolder.get(folder) ?? []).map((doc) => getLastSegment(doc.id));
    if (id === undefined || local.includes(id) || docs.has(id)) return [folder, metadata];
    if (!draftIds.has(id)) {
      const file = displayNames.nameCategoryFile(folder);
      const message = `The "link" of the category names no document: no id is "${id}".${didYouMean(id, [...local, ...docs.keys()])}`;
      problems.push({ code: 'category-file', severity: 'error', file, message });
    }
    return [folder, { ...metadata, link: null }];
  });
  return { categories: new Map(checkedCategories), problems };
}

/** The use of an address or id by a file. */
export interface Claim {
  /** The address or id. */
  name: string;
  /** File that claims the name, as it is shown. */
  file: string;
  line?: number | undefined;
  /** Subject for the message, such as `the category "Start"`. Defaults to the file. */
  what?: string;
}

/** Finds names that are used twice. The later use is reported and the message names the first. */
function findDuplicates(
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
        message: `The ${kind} "${name}" of ${claim.what ?? claim.file} is already used by ${owner.what ?? owner.file}. ${remedy}`,
      });
    }
  }
  return problems;
}
