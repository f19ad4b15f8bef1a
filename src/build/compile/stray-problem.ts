import path from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';

/** An error of the site's code that came from a timer or a promise while `file` was read, or shortly before. */
export function strayProblem(error: unknown, siteDir: string, file: string): Problem {
  const [reason = ''] = reasonOf(error).split('\n');
  const place = placeOf(error, siteDir);
  return {
    code: 'markdown-plugin',
    severity: 'error',
    file,
    message: `Code of the site fails later, in a timer or a promise that nothing waits for${place}: ${reason.replace(/\.$/, '')}. Catch the error there, or remove the plugin; BROKEN_DOCUMENTS=warn publishes all the same.`,
  };
}

/** The package that threw it, or the site's own file and line. */
function placeOf(error: unknown, siteDir: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = [...stack.matchAll(/(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^\s()]+?):(\d+):\d+/g)];
  for (const [, file = '', line] of frames) {
    const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];
    if (file.startsWith(siteDir + path.sep) && name !== undefined) return ` (the package ${name})`;
    if (file.startsWith(siteDir + path.sep)) return ` (${path.relative(siteDir, file)}:${line})`;
  }
  return '';
}
