import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'process-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs code of a site in a process of its own, because it changes what Node does. */
function run(code: string): { output: string[]; errors: string[]; status: number | null } {
  const program = `
    import { runAsSite, takeStrayErrors } from ${JSON.stringify(path.join(import.meta.dirname, 'site-process.ts'))};
    const siteDir = ${JSON.stringify(folder)};
    console.log('before');
    await runAsSite(siteDir, async () => { ${code} });
    await new Promise((resolve) => setImmediate(resolve));
    for (const { error } of takeStrayErrors(siteDir)) console.log('stray', String(error));
    console.log('after');`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const splitIntoLines = (text: string) => text.split('\n').filter((line) => line !== '');
  return { output: splitIntoLines(stdout), errors: splitIntoLines(stderr), status };
}

test.each([
  ['console.log', "console.log('tea');"],
  ['console.error', "console.error('tea');"],
  ['standard output', "process.stdout.write('tea\\n');"],
  [
    'a timer',
    "setTimeout(() => console.log('tea'), 0); await new Promise((resolve) => setTimeout(resolve, 5));",
  ],
  ['an empty line beside it', "console.log('\\ntea\\n');"],
])('marks a line that a site prints with %s, and keeps it out of standard output', (_, code) => {
  expect(run(code)).toEqual({ output: ['before', 'after'], errors: ['site: tea'], status: 0 });
});

test.each([
  ['clears the screen', "process.stdout.write('\\u001b[2J\\u001b[1;1Htea\\n');"],
  ['colours its text', "console.log('\\u001b[31mtea\\u001b[39m');"],
  ['sets the title of the window', "console.log('\\u001b]0;title\\u0007tea');"],
  ['rings the bell', "console.log('\\u0007tea');"],
])('removes the codes for the terminal from a line that %s', (_, code) => {
  expect(run(code)).toEqual({ output: ['before', 'after'], errors: ['site: tea'], status: 0 });
});

test('shows a line that a site writes over another one as a line of its own', () => {
  expect(run("process.stdout.write('10 %\\r20 %\\r');").errors).toEqual(['site: 10 %', 'site: 20 %']);
});

test.each([
  ['console.log', 'console.log = () => {};'],
  [
    'all methods of the console',
    "for (const name of ['log', 'info', 'warn', 'error']) console[name] = () => {};",
  ],
  ['standard output', 'process.stdout.write = () => true;'],
  ['a function that throws', "console.log = () => { throw new Error('log'); };"],
])("keeps the program's own output if a site replaces %s", (_, code) => {
  expect(run(code)).toEqual({ output: ['before', 'after'], errors: [], status: 0 });
});

test('lets a site replace functions of the console for its own code', () => {
  const code = "const { log } = console; console.log = (text) => log('my ' + text); console.log('tea');";
  expect(run(code).errors).toEqual(['site: my tea']);
});

test.each([
  ['process.exit(3)', 'exit(3)'],
  ['process.exit()', 'exit()'],
  ['process.abort()', 'abort()'],
  ['process.kill(process.pid)', 'kill('],
  ["process.kill(process.pid, 'SIGINT')", 'kill('],
  ['process.kill(0)', 'kill(0)'],
])('refuses %s to a site', (call, name) => {
  const { output, status } = run(`try { ${call}; } catch ({ message }) { process.reason = message; }
    setTimeout(() => { throw new Error(process.reason); }, 0); await new Promise((done) => setTimeout(done, 5));`);
  expect(output).toEqual(['before', expect.stringContaining(`it calls process.${name}`), 'after']);
  expect(status).toBe(0);
});

test('lets a site ask whether a process is alive', () => {
  expect(run('process.kill(process.pid, 0);')).toEqual({
    output: ['before', 'after'],
    errors: [],
    status: 0,
  });
});

test('shows the first ten lines, and says that there are more', () => {
  const { output, errors } = run("for (let at = 1; at <= 3000; at++) console.log('line ' + at);");
  expect(output).toEqual(['before', 'after']);
  expect(errors).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `site: line ${index + 1}`),
    'site: (Further output of the site is left out.)',
  ]);
});

test.each([
  [
    'a timer',
    "setTimeout(() => { throw new Error('cold'); }, 0); await new Promise((resolve) => setTimeout(resolve, 5));",
    'stray Error: cold',
  ],
  ['a promise', "Promise.reject(new Error('cold'));", 'stray Error: cold'],
  ['a promise that is rejected with a text', "Promise.reject('cold');", 'stray cold'],
])("collects an error of %s that the site doesn't handle", (_, code, line) => {
  expect(run(code)).toEqual({ output: ['before', line, 'after'], errors: [], status: 0 });
});
