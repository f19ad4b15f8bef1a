import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease } from '../../testing/built-release.ts';
import { engineFeatures } from '../features/index.ts';
import { listReleases } from '../releases/release-record.ts';
import { readEngineVersion } from '../shared/engine-dir.ts';
import { commands } from './commands.ts';

const main = path.resolve(import.meta.dirname, '../../bin/gatehouse.js');

function runProgram(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  });
  return { status, stdout, stderr };
}

describe.each(Object.entries(commands))('gatehouse %s', (name, entry) => {
  const answer = async (arg: string) => {
    const { command } = await entry.load();
    return command.answer(name, [arg], engineFeatures);
  };

  test('prints its usage with --help', async () => {
    const { exitCode, err, out } = (await answer('--help')) ?? {};
    expect([exitCode, err]).toEqual([0, undefined]);
    expect(out).toContain(`gatehouse ${name}`);
    expect(out).toContain('--site <folder>');
  });

  test('prints the version with --version', async () => {
    const { exitCode, err, out } = (await answer('--version')) ?? {};
    expect([exitCode, err]).toEqual([0, undefined]);
    expect(out).toMatch(new RegExp(`^gatehouse ${readEngineVersion()}\\nnode 24\\.`));
  });

  test('refuses an unknown option and does nothing', async () => {
    const { exitCode, err, out } = (await answer('--no-such-option')) ?? {};
    expect([exitCode, out]).toEqual([2, undefined]);
    expect(err).toBe(`Unknown option "--no-such-option".\nSee "gatehouse ${name} --help".`);
  });
});

test("says why a folder or file can't be written, without a stack", () => {
  const { status, stderr } = runProgram(['build', '--site', 'examples/starter'], {
    DIST_DIR: '/dev/null/dist',
  });
  expect([status, stderr]).toEqual([1, "Can't create /dev/null/dist: part of its path isn't a folder.\n"]);
});

test.each([
  ['a timer', 'setInterval(() => {}, 1_000);'],
  ['a server', "require('node:http').createServer().listen(0, '127.0.0.1');"],
])('ends although the configuration of a site leaves %s', (_, code) => {
  const siteDir = mkdtempSync(path.join(tmpdir(), 'left-work-'));
  onTestFinished(() => rmSync(siteDir, { recursive: true }));
  mkdirSync(path.join(siteDir, 'docs'));
  writeFileSync(path.join(siteDir, 'docs/a.md'), '# A\n');
  writeFileSync(
    path.join(siteDir, 'docusaurus.config.js'),
    `${code}\nmodule.exports = { title: 'Tea', url: 'https://tea.example', baseUrl: '/', presets: [['classic', {}]] };`,
  );
  const { status, stdout } = runProgram(['adopt', siteDir]);
  expect([status, stdout]).toEqual([0, expect.stringContaining('1 document')]);
});

test.each(
  [
    'users list',
    'users add ada@example.com --invite',
    'store list',
    'feedback list',
    'search report',
    'audit',
  ].map((line) => [line]),
)('"%s" takes --site, as its help says', (line) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { stderr } = runProgram([...line.split(' '), '--site', 'examples/starter'], { DATA_DIR: dataDir });
  expect(stderr).not.toContain('--help');
});

test('says once what to do about several settings', () => {
  const { status, stdout } = runProgram(['doctor'], {
    PORT: 'abc',
    SECOND_FACTOR: 'some',
    SESSION_HOURS: '0',
  });
  expect(status).toBe(1);
  expect(stdout.match(/^FAIL {2}configuration/gm)).toHaveLength(3);
  expect(stdout.match(/→ Correct the settings in the environment/g)).toHaveLength(1);
});

test('prints misuse to standard error', () => {
  const { status, stdout, stderr } = runProgram(['build', '--no-such-option']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Unknown option "--no-such-option".');
});

test('the help of an npm script shows the npm call', () => {
  const { stdout } = runProgram(['users', '--help'], { npm_lifecycle_event: 'users' });
  expect(stdout).toContain('npm run users -- add');
});

test('suggests the nearest command for an unknown one', () => {
  expect(runProgram(['biuld'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'Unknown command "biuld". Did you mean "build"?\nSee "gatehouse --help".\n',
  });
});

test.each([[[]], [['help']], [['--help']]])('lists all commands for %j', (args) => {
  const { status, stdout } = runProgram(args);
  expect(status).toBe(0);
  for (const name of Object.keys(commands)) expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
});

describe.each(
  engineFeatures.flatMap(({ name: feature, commands: ownCommands = {} }) =>
    Object.keys(ownCommands).map((name) => [name, feature] as const),
  ),
)('gatehouse %s without its feature', (name, feature) => {
  test('says which feature is switched off', () => {
    expect(runProgram([name, '--help'], { FEATURES_OFF: `mcp,${feature}` })).toEqual({
      status: 1,
      stdout: '',
      stderr: `"${name}" needs the feature "${feature}", which FEATURES_OFF switches off.\n`,
    });
  });
});

test("lists and suggests only commands of features that aren't switched off", () => {
  const environment = { FEATURES_OFF: 'publishing,authoring' };
  const { stdout } = runProgram(['help'], environment);
  const namesInHelp = [...stdout.matchAll(/^ {2}([a-z]+) +[A-Z]/gm)].map(([, name]) => name);
  const hidden = Object.keys(commands).filter((name) => !namesInHelp.includes(name));
  expect(hidden.sort()).toEqual(['check', 'new', 'publish', 'releases', 'rename', 'schema']);
  expect(runProgram(['publihs'], environment).stderr).toBe(
    'Unknown command "publihs".\nSee "gatehouse --help".\n',
  );
});

test.each([['--version'], ['-v'], ['serve', '--version']])(
  '%s names the release in DIST_DIR',
  async (...args) => {
    const dist = mkdtempSync(path.join(tmpdir(), 'version-'));
    onTestFinished(() => rmSync(dist, { recursive: true }));
    await buildRelease(dist);
    const name = listReleases(dist).live?.name;
    expect(runProgram(args, { DIST_DIR: dist })).toEqual({
      status: 0,
      stdout: `gatehouse ${readEngineVersion()}\nnode ${process.versions.node}\nrelease ${name}, built by version ${readEngineVersion()}\n`,
      stderr: '',
    });
  },
);
