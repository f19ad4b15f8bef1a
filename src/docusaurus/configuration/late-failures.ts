import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { takeStrayErrors } from '../../shared/site-process.ts';
import { findFailedLine } from './site-failure.ts';

/** An error of a timer, or of a promise that nothing awaits. */
interface LateFailure {
  message: string;
  /** The site's file and line that failed, if the error names one. */
  place: { file: string; line: number } | undefined;
}

/** Returns what has failed in the background since the last call. `owner` is what has started the code. */
export function takeLateFailures(siteDir: string, owner = 'the configuration'): LateFailure[] {
  return takeStrayErrors(realpathSync(siteDir)).map(({ error }) => {
    const place = findFailedLine(error, siteDir);
    const [reason = ''] = describeReason(error).split('\n');
    return {
      message: `Code that ${owner} started has failed: ${reason.replace(/[.:]$/, '')}. Catch the error there, or remove the plugin.`,
      place: place && { ...place, file: path.relative(siteDir, place.file) },
    };
  });
}

/** Reports what failed after the configuration was read, such as a request that a plugin has started. */
export function reportLateFailures(siteDir: string): Problem[] {
  if (!existsSync(siteDir)) return [];
  return takeLateFailures(siteDir).map(({ message, place }) => ({
    code: 'docusaurus-config',
    severity: 'warning',
    ...place,
    message,
  }));
}
