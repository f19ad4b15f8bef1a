import type { Encoding } from './accept-encoding.ts';

/** A strong entity tag, so each encoding has a different one. */
export function formatEntityTag(hash: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}

/** Whether `If-None-Match` contains this tag. Supports weak comparison, lists and `*` (RFC 9110, section 13.1.2). */
export function matchesEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag) return true;
  if (header.trim() === '*') return true;
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}
