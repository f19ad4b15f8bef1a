/**
 * Script of the document in which a site runs code that readers can change. It is inlined as text, so it is
 * self-contained. The code runs in a worker: it has no document to break and can be stopped in an endless loop. The
 * document has its own origin and no network, and the worker inherits both.
 *
 * Only texts of limited length are passed on from the worker: receiving anything larger could stop the page.
 */
export function runSandboxFrame(): void {
  const LENGTH_MAX = 500_000;
  addEventListener('message', ({ data, ports: [port], source }: MessageEvent<string>) => {
    if (!port || source !== parent) return;
    try {
      const worker = new Worker(URL.createObjectURL(new Blob([data], { type: 'text/javascript' })));
      worker.onmessage = ({ data: message }: MessageEvent<unknown>) => {
        if (typeof message === 'string' && message.length <= LENGTH_MAX) return port.postMessage(message);
        worker.terminate();
        port.postMessage({ stop: 'loud' });
      };
      worker.onerror = () => port.postMessage({ stop: 'broken' });
      port.onmessage = (message) => worker.postMessage(message.data);
    } catch {
      port.postMessage({ stop: 'broken' });
    }
  });
}
