import { canonicalText } from '../shared/canonical-text.ts';

/** Where a document lies: `folder` is `.` for the docs folder itself. */
interface SourceFile {
  folder: string;
  /** File name without its extension. */
  name: string;
}

interface SlugInput extends SourceFile {
  /** Front matter `id`, else the file name less its number prefix. */
  baseId: string;
  /** Front matter `slug`. */
  slug?: string | undefined;
  splitNumberPrefix: PrefixParser;
}

/**
 * 0 for `index`, 1 for `readme`, 2 for the folder's name, in any case and as they lie on disk: which of several index
 * documents comes first. No other document has one.
 */
export function indexRank({ folder, name }: SourceFile): number | undefined {
  const names = ['index', 'readme', ...(folder === '.' ? [] : [lastSegment(folder).toLowerCase()])];
  const rank = names.map(canonicalText).indexOf(canonicalText(name).toLowerCase());
  return rank === -1 ? undefined : rank;
}

/** Address of a document below the docs root, starting with `/`. */
export function documentSlug(input: SlugInput): string {
  if (input.slug?.startsWith('/')) return input.slug;
  const folder = stripPathPrefixes(input.folder, input.splitNumberPrefix);
  const base = input.folder === '.' ? '/' : `/${folder}/`;
  if (!input.slug && indexRank(input) !== undefined) return base;
  return resolvePath(input.slug ?? input.baseId, base);
}

/** Resolves a relative path against a folder (which ends in `/`); going above the root stays at the root. */
export function resolvePath(written: string, folder: string): string {
  const path = canonicalText(written);
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

/** Joins a base path and a slug with one slash, in the canonical form; a slash before `&` is lost, as it is in Docusaurus. */
export function joinPath(base: string, slug: string): string {
  const joined = `${base.replace(/\/+$/, '')}/${slug}`;
  return canonicalText(joined)
    .replace(/\/{2,}/g, '/')
    .replace(/\/(?=[?&]|#[^!])/g, '');
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `/docs/a/` and `/docs/a` are one page; the root keeps its slash. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Digits, then separators with optional blanks around them, then something that is not a separator. */
const PREFIX = /^(?<digits>\d+)\s*[-_.]+\s*(?<rest>[^-_.\s].*)$/;
/** `2021-11-note`, `7.0-release`: a date or a version, not an order. */
const DATE_OR_VERSION = /^\d+[-_.]\d+/;

/** Splits an order off the name of a file or folder. */
export type PrefixParser = (name: string) => PrefixedName;

interface PrefixedName {
  name: string;
  /** Order that the prefix asks for; absent when there is none. */
  position?: number | undefined;
}

/** Names stay as they are. */
export const noNumberPrefix: PrefixParser = (name) => ({ name });

/** `01-intro` → `intro`, 1. */
export function splitNumberPrefix(name: string): PrefixedName {
  const parts = DATE_OR_VERSION.test(name) ? undefined : PREFIX.exec(name)?.groups;
  if (parts?.digits === undefined || parts.rest === undefined) return { name };
  return { name: parts.rest, position: Number.parseInt(parts.digits, 10) };
}

/** The same for every segment of a folder's path. */
export function stripPathPrefixes(folder: string, split: PrefixParser): string {
  return folder
    .split('/')
    .map((segment) => split(segment).name)
    .join('/');
}
