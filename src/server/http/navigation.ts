import type { IncomingHttpHeaders } from 'node:http';
import { findMediaQuality } from './media-ranges.ts';

/** Whether a browser opens a page, so that a failed request should be answered with a page and not with JSON. */
export function isNavigation(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  const { accept = '' } = headers;
  return /text\/html/i.test(accept) && findMediaQuality(accept, 'text/html') > 0;
}
