import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Redirect } from '../model/site.ts';
import { canonicalData } from '../shared/canonical-text.ts';
import { displayPath } from '../shared/file-paths.ts';
import { lineOfKey } from '../shared/line-of-key.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';

const schema = z.record(z.string(), z.string());

/** The owner's redirects, `{"/old/path": "/new/path"}`; none where the file does not exist. */
export async function readRedirects(
  file: string,
  routes: ReadonlySet<string>,
  isInLanguage: (address: string) => boolean = () => true,
): Promise<{ redirects: Redirect[]; problems: Problem[] }> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  if (source === undefined) return { redirects: [], problems: [] };
  const problem = (message: string, about?: string): Problem => {
    const line = about === undefined ? undefined : lineOfKey(source, about);
    return { code: 'redirects', severity: 'error', file: displayPath(file), line, message };
  };
  let raw: unknown;
  try {
    raw = canonicalData(JSON.parse(source.replace(/^\uFEFF/, '')));
  } catch (error) {
    return { redirects: [], problems: [problem(`The redirects cannot be read: ${reasonOf(error)}.`)] };
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    return { redirects: [], problems: [problem('Redirects are an object: {"/old/path": "/new/path"}.')] };
  }
  const redirects: Redirect[] = [];
  const problems: Problem[] = [];
  for (const [from, to] of Object.entries(parsed.data)) {
    if (!isInLanguage(from)) continue;
    const wrong = wrongRedirect(from, to, routes);
    if (wrong === undefined) redirects.push({ from, to });
    else problems.push(problem(wrong, from));
  }
  return { redirects, problems };
}

function wrongRedirect(from: string, to: string, routes: ReadonlySet<string>): string | undefined {
  if (!from.startsWith('/')) return `The old path "${from}" must start with a slash.`;
  if (routes.has(from)) return `"${from}" is a page of this site, so it cannot redirect to "${to}".`;
  const [page = ''] = to.split('#');
  if (!routes.has(page))
    return `"${from}" redirects to "${to}", which does not exist.${didYouMean(page, routes)}`;
  return undefined;
}
