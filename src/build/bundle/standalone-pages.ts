import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'vite';
import type { Problem } from '../../content/problem.ts';

/** What keeps `pages/*.tsx` from being rendered: a syntax error, or no component to render. */
export async function standalonePageProblems(projectDir: string): Promise<Problem[]> {
  const folder = path.join(projectDir, 'pages');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.tsx')).sort();
  const problems = await Promise.all(
    names.map(async (name) => pageProblem(name, await readFile(path.join(folder, name), 'utf8'))),
  );
  return problems.filter((problem) => problem !== undefined);
}

async function pageProblem(name: string, source: string): Promise<Problem | undefined> {
  const file = `pages/${name}`;
  const { errors, module } = await parse(name, source);
  const [error] = errors;
  if (error) {
    const before = source.slice(0, error.labels[0]?.start ?? 0).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    return {
      code: 'page-syntax',
      severity: 'error',
      file,
      line: before.length,
      column,
      message: error.message,
    };
  }
  const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName));
  if (names.some(({ kind, name }) => kind === 'Default' || name === 'default')) return undefined;
  return {
    code: 'page-without-default-export',
    severity: 'error',
    file,
    message: `The page component at ${routeOf(name)} has no default export: write \`export default function …\` in it.`,
  };
}

function routeOf(name: string): string {
  const route = name.replace(/\.tsx$/, '');
  return route === 'index' ? '/' : `/${route}`;
}
