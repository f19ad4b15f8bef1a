import { stripPathPrefixes } from './number-prefix.ts';

/** Where a document lies: `folder` is `.` for the docs folder itself. */
export interface SourcePlace {
  folder: string;
  /** File name without its extension. */
  name: string;
}

export interface SlugInput extends SourcePlace {
  /** Front matter `id`, else the file name less its number prefix. */
  baseId: string;
  /** Front matter `slug`. */
  slug?: string | undefined;
  stripPrefixes: boolean;
}

/** `index`, `readme` or the folder's own name, in any case; names are compared as they lie on disk. */
export function isIndexDocument(place: SourcePlace): boolean {
  return indexRank(place) !== undefined;
}

/** 0 for `index`, 1 for `readme`, 2 for the folder's name: which of several index documents comes first. */
export function indexRank({ folder, name }: SourcePlace): number | undefined {
  const names = ['index', 'readme', ...(folder === '.' ? [] : [lastSegment(folder).toLowerCase()])];
  const rank = names.indexOf(name.toLowerCase());
  return rank === -1 ? undefined : rank;
}

/** Address of a document below the docs root, starting with `/`. */
export function documentSlug(input: SlugInput): string {
  if (input.slug?.startsWith('/')) return input.slug;
  const folder = input.stripPrefixes ? stripPathPrefixes(input.folder) : input.folder;
  const base = input.folder === '.' ? '/' : `/${folder}/`;
  if (!input.slug && isIndexDocument(input)) return base;
  return resolvePath(input.slug ?? input.baseId, base);
}

/** Resolves a relative path against a folder (which ends in `/`); going above the root stays at the root. */
export function resolvePath(path: string, folder: string): string {
  const segments = path.startsWith('/')
    ? path.split('/')
    : [...folder.split('/').slice(0, -1), ...path.split('/')];
  const last = segments.at(-1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  if (kept[0] !== '') kept.unshift('');
  const resolved = kept.join('/');
  return (last === '.' || last === '..') && !resolved.endsWith('/') ? `${resolved}/` : resolved;
}

/** True when a browser would leave the path as it is, apart from percent-encoding. */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    const { pathname } = new URL(path, 'https://example.org');
    return pathname === path || pathname === encodeURI(path);
  } catch {
    return false;
  }
}

/** Joins a base path and a slug with one slash; a slash before `&` is lost, as it is in Docusaurus. */
export function joinPath(base: string, slug: string): string {
  return `${base.replace(/\/+$/, '')}/${slug}`.replace(/\/{2,}/g, '/').replace(/\/(?=[?&]|#[^!])/g, '');
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `/docs/a/` and `/docs/a` are one page; the root keeps its slash. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
