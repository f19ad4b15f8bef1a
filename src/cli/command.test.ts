import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease } from '../../testing/built-release.ts';
import { listReleases } from '../releases/release-record.ts';
import { engineVersion } from '../shared/engine-dir.ts';
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

  test('says which version it is', async () => {
    const { exitCode, err, out } = (await answer('--version')) ?? {};
    expect([exitCode, err]).toEqual([0, undefined]);
    expect(out).toMatch(new RegExp(`^gatehouse ${engineVersion()}\\nnode 24\\.`));
  });

  test('refuses an option that it does not know, and does nothing', async () => {
    const { exitCode, err, out } = (await answer('--no-such-option')) ?? {};
    expect([exitCode, out]).toEqual([2, undefined]);
    expect(err).toBe(`Unknown option '--no-such-option'.\nSee "gatehouse ${name} --help".`);
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

test.each([['--version'], ['-v'], ['serve', '--version']])(
  '%s names the release that would be served',
  async (...args) => {
    const dist = mkdtempSync(path.join(tmpdir(), 'version-'));
    onTestFinished(() => rmSync(dist, { recursive: true }));
    await buildRelease(dist);
    const name = listReleases(dist).live?.name;
    expect(gatehouse(args, { DIST_DIR: dist })).toEqual({
      status: 0,
      stdout: `gatehouse ${engineVersion()}\nnode ${process.versions.node}\nrelease ${name}, built by version ${engineVersion()}\n`,
      stderr: '',
    });
  },
);
