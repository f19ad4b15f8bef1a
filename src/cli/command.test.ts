import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const main = path.join(import.meta.dirname, 'main.ts');

function gatehouse(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  });
  return { status, stdout, stderr };
}

const names = ['start', 'serve', 'build', 'dev', 'check', 'doctor', 'users', 'store', 'audit'].concat([
  'feedback',
  'search',
  'export',
]);

describe.each(names)('gatehouse %s', (name) => {
  test('says how it is called', () => {
    const { status, stdout, stderr } = gatehouse([name, '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`gatehouse ${name}`);
    expect(stdout).toContain('--site <folder>');
  });

  test('refuses an option that it does not know, and does nothing', () => {
    const { status, stdout, stderr } = gatehouse([name, '--no-such-option']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain("Unknown option '--no-such-option'.");
  });
});

test('as an npm script a command is named as it was called', () => {
  const { stdout } = gatehouse(['users', '--help'], { npm_lifecycle_event: 'users' });
  expect(stdout).toContain('npm run users -- add');
});

test('an unknown command is told with those that there are', () => {
  const { status, stderr } = gatehouse(['biuld']);
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "biuld".');
  for (const name of names) expect(stderr).toContain(`gatehouse ${name}`);
});

test('without a command the list is shown', () => {
  expect(gatehouse([])).toMatchObject({ status: 0, stdout: expect.stringContaining('gatehouse build') });
});
