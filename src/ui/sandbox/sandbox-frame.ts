/**
 * The script of the document in which a site runs code that readers may change. It is taken as text, and uses nothing
 * from outside itself. The code runs in a worker: it has no document to spoil, and can be stopped in the middle of an
 * endless loop. The document around it has an origin of its own and no network, and the worker inherits both.
 */
export function sandboxFrame(): void {
  addEventListener('message', ({ data, ports: [port], source }: MessageEvent<string>) => {
    if (!port || source !== parent) return;
    try {
      const worker = new Worker(URL.createObjectURL(new Blob([data], { type: 'text/javascript' })));
      worker.onmessage = (message) => port.postMessage(message.data);
      worker.onerror = () => port.postMessage({ sandboxError: true });
      port.onmessage = (message) => worker.postMessage(message.data);
    } catch {
      port.postMessage({ sandboxError: true });
    }
  });
}
