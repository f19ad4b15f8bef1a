import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readFolderTree } from '../../shared/folder-tree.ts';
import { runInParallel } from '../../shared/in-parallel.ts';
import { describeFileReason } from '../../shared/reason.ts';
import { type ParsedDoc, parseDoc } from './parsed-doc.ts';

const CATEGORY_FILES = ['_category_.json', '_category_.yml', '_category_.yaml'];

/** Lists documents and category files. `isDoc` gets paths relative to the docs folder. Hidden names are skipped. */
export function listDocs(docsDir: string, isDoc: (file: string) => boolean) {
  const { files } = readFolderTree(docsDir, {
    ignore: (name) => name.startsWith('.') || name === 'node_modules',
  });
  const isCategoryFile = (file: string) => CATEGORY_FILES.includes(readBaseName(file));
  const categoryFiles = Map.groupBy(files.filter(isCategoryFile), (file) => path.posix.dirname(file));
  return {
    /** Relative to the docs folder, with `/` as separator, sorted by code unit. */
    docs: files.filter((file) => /\.mdx?$/.test(file) && isDoc(file)),
    /** `_category_` files by folder. The first name in each list counts. */
    categoryFiles: new Map(
      [...categoryFiles].map(([folder, categoryFileNames]) => [
        folder,
        categoryFileNames.map(readBaseName).sort(compareRanks),
      ]),
    ),
  };
}

const readBaseName = (file: string) => path.posix.basename(file);
const compareRanks = (a: string, b: string) => CATEGORY_FILES.indexOf(a) - CATEGORY_FILES.indexOf(b);

export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A higher number isn't faster, because disk and parser are busy already. */
const FILES_AT_ONCE = 32;

interface ReadDoc {
  /** Relative to the docs folder. */
  file: string;
  /** SHA-256 (hex) of the bytes. */
  hash: string;
  parsed: ParsedDoc;
}

/**
 * Reads and parses documents in the given order. `full` is an absolute path. Parse results are stored in `cache` by
 * hash and reused for the same bytes.
 */
export function readDocs(
  files: readonly { file: string; full: string }[],
  cache: Map<string, ParsedDoc> = new Map(),
): Promise<ReadDoc[]> {
  return runInParallel(files, FILES_AT_ONCE, async ({ file, full }) => {
    const bytes = await readFile(full).catch((error: unknown) => error);
    if (!(bytes instanceof Uint8Array)) return { file, hash: '', parsed: createUnreadableDoc(bytes) };
    const hash = createHash('sha256').update(bytes).digest('hex');
    const parsedDoc = cache.get(hash) ?? parseDoc(bytes);
    cache.set(hash, parsedDoc);
    return { file, hash, parsed: parsedDoc };
  });
}

/** The result for a file that can't be opened. Its page is empty and the problem is reported. */
function createUnreadableDoc(error: unknown): ParsedDoc {
  const message = `The file can't be read: ${describeFileReason(error)}.`;
  return {
    frontMatter: {},
    keyLines: {},
    issues: [{ code: 'unreadable', severity: 'error', line: 1, message }],
  };
}
