import { hash } from 'node:crypto';

/** For file names, where case may not matter: 16 hex characters of the SHA-256. */
export function nameHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}

/** `page.0123456789abcdef.html`, as builds name what they write. */
const namedByContent = /\.([0-9a-f]{16})\.[A-Za-z0-9]+$/;

/** Whether a file still holds what its name was made from. A name without a hash says nothing, so that's true. */
export function hasNamedContent(file: string, content: string | Uint8Array): boolean {
  const expected = namedByContent.exec(file)?.[1];
  return expected === undefined || nameHash(content) === expected;
}
