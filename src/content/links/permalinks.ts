import { toCanonicalText } from '../../shared/canonical-text.ts';

/** The place of a document. `folder` is `.` for the docs folder itself. */
interface SourceFile {
  folder: string;
  /** File name without its extension. */
  name: string;
}

interface SlugInput extends SourceFile {
  /** Front matter `id`, otherwise the file name without its number prefix. */
  baseId: string;
  /** Front matter `slug`. */
  slug?: string | undefined;
  splitNumberPrefix: PrefixParser;
}

/**
 * Rank of an index document: 0 for `index`, 1 for `readme`, 2 for the name of its folder on disk, in any case. The
 * lowest rank wins. Other documents have none.
 */
export function rankIndexFile({ folder, name }: SourceFile): number | undefined {
  const names = ['index', 'readme', ...(folder === '.' ? [] : [getLastSegment(folder).toLowerCase()])];
  const rank = names.map(toCanonicalText).indexOf(toCanonicalText(name).toLowerCase());
  return rank === -1 ? undefined : rank;
}

/** The address of a document below the docs root. It starts with `/`. */
export function computeSlug(input: SlugInput): string {
  if (input.slug?.startsWith('/')) return input.slug;
  const folder = stripPathPrefixes(input.folder, input.splitNumberPrefix);
  const base = input.folder === '.' ? '/' : `/${folder}/`;
  if (!input.slug && rankIndexFile(input) !== undefined) return base;
  return resolvePath(input.slug ?? input.baseId, base);
}

/** Resolves a relative path against a folder that ends in `/`. The root has no parent. */
export function resolvePath(relativePath: string, folder: string): string {
  const path = toCanonicalText(relativePath);
  const segments = path.startsWith('/')
    ? path.split('/')
    : [...folder.split('/').slice(0, -1), ...path.split('/')];
  const last = segments.at(-1);
  const resolvedSegments: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolvedSegments.pop();
    else if (segment !== '.') resolvedSegments.push(segment);
  }
  if (resolvedSegments[0] !== '') resolvedSegments.unshift('');
  const resolvedPath = resolvedSegments.join('/');
  return (last === '.' || last === '..') && !resolvedPath.endsWith('/') ? `${resolvedPath}/` : resolvedPath;
}

/** True if a browser leaves the path as it is, apart from percent-encoding. */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    const { pathname } = new URL(path, 'https://example.org');
    return pathname === path || pathname === encodeURI(path);
  } catch {
    return false;
  }
}

/** Joins a base path and a slug with one slash, in canonical form. As in Docusaurus, a slash before `&` is lost. */
export function joinPath(base: string, slug: string): string {
  const joinedPath = `${base.replace(/\/+$/, '')}/${slug}`;
  return toCanonicalText(joinedPath)
    .replace(/\/{2,}/g, '/')
    .replace(/\/(?=[?&]|#[^!])/g, '');
}

export function getLastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `/docs/a/` and `/docs/a` are the same page. The root keeps its slash. */
export function removeSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Digits, separators with optional spaces around them, then something that isn't a separator. */
const PREFIX = /^(?<digits>\d+)\s*[-_.]+\s*(?<rest>[^-_.\s].*)$/;
/** `2021-11-note` and `7.0-release` start with a date or a version, not with a position. */
const DATE_OR_VERSION = /^\d+[-_.]\d+/;

/** Splits a position off the name of a file or folder. */
export type PrefixParser = (name: string) => PrefixedName;

interface PrefixedName {
  name: string;
  /** Undefined without a prefix. */
  position?: number | undefined;
}

/** Leaves names as they are. */
export const keepNumberPrefix: PrefixParser = (name) => ({ name });

/** `01-intro` → `intro`, 1. */
export function splitNumberPrefix(name: string): PrefixedName {
  const parts = DATE_OR_VERSION.test(name) ? undefined : PREFIX.exec(name)?.groups;
  if (parts?.digits === undefined || parts.rest === undefined) return { name };
  return { name: parts.rest, position: Number.parseInt(parts.digits, 10) };
}

/** Strips the prefix of every segment of a folder's path. */
export function stripPathPrefixes(folder: string, split: PrefixParser): string {
  return folder
    .split('/')
    .map((segment) => split(segment).name)
    .join('/');
}
