import type { FromWorker, ToWorker } from './messages.ts';
import { type RunningForm, runForm } from './run-form.ts';

/**
 * Runs the code of a sample in a worker without network, storage or page. The policy of the document that
 * started it allows scripts of `blob:`, so nothing is evaluated, and errors have their line.
 */
interface WorkerScope {
  importScripts(url: string): void;
  postMessage(message: string): void;
}

// The type library describes windows only.
const scope = self as unknown as WorkerScope & typeof globalThis;
// This is taken before the reader's code could replace it.
const { stringify } = JSON;
const postText = scope.postMessage.bind(scope);
const importScripts = scope.importScripts.bind(scope);
const Text = Blob;
const { userAgent } = navigator;
const post = (message: FromWorker | { pong: string }) => postText(stringify(message));
const createUrl = URL.createObjectURL.bind(URL);
let running: RunningForm | undefined;
/** Address of the code that ran last: what the reader sees and edits. */
let lastUrl: string | undefined;

/** Finds the line in a stack trace, which every browser writes as `blob:…:3:14`. */
function findLine(error: unknown, url: string | undefined): number | undefined {
  const { stack }: { stack?: unknown } = Object(error);
  if (url === undefined || typeof stack !== 'string') return undefined;
  const line = Number.parseInt(stack.split(`${url}:`)[1] ?? '', 10);
  return Number.isNaN(line) ? undefined : line;
}

addEventListener('message', ({ data }: MessageEvent<ToWorker | { ping: string }>) => {
  if ('ping' in data) {
    post({ pong: data.ping });
    return;
  }
  switch (data.kind) {
    case 'start':
      running = runForm(data, {
        define: (globals) => Object.assign(scope, { window: scope }, globals),
        run: (code) => {
          lastUrl = createUrl(new Text([code], { type: 'text/javascript' }));
          importScripts(lastUrl);
        },
        findLine: (error) => findLine(error, lastUrl),
        post,
        later: (action, milliseconds) => setTimeout(action, milliseconds),
        userAgent,
      });
      return;
    case 'event':
      running?.send(data.event);
      return;
  }
});

addEventListener('error', (event) => {
  event.preventDefault();
  running?.failed(event.error);
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  running?.failed(event.reason);
});

/**
 * The code keeps the globals of the language and timers, but not raw memory. Other globals of a worker are
 * removed.
 */
const KEPT = new Set(
  `Object Function Array Number Boolean String Symbol BigInt Date Promise RegExp Error AggregateError EvalError RangeError
  ReferenceError SyntaxError TypeError URIError JSON Math Intl Iterator Map Set WeakMap WeakRef WeakSet Proxy Reflect globalThis Infinity
  NaN undefined parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape
  unescape eval setTimeout clearTimeout setInterval clearInterval queueMicrotask self origin URL URLSearchParams
  atob btoa`.split(/\s+/),
);

// With the other globals, code could send messages to the page, which only this file may do, start a worker that
// loops unseen, or use memory without a limit.
for (
  let owner: object | null = scope;
  owner && owner !== Object.prototype;
  owner = Reflect.getPrototypeOf(owner)
) {
  for (const name of Object.getOwnPropertyNames(owner))
    if (!KEPT.has(name)) Reflect.deleteProperty(owner, name);
}
const createNoNetworkError = () => new Error('There is no network here.');
class Connection {
  constructor() {
    throw createNoNetworkError();
  }
}
Object.assign(scope, {
  navigator: { userAgent, language: 'en' },
  fetch: () => Promise.reject(createNoNetworkError()),
  XMLHttpRequest: Connection,
  WebSocket: Connection,
  EventSource: Connection,
});
Object.defineProperty(scope, 'location', {
  get: () => ({ href: 'about:blank' }),
  set: (url: unknown) => console.error(`There is no page here that could go to ${url}.`),
});
post({ kind: 'begun' });
