import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallManual } from '../../../testing/manuals.ts';
import { openFront, openToolsSite, type ToolsSite } from '../../../testing/mcp.ts';
import { projectDir } from '../../../testing/running-site.ts';

let site: ToolsSite;
let front: Awaited<ReturnType<typeof openFront>>;
let url: string;
beforeAll(async () => {
  // The suite has no way to send a token: what is in front of the server does.
  front = await openFront();
  url = `${front.origin}/mcp`;
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

test('the conformance suite finds no failure but of what a documentation does not offer', async () => {
  const run = await promisify(execFile)(
    process.execPath,
    [suite, 'server', '--url', url, '--suite', 'active', '--expected-failures', notOurs],
    { env: { PATH: process.env.PATH, NO_COLOR: '1' } },
  ).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, out: error.stdout }),
  );
  const summary = run.out.slice(run.out.indexOf('=== SUMMARY ==='));
  expect(run.code, summary).toBe(0);
  for (const scenario of [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ])
    expect(summary).toContain(`✓ ${scenario}: `);
});
