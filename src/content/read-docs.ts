import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedDoc, parseDoc } from './parsed-doc.ts';

interface DocsListing {
  /** Documents, relative to the docs folder, with `/`, in code-unit order. */
  docs: string[];
  /** `_category_` files: folder → file names, the one that counts first. */
  categoryFiles: Map<string, string[]>;
}

const CATEGORY_FILE = /^_category_\.(?:json|ya?ml)$/;

/** Walks the docs folder; `isDoc` is asked of paths relative to it. Names that start with `.` are not looked at. */
export async function listDocs(docsDir: string, isDoc: (file: string) => boolean): Promise<DocsListing> {
  const listing: DocsListing = { docs: [], categoryFiles: new Map() };
  await walk({ folder: docsDir, relative: '.', parents: [] }, listing, isDoc);
  listing.docs.sort(byCodeUnit);
  for (const names of listing.categoryFiles.values()) names.sort((a, b) => rank(a) - rank(b));
  return listing;
}

function rank(categoryFile: string): number {
  return ['_category_.json', '_category_.yml', '_category_.yaml'].indexOf(categoryFile);
}

interface Walked {
  folder: string;
  relative: string;
  parents: readonly string[];
}

async function walk(
  { folder, relative, parents }: Walked,
  listing: DocsListing,
  isDoc: (file: string) => boolean,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders: { below: string; full: string }[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const full = path.join(folder, name);
    const below = relative === '.' ? name : `${relative}/${name}`;
    const target = entry.isSymbolicLink() ? await stat(full).catch(() => undefined) : entry;
    if (target?.isDirectory()) {
      if (name !== 'node_modules') folders.push({ below, full });
    } else if (target?.isFile()) {
      if (CATEGORY_FILE.test(name))
        listing.categoryFiles.set(relative, [...(listing.categoryFiles.get(relative) ?? []), name]);
      else if (/\.mdx?$/.test(name) && isDoc(below)) listing.docs.push(below);
    }
  }
  for (const { below, full } of folders) {
    // A link to a folder above would be walked for ever.
    const identity = await identityOf(full);
    if (!parents.includes(identity))
      await walk({ folder: full, relative: below, parents: [...parents, identity] }, listing, isDoc);
  }
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}`;
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** More would not be faster: the disk and the parser are busy by then. */
const FILES_AT_ONCE = 32;

interface ReadDoc {
  /** Relative to the docs folder. */
  file: string;
  /** SHA-256 (hex) of the bytes. */
  hash: string;
  parsed: ParsedDoc;
}

/** Reads and parses documents, in the order given; `full` is absolute. `cache` is filled, and spares parsing known bytes. */
export async function readDocs(
  files: readonly { file: string; full: string }[],
  cache: Map<string, ParsedDoc> = new Map(),
): Promise<ReadDoc[]> {
  const docs: ReadDoc[] = [];
  const queue = files.entries();
  const reader = async (): Promise<void> => {
    for (const [index, { file, full }] of queue) {
      const bytes = await readFile(full).catch((error: unknown) => error);
      if (!(bytes instanceof Uint8Array)) {
        docs[index] = { file, hash: '', parsed: unreadable(bytes) };
        continue;
      }
      const hash = createHash('sha256').update(bytes).digest('hex');
      const parsed = cache.get(hash) ?? parseDoc(bytes);
      cache.set(hash, parsed);
      docs[index] = { file, hash, parsed };
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, reader));
  return docs;
}

/** The file is in the folder but does not open; its page is reported, and empty. */
function unreadable(error: unknown): ParsedDoc {
  const reason = error instanceof Error ? error.message : String(error);
  const issue = {
    code: 'unreadable',
    severity: 'error',
    line: 1,
    message: `The file cannot be read: ${reason}.`,
  } as const;
  return { frontMatter: {}, keyLines: {}, issues: [issue] };
}
