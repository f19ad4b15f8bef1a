import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { commonRoutes, type Route, writeOutsidePattern } from '../model/routes.ts';
import { removeBasePath } from '../model/urls.ts';
import { addBasePath, hasProtocol, toggleEndSlash } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { isRecord } from '../shared/json.ts';
import { findLineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import { unescapeHtml } from '../shared/unescape-html.ts';
import type { ShellConfig } from '../ui/page-data.ts';
import { listFileReferences } from './bundle/file-references.ts';

/** A file of the site, and its text, to find the lines of problems. */
interface SourceFile {
  /** The name of the file in problems. */
  name: string;
  readText(): string;
}

/** One language of the site, as the check needs it. */
export interface LanguageToCheck {
  basePath: string;
  rootPath: string;
  /** Navbar, footer and announcement, as every page has them. */
  shell: Pick<ShellConfig, 'navbar' | 'footer' | 'announcement'>;
  /** Icon of the browser tab, as the configuration has it. */
  icon: string | undefined;
  configuration: SourceFile | undefined;
  /** CSS of all pages. */
  styles: readonly string[];
  /** The style sheets of the site that `styles` is made from. */
  sheets: readonly SourceFile[];
  /**
   * Whether to report missing files that style sheets name by a path from the site (`/img/waves.svg`). In sites that
   * moved in, the compiler of style sheets does.
   */
  reportsRootFiles: boolean;
  /** Files that each page shows, with the source file of the page. */
  references: readonly { source: SourceFile; addresses: readonly string[] }[];
}

/** The fields of a manifest that contain URLs. */
interface Release {
  entries: readonly Pick<ManifestEntry, 'url'>[];
  redirects: Manifest['redirects'];
}

/**
 * Checks a finished release without a browser: the home page and all links of navbar and footer lead to something, and
 * all files that pages and style sheets name exist. Problems are warnings, because the release is readable anyway.
 */
export function checkReleasePages(
  languages: readonly LanguageToCheck[],
  { entries, redirects }: Release,
  featureRoutes: readonly Pick<Route, 'path'>[] = [],
): Problem[] {
  const addresses = new Set([...entries.map(({ url }) => url), ...redirects.map(({ from }) => from)]);
  const routes = [...commonRoutes, ...featureRoutes];
  const problems = languages.flatMap((language) => {
    const isServed = createServedCheck(addresses, routes, language);
    return [
      ...checkHomePage(language, isServed),
      ...checkNavigation(language, isServed),
      ...checkIcon(language, isServed),
      ...checkStyles(language, isServed),
      ...checkReferences(language, isServed),
    ];
  });
  const uniqueProblems = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...uniqueProblems.values()];
}

/**
 * Leaves out links of navbar and footer that the check of the configuration has reported: it reads the same items before
 * the release exists, and this check the ones that pages show.
 */
