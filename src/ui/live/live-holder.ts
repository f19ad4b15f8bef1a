/**
 * Script of the document between a page and the frame of a live part, such as live code. Passes on the page's port and
 * colour scheme: frames of different schemes don't let each other's background through. Self-contained, because it is
 * inlined as text.
 */
export function runLiveHolder(frameName: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = document.title;
  frame.src = frameName;
  const frameLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent) return;
    document.documentElement.style.colorScheme = data === 'dark' ? 'dark' : 'light';
    if (port === undefined) return;
    // The origin of the frame is opaque, so it can't be named.
    frameLoaded.then(() => frame.contentWindow?.postMessage(null, '*', [port]), console.error);
  });
  document.body.append(frame);
}
