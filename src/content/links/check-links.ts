import type { Audience } from '../../model/audience.ts';
import type { VariantKey } from '../../model/parts.ts';
import type { Site } from '../../model/site.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { findNearName } from '../../shared/near-name.ts';
import type { LanguageProblem, Problem } from '../../shared/problem.ts';
import { getLastSegment, removeSlash, resolvePath } from './permalinks.ts';
import { listBlogLists, listRoutes } from './routes.ts';

interface LinkTargets {
  site: Site;
  /** The compiled documents and Markdown pages. */
  articles: readonly LinkedArticle[];
  /** Whether a path leads to a static file. */
  assetExists?: (path: string) => boolean;
  /** Suggests the static file that a path differs from only in upper and lower case: see `suggestOtherCase`. */
  suggestAsset?: (path: string) => string;
}

/** A file with links, such as a document or a sidebars file. `file` is its path for display. */
export interface LinkList {
  file: string;
  links: readonly ArticleLink[];
}

export interface ArticleLink {
  /** The link's target in the HTML: an unencoded path that may have a query and fragment, or `https://…`. */
  href: string;
  /** The link's target in the source. */
  written: string;
  /** False for a raw `<a href>` and for `pathname://`, which stay as written. */
  checked: boolean;
  /** A raw link. Docusaurus doesn't check these, so a broken one is only a warning. */
  raw?: true;
  line?: number | undefined;
  column?: number | undefined;
}

export interface LinkedArticle extends LinkList {
  path: string;
  /** Every `id` in the HTML, except those in drawings. */
  anchors: readonly string[];
  /** Other targets of fragments: `<a name>` and ids in drawings. They may repeat. */
  names?: readonly string[] | undefined;
  /** True if the article didn't compile, so that its headings are unknown. */
  failed?: boolean | undefined;
  /** For an article with parts for audiences: the links in each variant. */
  parts?:
    | { audiences: readonly Audience[]; variants: Record<VariantKey, { hrefs: readonly string[] }> }
    | undefined;
}

/** Finds out what is wrong with a link on the page `from`. Undefined for a link that leads to something. */
type LinkCheck = (href: string, from: string) => Omit<LanguageProblem, 'severity'> | undefined;

