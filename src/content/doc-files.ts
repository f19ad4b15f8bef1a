import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface DocsListing {
  /** Documents, relative to the docs folder, with `/`, in code-unit order. */
  docs: string[];
  /** `_category_` files: folder → file names, the one that counts first. */
  categoryFiles: Map<string, string[]>;
}

const CATEGORY_FILE = /^_category_\.(?:json|ya?ml)$/;

/** Walks the docs folder. Names that start with `_` or `.` are no documents; neither is what lies below them. */
export async function listDocs(docsDir: string): Promise<DocsListing> {
  const listing: DocsListing = { docs: [], categoryFiles: new Map() };
  await walk(docsDir, '.', listing, []);
  listing.docs.sort(byCodeUnit);
  for (const names of listing.categoryFiles.values()) names.sort((a, b) => rank(a) - rank(b));
  return listing;
}

function rank(categoryFile: string): number {
  return ['_category_.json', '_category_.yml', '_category_.yaml'].indexOf(categoryFile);
}

async function walk(
  folder: string,
  relative: string,
  listing: DocsListing,
  parents: readonly string[],
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders: { name: string; full: string }[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const full = path.join(folder, name);
    const target = entry.isSymbolicLink() ? await stat(full).catch(() => undefined) : entry;
    if (target?.isDirectory()) {
      if (!name.startsWith('_')) folders.push({ name, full });
    } else if (target?.isFile()) {
      if (CATEGORY_FILE.test(name))
        listing.categoryFiles.set(relative, [...(listing.categoryFiles.get(relative) ?? []), name]);
      else if (/\.mdx?$/.test(name) && !name.startsWith('_'))
        listing.docs.push(relative === '.' ? name : `${relative}/${name}`);
    }
  }
  for (const { name, full } of folders) {
    const below = relative === '.' ? name : `${relative}/${name}`;
    // A link to a folder above would be walked for ever.
    const identity = await identityOf(full);
    if (!parents.includes(identity)) await walk(full, below, listing, [...parents, identity]);
  }
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}`;
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
