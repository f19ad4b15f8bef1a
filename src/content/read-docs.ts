import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedDoc, parseDoc } from './parsed-doc.ts';

/** More would not be faster: the disk and the parser are busy by then. */
const FILES_AT_ONCE = 32;

export interface ReadDoc {
  /** Relative to the docs folder. */
  file: string;
  /** SHA-256 (hex) of the bytes. */
  hash: string;
  parsed: ParsedDoc;
}

/** Reads and parses documents, in the order given. `cache` is filled, and spares parsing known bytes. */
export async function readDocs(
  docsDir: string,
  files: readonly string[],
  cache: Map<string, ParsedDoc> = new Map(),
): Promise<ReadDoc[]> {
  const docs: ReadDoc[] = [];
  const queue = files.entries();
  const reader = async (): Promise<void> => {
    for (const [index, file] of queue) {
      const bytes = await readFile(path.join(docsDir, file)).catch((error: unknown) => error);
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

/** The file stands in the folder but does not open; its page is reported, and empty. */
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
