import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgent } from '../../../testing/agent.ts';
import { smallManual } from '../../../testing/manuals.ts';
import { openFront, openToolsSite, type ToolsSite } from '../../../testing/mcp.ts';
import { projectDir } from '../../../testing/running-site.ts';

let site: ToolsSite;
/** The suite can't send a token, so a proxy in front of the server adds it. */
let front: Awaited<ReturnType<typeof openFront>>;
beforeAll(async () => {
  front = await openFront();
  site = await openToolsSite(smallManual, front.origin);
  const { secret } = await site.token();
  front.leadTo(site.url, { authorization: `Bearer ${secret}` });
});
afterAll(async () => {
  front?.close();
  await site?.close();
});

const suite = path.join(projectDir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const notOurs = path.join(projectDir, 'testing/mcp-not-offered.yml');
const env = { PATH: process.env.PATH, NO_COLOR: '1' };

test.each([
  ['2025-11-25', ['server-initialize', 'ping']],
  ['2026-07-28', ['caching', 'sep-2164-resource-not-found']],
])(
  "nothing that %s requires of a server fails but what a documentation doesn't offer",
  async (revision, names) => {
    const args = ['--url', `${front.origin}/mcp`, '--requirements', revision, '--expected-failures', notOurs];
    const run = await promisify(execFile)(process.execPath, [suite, 'server', ...args], { env }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, out: error.stdout }),
    );
    const summary = run.out.slice(run.out.indexOf('=== SUMMARY ==='));
    expect(run.code, summary).toBe(0);
    for (const scenario of [
      ...names,
      'tools-list',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ])
      expect(summary).toContain(`✓ ${scenario}: `);
  },
);

/** The suite needs a port, so this finds a free one. */
const anyPort = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (port, ...given) {
    return listen.call(this.once('listening', () => console.log('Port: ' + this.address().port)), 0, ...given);
  };
`)}`;

test('all required checks of an authorization server pass', async () => {
  const reader = createAgent(site.server, front.origin);
  reader.signedIn(await site.server.signIn());
  const client = (await reader.register({ redirect_uris: ['http://127.0.0.1/callback'] })).json().client_id;
  const args = ['--url', front.origin, '--client-id', client, '--resource', `${front.origin}/mcp`];
  const run = spawn(
    process.execPath,
    ['--import', anyPort, suite, 'authorization', ...args, '--port', '65535'],
    { env },
  );
  let out = '';
  let question: string | undefined;
  let port: string | undefined;
  for await (const line of createInterface(run.stdout)) {
    out += `${line}\n`;
    if (line.startsWith(`${front.origin}/oauth/authorize?`)) question = line;
    port = /^Port: (\d+)$/.exec(line)?.[1] ?? port;
    if (question === undefined || port === undefined) continue;
    const answer = await reader.ask(question);
    question = undefined;
    answer.port = port;
    await fetch(answer);
  }
  for (const scenario of ['authorization-server-metadata-endpoint', 'authorization-code-grant'])
    expect(out).toMatch(new RegExp(`✓ ${scenario}: \\d passed, 0 failed`));
  expect(out).toContain('0 failed');
});
