import type { Manifest } from '../model/manifest.ts';
import { notOfTheShell } from '../model/routes.ts';
import { belowBasePath } from '../model/urls.ts';
import { otherEnd } from '../model/written-links.ts';
import { decodePath } from '../shared/decode.ts';
import { isRecord } from '../shared/json.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';
import type { ShellConfig } from '../ui/page-data.ts';

/** A file of the owner's, and its text: for the lines of problems. */
interface SourceFile {
  /** As problems name it. */
  name: string;
  text(): string;
}

/** What readers of one language get, as far as the check looks at it. */
export interface LanguageToCheck {
  basePath: string;
  rootPath: string;
  /** Bar and footer, as they are on every page. */
  shell: Pick<ShellConfig, 'navbar' | 'footer'>;
  configuration: SourceFile | undefined;
  /** CSS of every page. */
  styles: readonly string[];
  /** Files that pages name, by the source of the page. */
  references: readonly { source: SourceFile; addresses: readonly string[] }[];
}

type Release = Pick<Manifest, 'entries' | 'redirects'>;

/**
 * Opens a finished release without a browser: the home page and every target of bar and footer answer, and every file
 * that pages and style sheets name is in the release. What fails is a warning, since the release can be read anyway.
 */
export function checkRelease(
  languages: readonly LanguageToCheck[],
  { entries, redirects }: Release,
): Problem[] {
  const addresses = new Set([...entries.map(({ url }) => url), ...redirects.map(({ from }) => from)]);
  const problems = languages.flatMap((language) => {
    const answers = answersOf(addresses, language);
    return [
      ...homeProblems(language, answers),
      ...navigationProblems(language, answers),
      ...styleProblems(language, answers),
      ...referenceProblems(language, answers),
    ];
  });
  const once = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...once.values()];
}

/** Whether something is served at an address, written as pages have it. */
function answersOf(addresses: ReadonlySet<string>, { basePath, rootPath }: LanguageToCheck) {
  const ofServer = new RegExp(notOfTheShell({ basePath, rootPath }));
  return (written: string): boolean => {
    const [address = ''] = written.split(/[?#]/, 1);
    if (addresses.has(belowBasePath(address, rootPath) ?? '')) return true;
    const plain = decodePath(address);
    const below = plain === undefined ? undefined : belowBasePath(plain, rootPath);
    // Beside the base path another program answers.
    if (below === undefined) return rootPath !== '/';
    return (
      addresses.has(below) ||
      addresses.has(encodeURI(below)) ||
      addresses.has(otherEnd(below)) ||
      // Pages of the program, such as the account, are in no manifest.
      (ofServer.test(address) && !address.includes('/_assets/'))
    );
  };
}

type Answers = (address: string) => boolean;

const warning = (code: string, source: SourceFile | undefined, words: string, message: string): Problem => ({
  code,
  severity: 'warning',
  file: source?.name,
  line: source && lineOf(source.text(), words),
  message,
});

/** The line with an address, else with the end of it. */
function lineOf(text: string, words: string): number | undefined {
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

function homeProblems({ basePath, configuration }: LanguageToCheck, answers: Answers): Problem[] {
  if (answers(basePath)) return [];
  const message = `Nothing answers at ${basePath}, the home page: add a page \`src/pages/index\`, or a document with \`slug: /\`.`;
  return [warning('no-home-page', configuration, 'baseUrl', message)];
}

function navigationProblems({ shell, configuration }: LanguageToCheck, answers: Answers): Problem[] {
  const { navbar, footer } = shell;
  return Object.entries({ navbar, footer }).flatMap(([place, part]) =>
    linksIn(part).flatMap(({ label, href }): Problem[] => {
      if (/^(?:[a-z][\w+.-]*:|\/\/|#|$)/i.test(href)) return [];
      const what = `The ${place} link${label === undefined ? '' : ` "${label}"`} leads to ${href}`;
      if (!href.startsWith('/'))
        return [
          warning(
            'navigation-link',
            configuration,
            href,
            `${what}, which starts at the page that is open: begin it with a slash.`,
          ),
        ];
      if (answers(href)) return [];
      return [
        warning(
          'navigation-link',
          configuration,
          href,
          `${what}, where nothing answers: correct or remove it.`,
        ),
      ];
    }),
  );
}

/** Every `href` in the data of bar or footer, whatever kind of item has it. */
function linksIn(data: unknown): { label: string | undefined; href: string }[] {
  if (Array.isArray(data)) return data.flatMap(linksIn);
  if (!isRecord(data)) return [];
  const { href, label, title } = data;
  const name = [label, title].find((one) => typeof one === 'string');
  const own = typeof href === 'string' ? [{ label: name as string | undefined, href }] : [];
  return [...own, ...Object.values(data).flatMap(linksIn)];
}

function styleProblems({ styles }: LanguageToCheck, answers: Answers): Problem[] {
  const addresses = styles.flatMap((css) =>
    [...css.matchAll(/\burl\(\s*["']?(\/(?!\/)[^"')\s]+)/g)].map(([, address = '']) => address),
  );
  return [...new Set(addresses)].flatMap((address): Problem[] => {
    if (answers(address)) return [];
    const message = `A style sheet names ${address}, which is no file of this site: correct the address, or put the file into \`static\`.`;
    return [warning('missing-asset', undefined, address, message)];
  });
}

function referenceProblems({ references }: LanguageToCheck, answers: Answers): Problem[] {
  return references.flatMap(({ source, addresses }) =>
    addresses.flatMap((address): Problem[] => {
      if (answers(address)) return [];
      const message = address.includes('/island.')
        ? 'A component of this page stays without life: its script is missing from the build. Build again without the cache folder.'
        : `The page shows ${address}, which is no file of this site: correct the address, or put the file into \`static\`.`;
      return [warning('missing-asset', source, address, message)];
    }),
  );
}
