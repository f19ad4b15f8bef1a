import { hash } from 'node:crypto';

/** Hash for file names: 16 hex characters of the SHA-256, because some file systems ignore case. */
export function hashForFileName(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}

/** File names with a hash of the content, as builds write them: `page.0123456789abcdef.html`. */
const namedByContent = /\.([0-9a-f]{16})\.[A-Za-z0-9]+$/;

/** Whether the content of a file matches the hash in its name. True for a name without a hash. */
export function hasNamedContent(file: string, content: string | Uint8Array): boolean {
  const expected = namedByContent.exec(file)?.[1];
  return expected === undefined || hashForFileName(content) === expected;
}