export function dropReportedLinks(problems: readonly Problem[], reported: readonly Problem[]): Problem[] {
  const readTarget = ({ message }: Problem) => / leads to (\S+?),/.exec(message)?.[1] ?? '';
  const brokenLinks = reported.filter(({ code }) => code === 'broken-link');
  return problems.filter(
    (problem) =>
      problem.code !== 'navigation-link' ||
      // A line can have several links. Pages show the address with the base path and the language.
      !brokenLinks.some(
        (link) =>
          link.file === problem.file &&
          link.line === problem.line &&
          readTarget(problem).endsWith(readTarget(link).replace(/^(?:pathname:\/\/)?\/*/, '')),
      ),
  );
}

/** Creates a function that says whether the site serves something at a URL, written as pages write it. */
function createServedCheck(
  addresses: ReadonlySet<string>,
  routes: readonly Pick<Route, 'path'>[],
  { basePath, rootPath }: LanguageToCheck,
) {
  const serverPath = new RegExp(writeOutsidePattern(routes, { basePath, rootPath }));
  return (address: string): boolean => {
    const [pathname = ''] = address.split(/[?#]/, 1);
    if (addresses.has(removeBasePath(pathname, rootPath) ?? '')) return true;
    const decodedPath = decodePath(pathname);
    const pathBelow = decodedPath === undefined ? undefined : removeBasePath(decodedPath, rootPath);
    // Another program may serve URLs outside the base path.
    if (pathBelow === undefined) return rootPath !== '/';
    return (
      addresses.has(pathBelow) ||
      addresses.has(encodeURI(pathBelow)) ||
      addresses.has(toggleEndSlash(pathBelow)) ||
      // Pages of the program, such as the account page, are in no manifest.
      (serverPath.test(pathname) && !pathname.includes('/_assets/'))
    );
  };
}

type IsServed = (address: string) => boolean;

const createWarning = (
  code: string,
  source: SourceFile | undefined,
  words: string,
  message: string,
): Problem => ({
  code,
  severity: 'warning',
  file: source?.name,
  line: source && findLine(source.readText(), words),
  message,
});

/**
 * The line that contains a URL, or else the longest end of its path: the configuration has `/docs/code` for
 * `/base/de/docs/code`. Only the whole last segment counts, so that `code` isn't found in `codeblock`.
 */
function findLine(text: string, words: string): number | undefined {
  const exactLine = findLineOfText(text, words);
  if (exactLine !== undefined) return exactLine;
  const segments = words
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const lines = text.split('\n');
  for (const start of segments.keys()) {
    const end = segments.slice(start).join('/');
    const index = lines.findIndex((line) => hasWhole(line, end));
    if (index !== -1) return index + 1;
  }
  return undefined;
}

/** Whether a line contains the words and no part of a longer word around them. */
function hasWhole(line: string, words: string): boolean {
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);
  for (let index = line.indexOf(words); index !== -1; index = line.indexOf(words, index + 1))
    if (!isWord(line[index - 1]) && !isWord(line[index + words.length])) return true;
  return false;
}

function checkHomePage({ basePath, configuration }: LanguageToCheck, isServed: IsServed): Problem[] {
  if (isServed(basePath)) return [];
  const message = `The site has no home page: nothing is at ${basePath}. Add a page \`src/pages/index\`, or a document with \`slug: /\`.`;
  return [createWarning('no-home-page', configuration, 'baseUrl', message)];
}

function checkNavigation({ shell, configuration, basePath }: LanguageToCheck, isServed: IsServed): Problem[] {
  const { navbar, footer, announcement } = shell;
  return Object.entries({ navbar, footer, announcement }).flatMap(([place, part]) =>
    listTargets(part).flatMap(({ kind, label, address }): Problem[] => {
      // A missing home page is a problem of its own.
      if (leavesSite(address) || address === basePath) return [];
      // `checkConfigLinks` has reported relative links of items, which have a label.
      if (kind === 'link' && label !== undefined && !address.startsWith('/')) return [];
      const name = label === undefined ? '' : ` "${label}"`;
      const what =
        kind === 'link'
          ? `The ${place} link${name} leads to ${address}`
          : `The ${place} shows the picture ${address}`;
      if (!address.startsWith('/'))
        return [
          createWarning(
            `navigation-${kind}`,
            configuration,
            address,
            `${what}, which is relative to the page that ${kind === 'link' ? "it's clicked on" : 'shows it'}. Start it with a slash.`,
          ),
        ];
      if (isServed(address)) return [];
      return [
        createWarning(
          `navigation-${kind}`,
          configuration,
          address,
          `${what}, but this site has nothing there. Correct or remove it.`,
        ),
      ];
    }),
  );
}

/** Whether an address has a scheme or host of its own, or stays on the page. */
const leavesSite = (address: string) => /^(?:[a-z][\w+.-]*:|\/\/|#|$)/i.test(address);

interface NavigationTarget {
  kind: 'link' | 'picture';
  label?: string | undefined;
  address: string;
}

/**
 * Every link and picture in the data of navbar or footer, in any kind of item, and in the HTML of the configuration.
 */
function listTargets(data: unknown): NavigationTarget[] {
  if (Array.isArray(data)) return data.flatMap(listTargets);
  if (!isRecord(data)) return [];
  const label = [data.label, data.title].find((name) => typeof name === 'string');
  return Object.entries(data).flatMap(([key, value]): NavigationTarget[] => {
    if (typeof value !== 'string') return listTargets(value);
    if (key === 'href') return [{ kind: 'link', label, address: value }];
    if (key === 'src' || key === 'srcDark') return [{ kind: 'picture', address: value }];
    return key === 'html' || key === 'copyright' ? listTargetsInHtml(value) : [];
  });
}

function listTargetsInHtml(html: string): NavigationTarget[] {
  const attributes = html.matchAll(
    /<(a|img)\b[^>]*?\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  );
  return [...attributes].map(([, element, double, single, bare = '']) => ({
    kind: element?.toLowerCase() === 'a' ? 'link' : 'picture',
    address: unescapeHtml(double ?? single ?? bare).trim(),
  }));
}

function checkIcon({ icon, basePath, configuration }: LanguageToCheck, isServed: IsServed): Problem[] {
  if (icon === undefined || icon.startsWith('data:')) return [];
  const address = addBasePath(icon, basePath);
  if (!hasProtocol(address) && isServed(address)) return [];
  const reason = hasProtocol(address) ? 'is on another server' : "doesn't exist";
  const message = `The icon ${icon} ${reason}, so browser tabs show the default icon. Put the file into \`static\`.`;
  return [createWarning('missing-asset', configuration, icon, message)];
}

function checkStyles({ styles, sheets, reportsRootFiles }: LanguageToCheck, isServed: IsServed): Problem[] {
  // Addresses that the bundler has left as they were, and paths of files of the release.
  const addresses = styles.flatMap((css) =>
    listFileReferences(css).flatMap(({ reference, isImport }) => (isImport ? [] : reference)),
  );
  return [...new Set(addresses)].flatMap((address): Problem[] => {
    if (leavesSite(address)) return [];
    const source = sheets.find((sheet) => sheet.readText().includes(address));
    // The bundler replaces each relative address whose file it finds.
    if (!address.startsWith('/')) {
      const message = `The file \`${address}\` doesn't exist. Correct the URL, or put the file there.`;
      return [createWarning('missing-asset', source, address, message)];
    }
    if (isServed(address) || (!reportsRootFiles && !address.includes('/_assets/'))) return [];
    const message = `A style sheet uses ${address}, but this site has no such file. Correct the URL, or put the file into \`static\`.`;
    return [createWarning('missing-asset', source, address, message)];
  });
}

function checkReferences({ references }: LanguageToCheck, isServed: IsServed): Problem[] {
  return references.flatMap(({ source, addresses }) =>
    addresses.flatMap((address): Problem[] => {
      if (isServed(address)) return [];
      const message = address.includes('/island.')
        ? "A component of this page isn't interactive, because the build lacks its script. Delete the cache folder and build again."
        : `The page shows ${address}, but this site has no such file. Correct the URL, or put the file into \`static\`.`;
      return [createWarning('missing-asset', source, address, message)];
    }),
  );
}
