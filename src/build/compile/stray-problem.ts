import path from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { describeReason, toReadableError } from '../../shared/reason.ts';

/**
 * Reports an error from a timer or a promise of the site's code that occurred while `file` was compiled, or just
 * before.
 */
export function describeStrayError(error: unknown, siteDir: string, file: string): Problem {
  const [reason = ''] = describeReason(error).split('\n');
  const place = describeOrigin(error, siteDir);
  return {
    code: 'markdown-plugin',
    severity: 'error',
    file,
    message: `Code of the site failed in a timer or an unhandled promise${place}: ${reason.replace(/\.$/, '')}. Catch the error there, or remove the plugin. BROKEN_DOCUMENTS=warn publishes anyway.`,
  };
}

/** The package that threw the error, or the site's file and line. */
function describeOrigin(thrown: unknown, siteDir: string): string {
  const error = toReadableError(thrown);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = [...stack.matchAll(/(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^\s()]+?):(\d+):\d+/g)];
  for (const [, file = '', line] of frames) {
    const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];
    if (file.startsWith(siteDir + path.sep) && name !== undefined) return ` (the package ${name})`;
    if (file.startsWith(siteDir + path.sep)) return ` (${path.relative(siteDir, file)}:${line})`;
  }
  return '';
}
