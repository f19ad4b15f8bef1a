import type { IncomingHttpHeaders } from 'node:http';
import type { Route, RouteTable } from '../../model/routes.ts';
import { removeBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { mergeSlashes } from '../gate/merge-slashes.ts';
import type { Release } from './release.ts';

interface LanguageRequest {
  /** Below the base path, decoded. */
  path: string;
  /** Query with its `?`. */
  query: string;
  headers: IncomingHttpHeaders;
  routes: Pick<RouteTable, 'publicPaths'>;
  route?: Pick<Route, 'path'> | undefined;
}

/**
 * Selects the language of an answer and returns the release in that language. A page's path determines its language. A
 * route with one path for all languages uses the language in its query, else that of the referring page or of the page
 * to open next, else the one that the browser prefers.
 */
export function selectLanguage(
  release: Release,
  { path, query, headers, routes, route }: LanguageRequest,
): Release {
  const { languages } = release;
  if (languages.length === 1) return release;
  if (route === undefined || route.path === SEARCH_PATH) return findLanguageAt(release, path) ?? release;
  const referringPage = parseReferer(release, headers);
  return (
    findRequestedLanguage(release, query) ??
    findRequestedLanguage(release, referringPage?.search ?? '') ??
    (referringPage && findPageLanguage(release, referringPage.pathname, routes)) ??
    findPreferredLanguage(release, headers['accept-language']) ??
    release
  );
}

/** The language whose folder contains this path. If several do, the deepest folder counts. */
function findLanguageAt({ languages }: Release, path: string): Release | undefined {
  const mergedPath = mergeSlashes(path);
  const enclosingLanguages = languages.filter((language) => mergedPath.startsWith(language.path));
  return enclosingLanguages.sort((a, b) => b.path.length - a.path.length)[0];
}

/** The language in `?lang=`, which the forms for visitors send, or else that of the page in `?next=`. */
function findRequestedLanguage(release: Release, query: string): Release | undefined {
  const parameters = new URLSearchParams(query);
  const tag = parameters.get('lang');
  const languageByTag = tag === null ? undefined : release.languages.find((language) => language.tag === tag);
  if (languageByTag) return languageByTag;
  const next = findLanguageAt(release, parameters.get('next') ?? '');
  return next?.path === '/' ? undefined : next;
}

/** The URL of the page of this site that contains the link or form. Its path has no base path. */
function parseReferer({ basePath }: Release, { referer, host }: IncomingHttpHeaders): URL | undefined {
  const url = referer === undefined ? null : URL.parse(referer);
  if (url === null || url.host !== host) return undefined;
  const pathBelow = removeBasePath(url.pathname, encodeURI(basePath));
  return pathBelow === undefined ? undefined : (URL.parse(pathBelow + url.search, url.origin) ?? undefined);
}

/**
 * The language of a path, whether a page exists there or not. Clients can send any referrer, and the language of the
 * answer must not reveal which pages exist.
 */
function findPageLanguage(
  release: Release,
  pathname: string,
  { publicPaths }: LanguageRequest['routes'],
): Release | undefined {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  return publicPaths.has(path) ? undefined : findLanguageAt(release, path);
}

/** Finds the best match for the browser's list of languages. Regions are ignored if no language matches exactly. */
function findPreferredLanguage({ languages }: Release, header: string | undefined): Release | undefined {
  const acceptedTags = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, quality: Number(quality ?? 1) };
  });
  const preferredTags = acceptedTags
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const takePrimarySubtag = (tag: string) => tag.toLowerCase().split('-', 1)[0];
  for (const { tag } of preferredTags) {
    const exactLanguage = languages.find((language) => language.tag.toLowerCase() === tag);
    const nearestLanguage =
      exactLanguage ??
      languages.find((language) => takePrimarySubtag(language.tag) === takePrimarySubtag(tag));
    if (nearestLanguage) return nearestLanguage;
  }
  return undefined;
}

/** Removes the language from the path of the search page: each language has its own, and the router knows only one. */
export function toRoutedPath({ languages }: Release, target: string): string {
  for (const { path } of languages) {
    const pathBelow = path === '/' ? undefined : removeBasePath(target, encodeURI(path));
    if (pathBelow !== undefined && (pathBelow === SEARCH_PATH || pathBelow.startsWith(`${SEARCH_PATH}?`)))
      return pathBelow;
  }
  return target;
}
