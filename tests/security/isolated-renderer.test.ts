import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RenderProcess } from '../../src/views/render-process.ts';

const SECRET = 'zq-secret-of-the-server';
let folder: string;
let listener: Server;
let datagrams: dgram.Socket;
let receivedCount = 0;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'renderer-'));
  writeFileSync(path.join(folder, 'secret.key'), SECRET);
  listener = createServer((socket) => {
    receivedCount += 1;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  }).listen(0, '127.0.0.1');
  datagrams = dgram.createSocket('udp4').on('message', () => {
    receivedCount += 1;
  });
  datagrams.bind(0, '127.0.0.1');
  await Promise.all([once(listener, 'listening'), once(datagrams, 'listening')]);
});
afterAll(() => {
  listener.close();
  datagrams.close();
  rmSync(folder, { recursive: true });
});

/** A module that tries everything when it is loaded, and returns the results as its page. */
function writeHostileRenderer(): string {
  const ports = { tcp: (listener.address() as AddressInfo).port, udp: datagrams.address().port };
  return `
const results = {};
const [secret, made, ports] = ${JSON.stringify([path.join(folder, 'secret.key'), path.join(folder, 'made'), ports])};
const attempt = async (name, act) => {
  try { results[name] = String(await act()); } catch (error) { results[name] = 'refused: ' + (error && error.message); }
};
const patient = (act) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('no answer')), 300);
  act(resolve, reject);
});
const modules = {};
const ways = {
  import: (name) => import(name).then((module) => module.default ?? module),
  require: async (name) => (await import('node:module')).createRequire(import.meta.url)(name),
  getBuiltinModule: (name) => process.getBuiltinModule(name),
  binding: (name) => process.binding(name),
  linkedBinding: (name) => process._linkedBinding(name),
  functionConstructor: (name) => (function () {}).constructor('name', 'return process.getBuiltinModule(name)')(name),
  mainModule: (name) => process.mainModule.require(name),
};
await attempt('env', () => JSON.stringify(process.env));
await attempt('fetch', () => fetch('http://127.0.0.1:' + ports.tcp));
await attempt('WebSocket', () => patient((resolve) => { new WebSocket('ws://127.0.0.1:' + ports.tcp).onopen = resolve; }));
for (const [way, load] of Object.entries(ways)) {
  await attempt(way + ' fs', async () => (await load('fs')).readFileSync(secret, 'utf8'));
  await attempt(way + ' fs write', async () => (await load('fs')).writeFileSync(made, 'x'));
  await attempt(way + ' fs promises', async () => (await load('fs')).promises.readFile(secret, 'utf8'));
  await attempt(way + ' net', async () => {
    const net = await load('net');
    return patient((resolve, reject) => net.connect(ports.tcp, '127.0.0.1', () => resolve('connected')).on('error', reject));
  });
  await attempt(way + ' dgram', async () => {
    const dgram = await load('dgram');
    return patient((resolve, reject) => dgram.createSocket('udp4').send('x', ports.udp, '127.0.0.1', (error) => error ? reject(error) : resolve('sent')));
  });
  await attempt(way + ' http', async () => {
    const http = await load('http');
    return patient((resolve, reject) => http.get('http://127.0.0.1:' + ports.tcp, () => resolve('answered')).on('error', reject));
  });
  await attempt(way + ' child_process', async () => (await load('child_process')).execSync('cat ' + secret + ' && touch ' + made));
  await attempt(way + ' worker_threads', async () => {
    const { Worker } = await load('worker_threads');
    return patient((resolve, reject) => new Worker('require("worker_threads").parentPort.postMessage(require("fs").readFileSync(' + JSON.stringify(secret) + ', "utf8"))', { eval: true }).on('message', resolve).on('error', reject));
  });
  await attempt(way + ' sqlite', async () => { new (await load('node:sqlite')).DatabaseSync(made); return 'opened'; });
  await attempt(way + ' tcp_wrap', async () => Object.keys(await load('tcp_wrap')));
}
await attempt('dlopen', () => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'));
await attempt('kill', () => process.kill(process.ppid, 0));
await attempt('import file', async () => JSON.stringify(await import('file://' + secret)));
await attempt('import data', async () => (await import('data:text/javascript,export default "ran"')).default);
// What is patched here might be used by what refuses the above.
Array.prototype.includes = () => true;
String.prototype.startsWith = () => true;
String.prototype.replace = function () { return this; };
Map.prototype.get = () => undefined;
Set.prototype.has = () => true;
RegExp.prototype.test = () => true;
const stolen = [];
const { EventEmitter } = await import('node:events').catch(() => ({}));
if (EventEmitter) EventEmitter.prototype.emit = function () { stolen.push(this); };
for (const key of ['oncomplete', 'handle', '_handle', 'channel', 'env']) Object.defineProperty(Object.prototype, key, { set(value) { stolen.push(this, value); }, configurable: true });
await attempt('patched net', async () => {
  const net = (await import('node:net')).default;
  return patient((resolve, reject) => net.connect(ports.tcp, '127.0.0.1', () => resolve('connected')).on('error', reject));
});
await attempt('patched fs', async () => (await import('node:fs')).readFileSync(secret, 'utf8'));
Error.prepareStackTrace = (_error, frames) => frames.map((frame) => [frame.getThis(), frame.getFunction()]).flat().filter(Boolean);
await attempt('stack frames', () => { stolen.push(...new Error().stack); return 'looked'; });
Error.prepareStackTrace = undefined;
await attempt('stolen', async () => {
  const found = stolen.flatMap((each) => [each, each?.constructor]).filter(Boolean);
  for (const each of found) if (typeof each.getBuiltinModule === 'function') return each.getBuiltinModule('fs').readFileSync(secret, 'utf8');
  return found.length;
});
const report = JSON.stringify(results);
export const renderer = { renderPage: () => report, renderStandalone: () => ({ html: report, title: '', description: '' }) };
`;
}

