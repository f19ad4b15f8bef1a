import { readFile } from 'node:fs/promises';
import { parse } from 'vite';
import type { Problem } from '../../shared/problem.ts';
import { listShellPages } from './site-plugin.ts';

/** Reports files of `src/pages/*.tsx` that can't be rendered: a syntax error, or no component to render. */
export async function checkStandalonePages(siteDir: string): Promise<Problem[]> {
  const problems = await Promise.all(
    listShellPages(siteDir).map(async ([name, file]) => checkPage(name, await readFile(file, 'utf8'))),
  );
  return problems.filter((problem) => problem !== undefined);
}

async function checkPage(name: string, source: string): Promise<Problem | undefined> {
  const file = `src/pages/${name}`;
  const { errors, module } = await parse(name, source);
  const [error] = errors;
  if (error) {
    const before = source.slice(0, error.labels[0]?.start ?? 0).split('\n');
    const position = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return { code: 'page-syntax', severity: 'error', file, ...position, message: error.message };
  }
  const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName));
  if (names.some(({ kind, name }) => kind === 'Default' || name === 'default')) return undefined;
  const message = `The page component at ${toRoute(name)} has no default export. Add \`export default function …\` to it.`;
  return { code: 'page-without-default-export', severity: 'error', file, message };
}

function toRoute(name: string): string {
  const route = name.replace(/\.tsx$/, '');
  return route === 'index' ? '/' : `/${route}`;
}
