import { userInfo } from 'node:os';

/** How the audit log names a user of the command line. */
export function nameCommandLineActor(): string {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // In a container, the user may have a number but no name.
    return `command line (user ${process.getuid?.()})`;
  }
}
