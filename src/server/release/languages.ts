import type { IncomingHttpHeaders } from 'node:http';
import { type Route, routes } from '../../model/routes.ts';
import { belowBasePath, SEARCH_PATH } from '../../model/urls.ts';
import type { Release } from './release.ts';

interface LanguageRequest {
  /** Below the base path, decoded. */
  path: string;
  /** With its `?`. */
  query: string;
  headers: IncomingHttpHeaders;
  route?: Pick<Route, 'path'> | undefined;
}

/**
 * The release in the words of whoever asks. A page speaks the language that it is in. What has one address for all
 * languages speaks the one that its address names, else the one that the reader comes from or wants to go to, else the
 * one that the browser prefers.
 */
export function inLanguageOf(release: Release, { path, query, headers, route }: LanguageRequest): Release {
  const { languages } = release;
  if (languages.length === 1) return release;
  if (route === undefined || route.path === SEARCH_PATH) return languageAt(release, path) ?? release;
  const from = cameFrom(release, headers);
  return (
    named(release, query) ??
    named(release, from?.search ?? '') ??
    (from && pageLanguage(release, from.pathname)) ??
    preferred(release, headers['accept-language']) ??
    release
  );
}

/** The one whose pages lie innermost around this path. */
function languageAt({ languages }: Release, path: string): Release | undefined {
  const around = languages.filter((language) => path.startsWith(language.path));
  return around.sort((a, b) => b.path.length - a.path.length)[0];
}

/** By `?lang=`, as the forms of visitors have it, or by where a sign-in leads, if that says anything. */
function named(release: Release, query: string): Release | undefined {
  const parameters = new URLSearchParams(query);
  const tag = parameters.get('lang');
  const own = tag === null ? undefined : release.languages.find((language) => language.tag === tag);
  if (own) return own;
  const next = languageAt(release, parameters.get('next') ?? '');
  return next?.path === '/' ? undefined : next;
}

/** The page of this site whose link or form this is. */
function cameFrom({ basePath }: Release, { referer, host }: IncomingHttpHeaders): URL | undefined {
  const url = referer === undefined ? null : URL.parse(referer);
  if (url === null || url.host !== host) return undefined;
  const below = belowBasePath(url.pathname, encodeURI(basePath));
  return below === undefined ? undefined : (URL.parse(below + url.search, url.origin) ?? undefined);
}

/** The visitors' own pages are at one address in all languages. */
const visitorPaths: ReadonlySet<string> = new Set(
  routes.flatMap(({ access, path }) => (access === 'public' ? [path] : [])),
);

/**
 * Of what has an address in one language, whether it is there or not: anybody may say that they come from there, and
 * would learn by the words of the answer which pages there are.
 */
function pageLanguage(release: Release, pathname: string): Release | undefined {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  return visitorPaths.has(path) ? undefined : languageAt(release, path);
}

/** By the browser's list, the one it wants most first; a region's language is that of all its regions. */
function preferred({ languages }: Release, header: string | undefined): Release | undefined {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, quality: Number(quality ?? 1) };
  });
  const sorted = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  const primary = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  for (const { tag } of sorted) {
    const exact = languages.find((language) => language.tag.toLowerCase() === tag);
    const near = exact ?? languages.find((language) => primary(language.tag) === primary(tag));
    if (near) return near;
  }
  return undefined;
}

/** The router knows one address of the page of results; each language has its own. */
export function routedPath({ languages }: Release, target: string): string {
  for (const { path } of languages) {
    const below = path === '/' ? undefined : belowBasePath(target, encodeURI(path));
    if (below !== undefined && (below === SEARCH_PATH || below.startsWith(`${SEARCH_PATH}?`))) return below;
  }
  return target;
}
