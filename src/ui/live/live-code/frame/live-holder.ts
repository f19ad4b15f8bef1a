/**
 * The script of the document between a page and the frame in which live code runs. It passes on the page's port and
 * its colour scheme: frames of different schemes don't let each other's background through. Self-contained, as it is
 * written into the document as text.
 */
export function liveHolder(frameName: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = document.title;
  frame.src = frameName;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent) return;
    document.documentElement.style.colorScheme = data === 'dark' ? 'dark' : 'light';
    if (port === undefined) return;
    // Its origin has no name.
    loaded.then(() => frame.contentWindow?.postMessage(null, '*', [port]), console.error);
  });
  document.body.append(frame);
}
