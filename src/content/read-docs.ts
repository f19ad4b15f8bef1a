import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderTree } from '../shared/folder-tree.ts';
import { inParallel } from '../shared/in-parallel.ts';
import { reasonOf } from '../shared/reason.ts';
import { type ParsedDoc, parseDoc } from './parsed-doc.ts';

const CATEGORY_FILES = ['_category_.json', '_category_.yml', '_category_.yaml'];

/** Walks the docs folder; `isDoc` is asked of paths relative to it. Names that start with `.` are not looked at. */
export function listDocs(docsDir: string, isDoc: (file: string) => boolean) {
  const { files } = folderTree(docsDir, {
    ignore: (name) => name.startsWith('.') || name === 'node_modules',
  });
  const isCategoryFile = (file: string) => CATEGORY_FILES.includes(nameOf(file));
  const categoryFiles = Map.groupBy(files.filter(isCategoryFile), (file) => path.posix.dirname(file));
  return {
    /** Relative to the docs folder, with `/`, in code-unit order. */
    docs: files.filter((file) => /\.mdx?$/.test(file) && isDoc(file)),
    /** `_category_` files: folder → file names, the one that counts first. */
    categoryFiles: new Map([...categoryFiles].map(([folder, own]) => [folder, own.map(nameOf).sort(byRank)])),
  };
}

const nameOf = (file: string) => path.posix.basename(file);
const byRank = (a: string, b: string) => CATEGORY_FILES.indexOf(a) - CATEGORY_FILES.indexOf(b);

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
export function readDocs(
  files: readonly { file: string; full: string }[],
  cache: Map<string, ParsedDoc> = new Map(),
): Promise<ReadDoc[]> {
  return inParallel(files, FILES_AT_ONCE, async ({ file, full }) => {
    const bytes = await readFile(full).catch((error: unknown) => error);
    if (!(bytes instanceof Uint8Array)) return { file, hash: '', parsed: unreadable(bytes) };
    const hash = createHash('sha256').update(bytes).digest('hex');
    const parsed = cache.get(hash) ?? parseDoc(bytes);
    cache.set(hash, parsed);
    return { file, hash, parsed };
  });
}

/** The file is in the folder but does not open; its page is reported, and empty. */
function unreadable(error: unknown): ParsedDoc {
  const message = `The file cannot be read: ${reasonOf(error)}.`;
  return {
    frontMatter: {},
    keyLines: {},
    issues: [{ code: 'unreadable', severity: 'error', line: 1, message }],
  };
}
