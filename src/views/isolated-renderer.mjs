/**
 * Runs the renderers of a release where they can do nothing but turn data into HTML. `render-process.ts` starts this
 * file as a process of its own under Node's permission model: no files but the renderers, no child processes, threads,
 * addons or inspector, and an empty environment. That model doesn't cover the network, so this file takes away every
 * way to it before a renderer is loaded:
 *
 * - Modules of Node are replaced: harmless ones by copies, all others by stand-ins that throw when they are used. A
 *   library that only imports `http` still loads.
 * - Globals that aren't on a list are deleted: `fetch`, `WebSocket`, `process`, `console`, …
 * - What could be reached in spite of that is disarmed: `process.getBuiltinModule`, `Socket.prototype.connect`, …
 *
 * Tasks come through standard input and answers go through standard output, read and written synchronously, so that no
 * socket, stream or message port exists in this process. It imports nothing of ours: this file and the renderers are
 * all that it may read.
 */
import assert from 'node:assert';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import buffer from 'node:buffer';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import events from 'node:events';
import { readSync, writeSync } from 'node:fs';
import module, { builtinModules, registerHooks } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import querystring from 'node:querystring';
import stream from 'node:stream';
import stringDecoder from 'node:string_decoder';
import url, { pathToFileURL } from 'node:url';
import util from 'node:util';
import { deserialize } from 'node:v8';

const FRAME_HEADER_BYTES = 4;
const { exit } = process;
// Taken before a renderer can change it.
const { stringify } = JSON;

function readExactly(length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const count = readSync(0, bytes, done, length - done, null);
    // The server has ended, or no longer needs this process.
    if (count === 0) exit(0);
    done += count;
  }
  return bytes;
}

/** The server's task: `call` is a function of the renderer of this `language`, called with `parameters`. */
function readTask() {
  return deserialize(readExactly(readExactly(FRAME_HEADER_BYTES).readUInt32BE()));
}

/** Answers as JSON, which the server validates, because a renderer may return anything. */
function writeAnswer(content) {
  const body = Buffer.from(stringify(content));
  const frame = Buffer.allocUnsafeSlow(FRAME_HEADER_BYTES + body.length);
  frame.writeUInt32BE(body.length);
  frame.set(body, FRAME_HEADER_BYTES);
  for (let done = 0; done < frame.length; ) done += writeSync(1, frame, done);
}

const describeError = (error) => {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'unknown';
  }
};

// Operators see this title in the list of processes.
process.title = 'page renderer';
const renderers = [];
const files = process.argv.slice(2);
try {
  isolate(files.map((file) => pathToFileURL(file).href));
  for (const file of files) {
    const { renderer } = await import(pathToFileURL(file).href);
    for (const name of ['renderPage', 'renderStandalone'])
      if (typeof renderer?.[name] !== 'function') throw new Error(`it exports no renderer with ${name}()`);
    renderers.push(renderer);
  }
  writeAnswer({ kind: 'ready' });
} catch (error) {
  writeAnswer({ kind: 'failed', reason: describeError(error) });
  exit(1);
}

for (;;) {
  const { language, call, parameters } = readTask();
  try {
    const render = renderers[language]?.[call];
    if (render === undefined) throw new Error(`There is no ${call}() for language ${language}.`);
    writeAnswer({ kind: 'done', answer: render(...parameters) });
  } catch (error) {
    writeAnswer({ kind: 'failed', reason: describeError(error) });
  }
}

/** Removes everything that a renderer doesn't need. */
function isolate(rendererUrls) {
  replaceModules(rendererUrls);
  disarm();
  replaceGlobals();
}

/** Replaces `process`, which libraries read. */
function plainProcess() {
  return Object.freeze({
    ...{ argv: [], env: Object.freeze({ NODE_ENV: 'production' }), execArgv: [], pid: 0, title: 'renderer' },
    ...{ platform: process.platform, arch: process.arch, version: process.version },
    versions: { ...process.versions },
    ...{ cwd: () => '/', emitWarning() {}, on() {}, once() {}, off() {}, nextTick: queueMicrotask },
    ...{ hrtime: () => [0, 0], uptime: () => 0, memoryUsage: () => ({}) },
  });
}

/** Replaces a module that renderers don't get: it can be imported and extended, but throws when it is used. */
function unavailableModule(name) {
  const refuse = () => {
    throw new Error(`node:${name} isn't available where pages are rendered for readers`);
  };
  const standIn = new Proxy(function standIn() {}, {
    get: (target, key) =>
      key === 'prototype' ? target.prototype : typeof key === 'symbol' ? undefined : standIn,
    apply: refuse,
    construct: refuse,
    set: () => true,
  });
  return standIn;
}

/**
 * Every import of a renderer, at any time, goes through these hooks. They use nothing that a renderer could change
 * meanwhile, such as methods of arrays and strings.
 */
