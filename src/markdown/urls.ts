import { hasProtocol } from '../model/written-links.ts';

interface UrlParts {
  path: string;
  /** Includes the `?`, or is empty. */
  search: string;
  /** Includes the `#`, or is empty. */
  hash: string;
}

export function splitUrl(url: string): UrlParts {
  const hashAt = url.indexOf('#');
  const beforeHash = hashAt < 0 ? url : url.slice(0, hashAt);
  const searchAt = beforeHash.indexOf('?');
  return {
    path: searchAt < 0 ? beforeHash : beforeHash.slice(0, searchAt),
    search: searchAt < 0 ? '' : beforeHash.slice(searchAt),
    hash: hashAt < 0 ? '' : url.slice(hashAt),
  };
}

/**
 * Resolves a URL as a browser does on the page `base`, a path with or without a trailing slash. An empty query or
 * fragment is removed.
 */
export function resolveUrl(url: string, base: string): string {
  if (url.startsWith('#') || hasProtocol(url)) return url;
  const { path, ...rest } = splitUrl(url);
  const [search, hash] = [rest.search, rest.hash].map((part) => (part.length === 1 ? '' : part));
  if (path === '') return `${base}${search}${hash}`;
  const segments = path.startsWith('/') ? [] : base.split('/').slice(0, -1);
  segments.push(...path.split('/'));
  const resolvedSegments: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '..') resolvedSegments.pop();
    else if (segment !== '.' && (segment !== '' || last)) resolvedSegments.push(segment);
    if (last && (segment === '.' || segment === '..')) resolvedSegments.push('');
  }
  return `/${resolvedSegments.join('/')}${search}${hash}`;
}

/** Encodes what isn't encoded yet and keeps existing escapes. */
export function encodeUrl(url: string): string {
  return url.replace(/%(?![0-9a-fA-F]{2})|[^%]+/gu, (part) =>
    part === '%' ? '%25' : encodeURI(part.toWellFormed()),
  );
}
