import type { Manifest } from '../model/manifest.ts';
import { commonRoutes, notOfTheShell, type Route } from '../model/routes.ts';
import { belowBasePath } from '../model/urls.ts';
import { otherEnd } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { isRecord } from '../shared/json.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import type { ShellConfig } from '../ui/page-data.ts';

/** A file of the site, and its text, to find the lines of problems. */
interface SourceFile {
  /** As problems name it. */
  name: string;
  text(): string;
}

/** One language of the site, as the check needs it. */
export interface LanguageToCheck {
  basePath: string;
  rootPath: string;
  /** Navbar and footer, as every page has them. */
  shell: Pick<ShellConfig, 'navbar' | 'footer'>;
  configuration: SourceFile | undefined;
  /** CSS of all pages. */
  styles: readonly string[];
  /** Files that each page shows, with the source file of the page. */
  references: readonly { source: SourceFile; addresses: readonly string[] }[];
}

type Release = Pick<Manifest, 'entries' | 'redirects'>;

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
      ...checkStyles(language, isServed),
      ...checkReferences(language, isServed),
    ];
  });
  const uniqueProblems = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...uniqueProblems.values()];
}

/** Creates a function that says whether the site serves something at a URL, written as pages write it. */
function createServedCheck(
  addresses: ReadonlySet<string>,
  routes: readonly Pick<Route, 'path'>[],
  { basePath, rootPath }: LanguageToCheck,
) {
  const serverPath = new RegExp(notOfTheShell(routes, { basePath, rootPath }));
  return (address: string): boolean => {
    const [pathname = ''] = address.split(/[?#]/, 1);
    if (addresses.has(belowBasePath(pathname, rootPath) ?? '')) return true;
    const plain = decodePath(pathname);
    const below = plain === undefined ? undefined : belowBasePath(plain, rootPath);
    // Outside of the base path another program may answer.
    if (below === undefined) return rootPath !== '/';
    return (
      addresses.has(below) ||
      addresses.has(encodeURI(below)) ||
      addresses.has(otherEnd(below)) ||
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
  line: source && findLine(source.text(), words),
  message,
});

/** The line that contains a URL, or else the last segment of its path. */
function findLine(text: string, words: string): number | undefined {
  const exact = lineOfText(text, words);
  if (exact !== undefined) return exact;
  const end =
    words
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1) ?? '';
  if (end === '') return undefined;
  const at = text.split('\n').findIndex((line) => line.includes(end));
  return at === -1 ? undefined : at + 1;
}

function checkHomePage({ basePath, configuration }: LanguageToCheck, isServed: IsServed): Problem[] {
  if (isServed(basePath)) return [];
  const message = `The site has no home page: nothing is at ${basePath}. Add a page \`src/pages/index\`, or a document with \`slug: /\`.`;
  return [createWarning('no-home-page', configuration, 'baseUrl', message)];
}

function checkNavigation({ shell, configuration }: LanguageToCheck, isServed: IsServed): Problem[] {
  const { navbar, footer } = shell;
  return Object.entries({ navbar, footer }).flatMap(([place, part]) =>
    listLinks(part).flatMap(({ label, href }): Problem[] => {
      if (/^(?:[a-z][\w+.-]*:|\/\/|#|$)/i.test(href)) return [];
      const what = `The ${place} link${label === undefined ? '' : ` "${label}"`} leads to ${href}`;
      if (!href.startsWith('/'))
        return [
          createWarning(
            'navigation-link',
            configuration,
            href,
            `${what}, which is relative to the page that it's clicked on. Start it with a slash.`,
          ),
        ];
      if (isServed(href)) return [];
      return [
        createWarning(
          'navigation-link',
          configuration,
          href,
          `${what}, where this site has nothing. Correct or remove it.`,
        ),
      ];
    }),
  );
}

/** Every `href` in the data of navbar or footer, in any kind of item. */
function listLinks(data: unknown): { label: string | undefined; href: string }[] {
  if (Array.isArray(data)) return data.flatMap(listLinks);
  if (!isRecord(data)) return [];
  const { href, label, title } = data;
  const name = [label, title].find((one) => typeof one === 'string');
  const ownLink = typeof href === 'string' ? [{ label: name as string | undefined, href }] : [];
  return [...ownLink, ...Object.values(data).flatMap(listLinks)];
}

function checkStyles({ styles }: LanguageToCheck, isServed: IsServed): Problem[] {
  const addresses = styles.flatMap((css) =>
    [...css.matchAll(/\burl\(\s*["']?(\/(?!\/)[^"')\s]+)/g)].map(([, address = '']) => address),
  );
  return [...new Set(addresses)].flatMap((address): Problem[] => {
    if (isServed(address)) return [];
    const message = `A style sheet uses ${address}, but this site has no such file. Correct the URL, or put the file into \`static\`.`;
    return [createWarning('missing-asset', undefined, address, message)];
  });
}

function checkReferences({ references }: LanguageToCheck, isServed: IsServed): Problem[] {
  return references.flatMap(({ source, addresses }) =>
    addresses.flatMap((address): Problem[] => {
      if (isServed(address)) return [];
      const message = address.includes('/island.')
        ? 'A component of this page is not interactive, because the build lacks its script. Delete the cache folder and build again.'
        : `The page shows ${address}, but this site has no such file. Correct the URL, or put the file into \`static\`.`;
      return [createWarning('missing-asset', source, address, message)];
    }),
  );
}
