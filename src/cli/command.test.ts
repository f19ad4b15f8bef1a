import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandNames, commands } from './commands.ts';

const main = path.resolve(import.meta.dirname, '../../bin/gatehouse.js');

function gatehouse(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  });
  return { status, stdout, stderr };
}

describe.each(commandNames)('gatehouse %s', (name) => {
  const answer = async (arg: string) => {
    const { command } = await commands[name].load();
    return command.answer(name, [arg]);
  };

  test('says how it is called', async () => {
    const { exitCode, err, out } = (await answer('--help')) ?? {};
    expect([exitCode, err]).toEqual([0, undefined]);
    expect(out).toContain(`gatehouse ${name}`);
    expect(out).toContain('--site <folder>');
  });

  test('refuses an option that it does not know, and does nothing', async () => {
    const { exitCode, err, out } = (await answer('--no-such-option')) ?? {};
    expect([exitCode, out]).toEqual([2, undefined]);
    expect(err).toContain("Unknown option '--no-such-option'.");
  });
});

test('what a command refuses goes to the errors, and nothing is done', () => {
  const { status, stdout, stderr } = gatehouse(['build', '--no-such-option']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("Unknown option '--no-such-option'.");
});

test('as an npm script a command is named as it was called', () => {
  const { stdout } = gatehouse(['users', '--help'], { npm_lifecycle_event: 'users' });
  expect(stdout).toContain('npm run users -- add');
});

test('an unknown command is told with those that there are', () => {
  const { status, stderr } = gatehouse(['biuld']);
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "biuld".');
  for (const name of commandNames) expect(stderr).toContain(`gatehouse ${name}`);
});

test('without a command the list is shown', () => {
  expect(gatehouse([])).toMatchObject({ status: 0, stdout: expect.stringContaining('gatehouse build') });
});
