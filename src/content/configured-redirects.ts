import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { redirectsSchema } from '../config/docs-options.ts';
import type { Redirect } from '../model/site.ts';
import { withBasePath } from '../model/written-links.ts';
import { canonicalData } from '../shared/canonical-text.ts';
import { decodePath } from '../shared/decode.ts';
import { displayPath } from '../shared/file-paths.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';
import { runAsSite } from '../shared/site-process.ts';
import { withoutSlash } from './permalinks.ts';

export interface ConfiguredRedirects {
  options: z.output<typeof redirectsSchema>;
  /** Of the configuration, absolute: for problems. */
  file: string;
}

/** Below the base address, as the configuration has them. */
interface Wish {
  from: string;
  to: string;
}

/** The configuration's redirects, by the rules of `plugin-client-redirects`; `pages` are below `basePath`. */
export function configuredRedirects(
  { options, file }: ConfiguredRedirects,
  pages: readonly string[],
  basePath: string,
): { redirects: Redirect[]; problems: Problem[] } {
  const bySlash = new Map(pages.map((page) => [withoutSlash(page), page]));
  const problems: Problem[] = [];
  const report = (severity: Problem['severity'], about: string, message: string) => {
    const line = lineOfText(readFileSync(file, 'utf8'), about);
    problems.push({ code: 'redirects', severity, file: displayPath(file), line, message });
  };
  const below = pages.map(belowBase(basePath));
  const redirects = new Map<string, Redirect>();
  const wishes = [
    ...wishesOf(options, below),
    ...createdBy(options.create, below, path.dirname(file), report),
  ];
  for (const { from, to } of canonicalData(wishes)) {
    const [targetPath = '', rest = ''] = cut(to);
    const target = bySlash.get(withoutSlash(withBasePath(decodePath(targetPath), basePath)));
    const source = withoutSlash(withBasePath(decodePath(from), basePath));
    if (!/^\/(?!\/)[^?#]*$/.test(from))
      report('error', from, `The redirect from "${from}" must start with a slash, and is a path alone.`);
    else if (!to.startsWith('/'))
      report(
        'warning',
        to,
        `The redirect from "${from}" leads out of this site, to "${to}": it is left out.`,
      );
    else if (target === undefined)
      report(
        'error',
        to,
        `"${from}" redirects to "${to}", which does not exist.${didYouMean(targetPath, below)}`,
      );
    else if (bySlash.has(source))
      report('warning', from, `"${from}" is a page of this site: the redirect to "${to}" is left out.`);
    else if (!redirects.has(source)) redirects.set(source, { from: source, to: target + rest });
  }
  return { redirects: [...redirects.values()], problems };
}

function wishesOf(options: ConfiguredRedirects['options'], pages: readonly string[]): Wish[] {
  const { list, fromExtensions, toExtensions } = options;
  const hasEnding = (page: string, endings: readonly string[]) =>
    endings.find((ending) => page.endsWith(`.${ending}`));
  return [
    ...pages.flatMap((to) =>
      to === '/' || hasEnding(to, fromExtensions) !== undefined
        ? []
        : fromExtensions.map((ending) => ({ from: `${withoutSlash(to)}.${ending}`, to })),
    ),
    ...pages.flatMap((to) => {
      const ending = hasEnding(to, toExtensions);
      return ending === undefined ? [] : [{ from: to.slice(0, -ending.length - 1), to }];
    }),
    ...list.flatMap(({ from, to }) => [from].flat().map((one) => ({ from: one, to }))),
  ];
}

/** The owner's function is asked for every page; what it throws is a mistake of the configuration. */
function createdBy(
  create: ConfiguredRedirects['options']['create'],
  pages: readonly string[],
  siteDir: string,
  report: (severity: Problem['severity'], about: string, message: string) => void,
): Wish[] {
  try {
    return runAsSite(realpathSync(siteDir), () =>
      pages.flatMap((to) => [create?.(to) ?? []].flat().map((from) => ({ from, to }))),
    );
  } catch (error) {
    report('error', 'createRedirects', `createRedirects failed: ${reasonOf(error)}`);
    return [];
  }
}

/** As Docusaurus hands addresses to the owner's function: without the base, encoded, with the slash that they have. */
function belowBase(basePath: string): (page: string) => string {
  return (page) => encodeURI(page.slice(basePath.length - 1));
}

function cut(to: string): [path: string, rest: string] {
  const at = to.search(/[?#]/);
  return at === -1 ? [to, ''] : [to.slice(0, at), to.slice(at)];
}
