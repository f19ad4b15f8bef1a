import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallManual } from '../../../testing/manuals.ts';
import { openToolsSite, type ToolsSite } from '../../../testing/mcp.ts';
import { projectDir } from '../../../testing/running-site.ts';

let site: ToolsSite;
let front: Server;
let secret: string;
let url: string;
beforeAll(async () => {
  // The suite has no way to send a token: what is in front of the server does.
  front = createServer((request, response) => {
    const { method, headers } = request;
    const sent = { ...headers, authorization: `Bearer ${secret}` };
    const { hostname, port } = site.url;
    const on = httpRequest({ hostname, port, path: request.url, method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(on);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  url = `${origin}/mcp`;
  site = await openToolsSite(smallManual, origin);
  ({ secret } = await site.token());
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
