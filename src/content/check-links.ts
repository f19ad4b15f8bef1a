import type { Audience } from '../model/audience.ts';
import type { VariantKey } from '../model/parts.ts';
import type { Site } from '../model/site.ts';
import { canonicalText } from '../shared/canonical-text.ts';
import { decodeUrl } from '../shared/decode.ts';
import { nearName } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { lastSegment, resolvePath, withoutSlash } from './permalinks.ts';
import { blogLists, routesOf } from './routes.ts';

interface LinksToCheck {
  site: Site;
  /** The compiled documents and Markdown pages. */
  articles: readonly LinkedArticle[];
  /** Files that have links and are no pages. */
  lists?: readonly LinkList[];
  /** Whether a path leads to a file that is served as it is. */
  assetExists?: (path: string) => boolean;
}

/** Links of a file, as it is shown in problems. */
export interface LinkList {
  file: string;
  links: readonly ArticleLink[];
}

export interface ArticleLink {
  /** As it is in the HTML: unencoded path, may carry query and fragment; or `https://…`. */
  href: string;
  /** As written in the source. */
  written: string;
  /** False for a raw `<a href>` and `pathname://`, which stay as written. */
  checked: boolean;
  /** A raw one, which nobody expects to be checked: where it leads nowhere, that is worth a warning. */
  raw?: true;
  line?: number | undefined;
  column?: number | undefined;
}

export interface LinkedArticle extends LinkList {
  path: string;
  /** Every `id` in the HTML, except in drawings. */
  anchors: readonly string[];
  /** What else a fragment may name: `<a name>`, and ids in drawings. They may come several times. */
  names?: readonly string[] | undefined;
  /** It did not compile: what headings it has is not known. */
  failed?: boolean | undefined;
  /** Where not everybody sees all of it: the links in each way to see it. */
  parts?:
    | { audiences: readonly Audience[]; variants: Record<VariantKey, { hrefs: readonly string[] }> }
    | undefined;
}

/** Links to pages that do not exist, and to headings that the page does not have. */
export function checkLinks({ site, articles, lists = [], assetExists }: LinksToCheck): Problem[] {
  const routes = routesOf(site);
  const pages = new Set(routes.map(withoutSlash));
  const anchors = new Map(articles.map((article) => [withoutSlash(article.path), idsOf(article)]));
  const withoutAnchors = new Set(
    [
      ...site.pages.filter(({ kind }) => kind === 'react').map(({ path }) => path),
      ...articles.filter(({ failed }) => failed).map(({ path }) => path),
      ...site.blogs.flatMap(blogLists),
    ].map(withoutSlash),
  );
  const redirects = new Map(site.redirects.map(({ from, to }) => [withoutSlash(from), to]));
  const check = (href: string, from: string): Omit<Problem, 'severity'> | undefined => {
    const { path, hash } = splitLink(href, from);
    const target = [path, canonicalText(decodeUrl(path))]
      .map(withoutSlash)
      .find((candidate) => pages.has(candidate));
    if (target === undefined) {
      // The server answers a file's address with a surplus slash, too.
      const files = [path, decodeUrl(path)].map(withoutSlash);
      if (files.some((file) => assetExists?.(file))) return undefined;
      return { code: 'broken-link', message: noPage(path, redirects.get(withoutSlash(path)), routes) };
    }
    const fragment = canonicalText(decodeUrl(hash.replace(/:~:.*$/s, '')));
    if (fragment === '' || withoutAnchors.has(target)) return undefined;
    // HTML, "select the indicated part": the top of the document, in any case.
    if (fragment.toLowerCase() === 'top') return undefined;
    const ids = anchors.get(target) ?? new Set();
    if (ids.has(fragment)) return undefined;
    const near = nearName(fragment, ids);
    const hint = near === undefined ? '' : ` Did you mean "#${near}"?`;
    return { code: 'broken-anchor', message: `nothing on ${target} has the id "${fragment}".${hint}` };
  };
  const broken = ({ file, links }: LinkList, from: string) =>
    links.flatMap(({ href, written, checked, raw, line, column }): Problem[] => {
      const wrong = (checked || raw) && isInternal(href) ? check(href, from) : undefined;
      if (!wrong) return [];
      const message = `Broken link "${written}": ${wrong.message}`;
      return [{ code: wrong.code, severity: raw ? 'warning' : 'error', file, line, column, message }];
    });
  return [
    ...articles.flatMap((article) => [...broken(article, article.path), ...repeatedIds(article)]),
    ...lists.flatMap((list) => broken(list, '/')),
  ];
}

/** What a fragment may name. A browser compares it as it is written first, then decoded: `id="a%20b"` has two names. */
function idsOf({ anchors, names = [] }: LinkedArticle): ReadonlySet<string> {
  return new Set([...anchors, ...names].flatMap((id) => [canonicalText(id), canonicalText(decodeUrl(id))]));
}

/** Docusaurus accepts them, and browsers go to the first: worth a word, not a failure. */
function repeatedIds({ file, anchors }: LinkedArticle): Problem[] {
  const seen = new Set<string>();
  const repeated = new Set(anchors.filter((id) => seen.size === seen.add(id).size));
  if (repeated.size === 0) return [];
  const message = `More than one heading or element has the id ${[...repeated].map((id) => `"${id}"`).join(', ')}.`;
  return [{ code: 'duplicate-anchor', severity: 'warning', file, message }];
}

function noPage(path: string, redirect: string | undefined, routes: readonly string[]): string {
  if (redirect !== undefined) return `the page has moved; link to "${redirect}".`;
  const near = nearName(path, routes) ?? sameName(path, routes);
  return `there is no page at ${path}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

/** The page of that name in another folder, if there is just one. */
function sameName(path: string, routes: readonly string[]): string | undefined {
  const name = lastSegment(withoutSlash(path)).toLowerCase();
  const [found, ...others] = routes.filter(
    (route) => lastSegment(withoutSlash(route)).toLowerCase() === name,
  );
  return others.length === 0 ? found : undefined;
}

function isInternal(href: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href);
}

/** A link's target as a browser on that page resolves it, without its query. */
function splitLink(href: string, from: string): { path: string; hash: string } {
  const [beforeHash = '', ...hash] = href.split('#');
  const [relative = ''] = beforeHash.split('?');
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return { path: relative === '' ? from : resolvePath(relative, folder), hash: hash.join('#') };
}
