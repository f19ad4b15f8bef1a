import { spawnSync } from 'node:child_process';

/** Programs that tests run besides the packages of the project, and the Debian packages that have them (`.ci/run`). */
const packages = { nginx: 'nginx-light', caddy: 'caddy', 'systemd-analyze': 'systemd' } as const;

/** Fails by name where it is missing: a test that is left out shows nothing. */
export function need(program: keyof typeof packages): void {
  if (spawnSync(program, ['--help']).error === undefined) return;
  throw new Error(
    `${program} is needed for this test and is not installed: apt-get install ${packages[program]}`,
  );
}
