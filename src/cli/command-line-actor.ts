import { userInfo } from 'node:os';

/** Who types commands, for the audit log. */
export function commandLine(): string {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // A user of a container that has no name.
    return `command line (user ${process.getuid?.()})`;
  }
}