function startRenderer(source: string): RenderProcess {
  const file = path.join(folder, `renderer-${Math.random()}.mjs`);
  writeFileSync(file, source);
  const assets = { script: '', style: '', preload: [] };
  return new RenderProcess({
    // Data that a hostile renderer ignores.
    languages: [{ renderer: file, assets: assets as never, articleStyles: undefined, rootPath: '/' }],
  });
}

const page = {
  path: '/',
  kind: 'doc',
  headTitle: '',
  description: '',
  html: '',
  toc: [],
  breadcrumbs: [],
} as const;
const render = (process: RenderProcess) =>
  process.renderPage(0, { ...page, toc: [], breadcrumbs: [] }, { config: {}, shell: 'x' } as never);

test('the attempts succeed where nothing stops them', async () => {
  const file = path.join(folder, 'control.mjs');
  const [untilPatched] = writeHostileRenderer().split('// What is patched');
  writeFileSync(
    file,
    `${untilPatched}\n(await import('node:fs')).writeSync(1, JSON.stringify(results)); process.exit();`,
  );
  const control = spawn(process.execPath, ['--no-warnings', file], {
    env: { ...process.env, SECRET_KEY: SECRET },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks = await control.stdout.toArray();
  const output = Buffer.concat(chunks).toString();
  const results: Record<string, string> = JSON.parse(output);
  expect(results.env).toContain(SECRET);
  expect(results['import fs']).toBe(SECRET);
  expect(results['import net']).toBe('connected');
  expect(results['import dgram']).toBe('sent');
  expect(existsSync(path.join(folder, 'made'))).toBe(true);
  await expect.poll(() => receivedCount).toBeGreaterThan(2);
  rmSync(path.join(folder, 'made'));
  receivedCount = 0;
});

test('a hostile renderer gets no environment, file, process, thread or network', async () => {
  process.env.SECRET_OF_THIS_TEST = SECRET;
  const hostile = startRenderer(writeHostileRenderer());
  try {
    const results: Record<string, string> = JSON.parse(await render(hostile));
    expect(Object.keys(results).length).toBeGreaterThan(70);
    expect(JSON.stringify(results)).not.toContain(SECRET);
    expect(JSON.parse(results.env ?? '')).toEqual({ NODE_ENV: 'production' });
    const allowedNames = new Set(['env', 'stack frames', 'stolen']);
    const succeeded = Object.entries(results).filter(
      ([name, result]) => !allowedNames.has(name) && !result.startsWith('refused: '),
    );
    expect(succeeded).toEqual([]);
    expect(Number(results.stolen)).toBeGreaterThanOrEqual(0);
    expect(existsSync(path.join(folder, 'made'))).toBe(false);
    expect(receivedCount).toBe(0);
  } finally {
    delete process.env.SECRET_OF_THIS_TEST;
    hostile.close();
  }
});

test.each([
  ['that is no code', 'this is no code', /Unexpected identifier/],
  ['that throws', 'throw new Error("not today")', /not today/],
  ['that exports nothing', 'export const x = 1;', /exports no renderer with renderPage/],
  ['that ends its process', 'globalThis.process.exit?.(); null.x', /Cannot read properties of null/],
  [
    'that needs more memory than there is',
    'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
    /ended/,
  ],
])('a renderer %s is a reason, and the server goes on', async (_, source, reason) => {
  await expect(startRenderer(source).start()).rejects.toThrow(reason);
});

test.each([
  ['an object', '({ a: 1 })'],
  ['nothing', 'undefined'],
  ['a circle', '(() => { const a = {}; a.a = a; return a; })()'],
])('a renderer that answers with %s instead of text makes no page', async (_, answer) => {
  const odd = startRenderer(
    `export const renderer = { renderPage: () => ${answer}, renderStandalone: () => ${answer} };`,
  );
  await expect(render(odd)).rejects.toThrow();
  odd.close();
});

test('a library that imports modules of Node by name, and extends them, loads; they throw when they are used', async () => {
  const process = startRenderer(`
import http, { request } from 'node:http';
import { readFileSync } from 'fs';
import { Readable } from 'node:stream';
import { inspect } from 'util';
import { createRequire } from 'node:module';
class Agent extends http.Agent {}
const { join } = createRequire(import.meta.url)('path');
let said; try { request('http://127.0.0.1'); } catch (error) { said = error.message; }
export const renderer = { renderPage: () => [typeof Agent, typeof Readable, inspect([1]), join('a', 'b'), said].join(), renderStandalone: () => '' };
`);
  expect(await render(process)).toBe(
    "function,function,[ 1 ],a/b,node:http isn't available where pages are rendered for readers",
  );
  process.close();
});