function replaceModules(rendererUrls) {
  const { setEngine: _, setFips: __, ...harmlessCrypto } = crypto;
  const harmless = {
    __proto__: null,
    assert,
    async_hooks: { AsyncLocalStorage, AsyncResource },
    buffer: { ...buffer },
    crypto: harmlessCrypto,
    events,
    path: { ...path },
    process: plainProcess(),
    querystring: { ...querystring },
    stream,
    string_decoder: { ...stringDecoder },
    url: { ...url },
    util: { ...util },
  };
  const replacements = { __proto__: null };
  const createRequire = () => (specifier) => {
    const replacement = replacements[specifier];
    if (replacement === undefined)
      throw new Error(`The renderer requires ${specifier}, which isn't part of it`);
    return replacement;
  };
  /** The address of each replacement by what imports name, and its source by the address. */
  const addresses = { __proto__: null };
  const sources = { __proto__: null };
  const isRenderer = { __proto__: null };
  for (const url of rendererUrls) isRenderer[url] = true;
  for (const builtin of builtinModules) {
    const name = builtin.replace(/^node:/, '');
    const replacement =
      name === 'module' ? { createRequire, builtinModules: [] } : (harmless[name] ?? unavailableModule(name));
    const keys = Object.keys(harmless[name] || name === 'module' ? replacement : (listExports(name) ?? {}));
    const exported = keys
      .filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default')
      .map((key) => `const own_${key} = all.${key}; export { own_${key} as ${key} };`);
    const address = `replaced:${name}`;
    sources[address] =
      `const all = replacedModule(${JSON.stringify(name)}); export default all;\n${exported.join('\n')}`;
    for (const specifier of [name, `node:${name}`]) {
      addresses[specifier] = address;
      replacements[specifier] = replacement;
    }
  }
  define(globalThis, 'replacedModule', createRequire());
  registerHooks({
    resolve(specifier, _context, nextResolve) {
      if (isRenderer[specifier]) return nextResolve(specifier);
      const url = addresses[specifier];
      if (url === undefined) throw new Error(`The renderer imports ${specifier}, which isn't part of it`);
      return { url, shortCircuit: true };
    },
    load(url, context, nextLoad) {
      if (isRenderer[url]) return nextLoad(url, context);
      const source = sources[url];
      if (source === undefined) throw new Error(`The renderer loads ${url}, which isn't part of it`);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/**
 * Exports of modules that libraries import by name without needing them here. Loading other modules would print
 * warnings.
 */
function listExports(name) {
  const often =
    /^(?:https?|http2|tls|net|dns|dgram|fs|os|zlib|tty|readline|child_process|worker_threads|timers|perf_hooks|vm|v8)$/;
  return often.test(name) ? process.getBuiltinModule(name) : undefined;
}

function define(owner, key, value) {
  Object.defineProperty(owner, key, { value, writable: false, configurable: false, enumerable: false });
}

/** Makes the real process and Node's modules useless, in case a renderer gets hold of them. */
function disarm() {
  const refuse = () => {
    throw new Error("This isn't available where pages are rendered for readers");
  };
  const dangerous = [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['send', 'bind', 'connect', 'addMembership']],
    [net, ['connect', 'createConnection', 'createServer', '_createServerHandle']],
    [dgram, ['createSocket', '_createSocketHandle']],
    [module, ['_load', '_initPaths', 'createRequire', 'register', 'registerHooks', 'runMain']],
  ];
  for (const [owner, keys] of dangerous) for (const key of keys) if (key in owner) define(owner, key, refuse);
  // Node itself needs these while it imports a module and exits.
  const isNeeded =
    /^(?:_events|_eventsCount|_maxListeners|_exiting|exitCode|nextTick|emitWarning|features|versions?|arch|platform|release|domain|_tickCallback|_fatalException|noDeprecation|throwDeprecation|traceDeprecation|config|moduleLoadList|permission|memoryUsage|env|reallyExit|title)$/;
  for (const key of Object.getOwnPropertyNames(process)) {
    const isChangeable = Object.getOwnPropertyDescriptor(process, key)?.configurable;
    if (isChangeable && !isNeeded.test(key)) define(process, key, undefined);
  }
}

/** Keeps the globals of the language, and those that libraries need to work with data. */
function replaceGlobals() {
  const allowedNames =
    /^(?:\w*Error|Object|Function|Array|Number|BigInt|Boolean|String|Symbol|Date|Promise|RegExp|JSON|Math|Intl|Reflect|Proxy|Map|Set|WeakMap|WeakSet|WeakRef|FinalizationRegistry|Iterator|Atomics|ArrayBuffer|SharedArrayBuffer|DataView|\w*Array|parseInt|parseFloat|isNaN|isFinite|NaN|Infinity|undefined|eval|escape|unescape|(?:en|de)codeURI(?:Component)?|globalThis|global|DisposableStack|AsyncDisposableStack|Buffer|URL|URLPattern|URLSearchParams|TextEncoder|TextDecoder|structuredClone|queueMicrotask|(?:set|clear)(?:Timeout|Interval|Immediate)|AbortController|AbortSignal|Event|EventTarget|MessageChannel|atob|btoa|replacedModule)$/;
  const replacement = plainProcess();
  for (const key of Object.getOwnPropertyNames(globalThis))
    if (!allowedNames.test(key)) Reflect.deleteProperty(globalThis, key);
  const methods = 'log info warn error debug trace assert group groupEnd time timeEnd table count dir'.split(
    ' ',
  );
  define(globalThis, 'console', Object.freeze(Object.fromEntries(methods.map((name) => [name, () => {}]))));
  define(globalThis, 'process', replacement);
}
