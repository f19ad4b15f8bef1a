/**
 * The script of the document in which a site runs code that readers may change. It is taken as text, and uses nothing
 * from outside itself. The code runs in a worker: it has no document to spoil, and can be stopped in the middle of an
 * endless loop. The document around it has an origin of its own and no network, and the worker inherits both.
 *
 * What the worker says goes on only as a text, and one that is not too long: anything else could be so large that taking
 * it would stop the page.
 */
export function sandboxFrame(): void {
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
