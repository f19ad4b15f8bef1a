import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { redirectsSchema } from '../../config/docs-options.ts';
import type { Redirect } from '../../model/site.ts';
import { joinBasePath, SEARCH_PATH } from '../../model/urls.ts';
import { ensureBasePath } from '../../model/written-links.ts';
import { toCanonicalData } from '../../shared/canonical-text.ts';
import { decodePath } from '../../shared/decode.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { LanguageProblem, Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { runAsSite } from '../../shared/site-process.ts';
import { removeSlash } from './permalinks.ts';

interface ConfiguredRedirects {
  options: z.output<typeof redirectsSchema>;
  /** Absolute path of the configuration, for problems. */
  file: string;
}

/** A redirect as the configuration has it, without the base path. */
interface WantedRedirect {
  from: string;
  to: string;
}

/**
 * Reads the redirects of the configuration by the rules of `plugin-client-redirects`. `pages` include `basePath`.
 * `isInLanguage` says whether an address belongs to the language of these pages. Redirects may lead to another one.
 */
export function readConfiguredRedirects(
  { options, file }: ConfiguredRedirects,
  pages: readonly string[],
  basePath: string,
  isInLanguage: (address: string) => boolean = () => true,
): { redirects: Redirect[]; problems: Problem[] } {
  const pageByPath = new Map(pages.map((page) => [removeSlash(page), page]));
  /** The search page isn't one of the site's own, but redirects may lead to it. */
  const searchPage = joinBasePath(SEARCH_PATH, basePath);
  const problems: LanguageProblem[] = [];
  const report = (severity: Problem['severity'], about: string, message: string, missingPage?: string) => {
    const line = findLineOfText(readFileSync(file, 'utf8'), about);
    const unsettled = missingPage === undefined ? {} : { missingPage };
    problems.push({ code: 'redirects', severity, file: displayPath(file), line, message, ...unsettled });
  };
  const relativePages = pages.map(removeBase(basePath));
  const redirects = new Map<string, Redirect>();
  const wantedRedirects = [
    ...listRedirects({ ...options, ...takeExtensions(options, report) }, relativePages),
    ...callCreateRedirects(options.create, relativePages, path.dirname(file), report),
  ];
  for (const { from, to } of toCanonicalData(wantedRedirects)) {
    const [targetPath = '', rest = ''] = splitUrl(to);
    const targetAddress = ensureBasePath(decodePath(targetPath), basePath);
    const target =
      removeSlash(targetAddress) === searchPage ? searchPage : pageByPath.get(removeSlash(targetAddress));
    const source = removeSlash(ensureBasePath(decodePath(from), basePath));
    if (!/^\/(?!\/)[^?#]*$/.test(from))
      report(
        'error',
        from,
        `The redirect from "${from}" must start with a slash and have no query or fragment.`,
      );
    else if (!to.startsWith('/'))
      report(
        'warning',
        to,
        `The redirect from "${from}" leaves this site, to "${to}", and is ignored. Redirect to a page of this site.`,
      );
    else if (target === undefined) {
      const isElsewhere = !isInLanguage(targetAddress);
      report(
        'error',
        to,
        `"${from}" redirects to "${to}", which isn't a page.${didYouMean(targetPath, relativePages)}`,
        isElsewhere ? targetAddress : undefined,
      );
      if (isElsewhere && !redirects.has(source))
        redirects.set(source, { from: source, to: targetAddress + rest });
    } else if (pageByPath.has(source))
      report(
        'warning',
        from,
        `"${from}" is a page of this site, so its redirect to "${to}" is ignored. Remove one of them.`,
      );
    else {
      if (isPattern(from))
        report(
          'warning',
          from,
          `The redirect from "${from}" is for this very address: patterns aren't matched, as in Docusaurus. List the old addresses, or return them from createRedirects.`,
        );
      if (!redirects.has(source)) redirects.set(source, { from: source, to: target + rest });
    }
  }
  return { redirects: [...redirects.values()], problems };
}

/** Whether an address was meant as a pattern: `/old/*`, `/old/:page` or `/old/(.*)`. */
function isPattern(address: string): boolean {
  return /\*|\/:\w|\(.*[+?|].*\)/.test(address);
}

type Report = (severity: Problem['severity'], about: string, message: string) => void;

/** The endings that Docusaurus allows. Reports the others. */
function takeExtensions(
  { fromExtensions, toExtensions }: ConfiguredRedirects['options'],
  report: Report,
): Pick<ConfiguredRedirects['options'], 'fromExtensions' | 'toExtensions'> {
  const isAllowed = (extension: string) => {
    if (/^[^./]+$/.test(extension) && encodeURIComponent(extension) === extension) return true;
    const message = `"${extension}" can't be an extension of redirects. Write it without a dot, slash or other special characters, such as "html".`;
    report('error', extension || 'Extensions', message);
    return false;
  };
  return {
    fromExtensions: fromExtensions.filter(isAllowed),
    toExtensions: toExtensions.filter(isAllowed),
  };
}

function listRedirects(options: ConfiguredRedirects['options'], pages: readonly string[]): WantedRedirect[] {
  const { list, fromExtensions, toExtensions } = options;
  const findEnding = (page: string, endings: readonly string[]) =>
    endings.find((ending) => page.endsWith(`.${ending}`));
  return [
    ...pages.flatMap((to) =>
      to === '/' || findEnding(to, fromExtensions) !== undefined
        ? []
        : fromExtensions.map((ending) => ({ from: `${removeSlash(to)}.${ending}`, to })),
    ),
    ...pages.flatMap((to) => {
      const ending = findEnding(to, toExtensions);
      return ending === undefined ? [] : [{ from: to.slice(0, -ending.length - 1), to }];
    }),
    ...list.flatMap(({ from, to }) => [from].flat().map((item) => ({ from: item, to }))),
  ];
}

/**
 * Calls the owner's function for every page. An error that it throws, or a value that isn't a list of addresses, is a
 * problem of the configuration.
 */
function callCreateRedirects(
  create: ConfiguredRedirects['options']['create'],
  pages: readonly string[],
  siteDir: string,
  report: Report,
): WantedRedirect[] {
  try {
    return runAsSite(realpathSync(siteDir), () =>
      pages.flatMap((to) => {
        const addresses: unknown[] = [create?.(to) ?? []].flat();
        const wrongAddress = addresses.find((from) => typeof from !== 'string');
        if (wrongAddress !== undefined || addresses.includes(undefined))
          throw new Error(
            `for "${to}" it returned ${describeValue(wrongAddress)} instead of an address or a list of addresses.`,
          );
        return addresses.filter((from) => typeof from === 'string').map((from) => ({ from, to }));
      }),
    );
  } catch (error) {
    report('error', 'createRedirects', `createRedirects failed: ${describeReason(error)}`);
    return [];
  }
}

function describeValue(value: unknown): string {
  return value instanceof Promise ? 'a promise' : String(JSON.stringify(value));
}

/** Removes the base path and encodes the rest, as Docusaurus passes addresses to the owner's function. */
function removeBase(basePath: string): (page: string) => string {
  return (page) => encodeURI(page.slice(basePath.length - 1));
}

function splitUrl(to: string): [path: string, rest: string] {
  const index = to.search(/[?#]/);
  return index === -1 ? [to, ''] : [to.slice(0, index), to.slice(index)];
}
