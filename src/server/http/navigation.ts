import type { IncomingHttpHeaders } from 'node:http';

/** Whether a person opens an address, so that a page is the right answer and not an error code. */
export function isNavigation(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return headers.accept?.toLowerCase().includes('text/html') ?? false;
}
