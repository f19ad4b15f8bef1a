import type { FromWorker, ToWorker } from './messages.ts';
import { type RunningForm, runForm } from './run-form.ts';

/**
 * Where the code of a sample runs: a worker without network, storage and page. The policy of the document that started
 * it allows scripts of `blob:`, so nothing is evaluated, and errors name their line.
 */
interface WorkerScope {
  importScripts(url: string): void;
  postMessage(message: FromWorker | { pong: true }): void;
}

// The library of types knows windows only.
const scope = self as unknown as WorkerScope & typeof globalThis;
// Taken before any code of a reader could put others in their place.
const post = scope.postMessage.bind(scope);
const importScripts = scope.importScripts.bind(scope);
let running: RunningForm | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker | { ping: true }>) => {
  if ('ping' in data) {
    post({ pong: true });
    return;
  }
  switch (data.kind) {
    case 'start':
      running = runForm(data, {
        define: (globals) => Object.assign(scope, { window: scope }, globals),
        run: (code) => importScripts(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))),
        post,
        later: (action, milliseconds) => setTimeout(action, milliseconds),
        userAgent: navigator.userAgent,
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

Object.assign(scope, {
  fetch: () => Promise.reject(new Error('There is no network here.')),
});
post({ kind: 'begun' });
