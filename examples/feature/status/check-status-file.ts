import type { Environment, Finding } from 'gatehouse/feature';
import { readStatus, resolveStatusFile } from './status-file.ts';

/** For `gatehouse doctor` and the health page. */
export function checkStatusFile(environment: Environment): Finding[] {
  const check = 'service-status';
  try {
    const { state } = readStatus(environment);
    return [
      {
        check,
        state: 'ok',
        message: `The status page says that the service ${state === 'works' ? 'works' : 'is disturbed'}.`,
      },
    ];
  } catch {
    const message = `The status can't be read from ${resolveStatusFile(environment)}.`;
    return [{ check, state: 'fail', message, todo: 'Delete the file and set the status again.' }];
  }
}