/** Creates a check for links to pages that don't exist, and to headings that the page doesn't have. */
export function createLinkCheck({ site, articles, assetExists, suggestAsset }: LinkTargets): LinkCheck {
  const routes = listRoutes(site);
  const pages = new Set(routes.map(removeSlash));
  const anchors = new Map(articles.map((article) => [removeSlash(article.path), collectIds(article)]));
  const withoutAnchors = new Set(
    [
      ...site.pages.filter(({ kind }) => kind === 'react').map(({ path }) => path),
      ...articles.filter(({ failed }) => failed).map(({ path }) => path),
      ...site.blogs.flatMap(listBlogLists),
    ].map(removeSlash),
  );
  // A component can have pages of its own behind the fragment, such as the operations of an API: `#/operations/list`.
  const componentPages = new Set(
    site.pages.filter(({ kind }) => kind === 'component').map(({ path }) => removeSlash(path)),
  );
  const redirects = new Map(site.redirects.map(({ from, to }) => [removeSlash(from), to]));
  return (href, from) => {
    const { path, hash } = splitLink(href, from);
    const target = [path, toCanonicalText(decodeUrl(path))]
      .map(removeSlash)
      .find((candidate) => pages.has(candidate));
    if (target === undefined) {
      // The server also answers the address of a file with a surplus slash.
      const files = [path, decodeUrl(path)].map(removeSlash);
      if (files.some((file) => assetExists?.(file))) return undefined;
      return {
        code: 'broken-link',
        message: explainMissingPage(path, redirects.get(removeSlash(path)), routes, suggestAsset),
        missingPage: toCanonicalText(decodeUrl(path)),
      };
    }
    const fragment = toCanonicalText(decodeUrl(hash.replace(/:~:.*$/s, '')));
    if (fragment === '' || withoutAnchors.has(target)) return undefined;
    if (/^!?\//.test(fragment) && componentPages.has(target)) return undefined;
    // HTML, "select the indicated part": `#top` always means the top of the document.
    if (fragment.toLowerCase() === 'top') return undefined;
    const ids = anchors.get(target) ?? new Set();
    if (ids.has(fragment)) return undefined;
    const similarId = findNearName(fragment, ids);
    const hint = similarId === undefined ? '' : ` Did you mean "#${similarId}"?`;
    return { code: 'broken-anchor', message: `nothing on ${target} has the id "${fragment}".${hint}` };
  };
}

/** Finds links to pages that don't exist, and to headings that the page doesn't have. */
export function checkLinks({
  lists = [],
  ...targets
}: LinkTargets & {
  /** Files with links that aren't pages, such as sidebars files. */
  lists?: readonly LinkList[];
}): Problem[] {
  const check = createLinkCheck(targets);
  const { articles } = targets;
  const findBrokenLinks = ({ file, links }: LinkList, from: string) =>
    links.flatMap(({ href, written: writtenLink, checked, raw, line, column }): LanguageProblem[] => {
      const fault = (checked || raw) && isInternal(href) ? check(href, from) : undefined;
      if (!fault) return [];
      const message = `Broken link "${writtenLink}": ${fault.message}`;
      return [{ ...fault, severity: raw ? 'warning' : 'error', file, line, column, message }];
    });
  return [
    ...articles.flatMap((article) => [
      ...findBrokenLinks(article, article.path),
      ...findRepeatedIds(article),
    ]),
    ...lists.flatMap((list) => findBrokenLinks(list, '/')),
  ];
}

/** A browser compares a fragment as written first and then decoded, so `id="a%20b"` has two names. */
function collectIds({ anchors, names = [] }: LinkedArticle): ReadonlySet<string> {
  return new Set(
    [...anchors, ...names].flatMap((id) => [toCanonicalText(id), toCanonicalText(decodeUrl(id))]),
  );
}

/** Repeated ids that a warning names. */
const NAMED_IDS_MAX = 5;

/** Docusaurus accepts repeated ids and browsers go to the first, so this is only a warning. */
function findRepeatedIds({ file, anchors }: LinkedArticle): Problem[] {
  const seen = new Set<string>();
  const repeatedIds = [...new Set(anchors.filter((id) => seen.size === seen.add(id).size))];
  if (repeatedIds.length === 0) return [];
  const names = repeatedIds.slice(0, NAMED_IDS_MAX).map((id) => `"${id}"`);
  const more = repeatedIds.length - names.length;
  const rest = more === 0 ? '' : ` and ${more} more`;
  const message = `Several headings or elements have the same id: ${names.join(', ')}${rest}. Links lead to the first one: give each an id of its own.`;
  return [{ code: 'duplicate-anchor', severity: 'warning', file, message }];
}

function explainMissingPage(
  path: string,
  redirect: string | undefined,
  routes: readonly string[],
  suggestAsset: LinkTargets['suggestAsset'],
): string {
  if (redirect !== undefined) return `the page has moved. Link to "${redirect}".`;
  const assetHint = suggestAsset?.(decodeUrl(path)) ?? '';
  if (assetHint !== '') return `there is no page or file at ${path}.${assetHint}`;
  const similarPath = findNearName(path, routes) ?? findSameName(path, routes);
  return `there is no page at ${path}.${similarPath === undefined ? '' : ` Did you mean "${similarPath}"?`}`;
}

/** Finds the page of the same name in another folder, if there is exactly one. */
function findSameName(path: string, routes: readonly string[]): string | undefined {
  const name = getLastSegment(removeSlash(path)).toLowerCase();
  const [match, ...otherMatches] = routes.filter(
    (route) => getLastSegment(removeSlash(route)).toLowerCase() === name,
  );
  return otherMatches.length === 0 ? match : undefined;
}

function isInternal(href: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href);
}

/** Resolves a link as a browser on that page does, and drops its query. */
function splitLink(href: string, from: string): { path: string; hash: string } {
  const [beforeHash = '', ...hash] = href.split('#');
  const [relativePath = ''] = beforeHash.split('?');
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return { path: relativePath === '' ? from : resolvePath(relativePath, folder), hash: hash.join('#') };
}
