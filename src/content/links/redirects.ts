import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Redirect } from '../../model/site.ts';
import { toCanonicalData } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { LanguageProblem, Problem } from '../../shared/problem.ts';
import { describeFileReason } from '../../shared/reason.ts';

/** The owner's redirects in the docs folder. */
export const REDIRECTS_FILE = 'redirects.json';

const schema = z.record(z.string(), z.string());

/** Reads the owner's `redirects.json`: `{"/old/path": "/new/path"}`. Empty if there is no file. */
export async function readRedirects(
  file: string,
  routes: ReadonlySet<string>,
  isInLanguage: (address: string) => boolean = () => true,
): Promise<{ redirects: Redirect[]; problems: Problem[] }> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  if (source === undefined) return { redirects: [], problems: [] };
  const createProblem = (message: string, about?: string): Problem => {
    const line = about === undefined ? undefined : findLineOfKey(source, about);
    return { code: 'redirects', severity: 'error', file: displayPath(file), line, message };
  };
  let raw: unknown;
  try {
    raw = toCanonicalData(JSON.parse(source.replace(/^\uFEFF/, '')));
  } catch (error) {
    return {
      redirects: [],
      problems: [createProblem(`The redirects can't be read: ${describeFileReason(error)}.`)],
    };
  }
  const parseResult = schema.safeParse(raw);
  if (!parseResult.success) {
    return {
      redirects: [],
      problems: [createProblem('Redirects must be an object of this form: {"/old/path": "/new/path"}.')],
    };
  }
  const redirects: Redirect[] = [];
  const problems: LanguageProblem[] = [];
  for (const [from, to] of Object.entries(parseResult.data)) {
    if (!isInLanguage(from)) continue;
    const fault = findFault(from, to, routes);
    const page = to.replace(/[?#].*$/s, '');
    // Whether another language has this page is checked when all languages are read.
    const isElsewhere = from.startsWith('/') && !routes.has(from) && !isInLanguage(page);
    if (fault === undefined || isElsewhere) redirects.push({ from, to });
    if (fault !== undefined)
      problems.push({ ...createProblem(fault, from), ...(isElsewhere && { missingPage: page }) });
  }
  return { redirects, problems };
}

function findFault(from: string, to: string, routes: ReadonlySet<string>): string | undefined {
  if (!from.startsWith('/')) return `The old path "${from}" must start with a slash.`;
  if (routes.has(from))
    return `"${from}" is a page of this site, so it can't redirect to "${to}". Remove the redirect.`;
  const page = to.replace(/[?#].*$/s, '');
  if (!routes.has(page))
    return `"${from}" redirects to "${to}", which isn't a page.${didYouMean(page, routes)}`;
  return undefined;
}
